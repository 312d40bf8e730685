package parse_test

import (
	"testing"

	"github.com/skillctl/skillctl/pkg/parse"
)

// TestEscapedSlash has the escape that JSON libraries like to write.
func TestEscapedSlash(t *testing.T) {
	t.Parallel()
	const head = "---\nname: a\ndescription: Fill in forms.\n"
	s := parse.Parse([]byte(head+"license: \"see https:\\/\\/example.org\\/x\"\n---\n\n# A\n"), parse.Options{DirName: "a"})
	if len(s.Diagnostics) > 0 || !s.Frontmatter.Valid {
		t.Errorf("valid %t, diagnostics %v", s.Frontmatter.Valid, s.Diagnostics)
	}
	if want := "see https://example.org/x"; s.License != want {
		t.Errorf("license %q, want %q", s.License, want)
	}
	v, _ := s.Frontmatter.Lookup("license")
	if got := string(s.Source[v.Span.Start.Offset:v.Span.End.Offset]); got != `"see https:\/\/example.org\/x"` {
		t.Errorf("span covers %s", got)
	}
}
