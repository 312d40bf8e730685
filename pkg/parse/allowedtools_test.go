package parse_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/parse"
)

var allowedCases = []struct{ value, want, report string }{
	{"Read", "Read|", ""},
	{"Bash(git:*) Bash(jq:*) Read", "Bash|git:* Bash|jq:* Read|", ""},
	{"Read, Write,Bash(git diff *)", "Read| Write| Bash|git diff *", ""},
	{"mcp__a__b, Task , *", "mcp__a__b| Task| *|", ""},
	{"'*'", "*|", ""},
	{"Bash(a (b, c) d) X", "Bash|a (b, c) d X|", ""},
	{"Read(./src/**) WebFetch(domain:x)", "Read|./src/** WebFetch|domain:x", ""},
	{"Bash(git", "Bash|git", "allowed-tools-syntax 1:20"},
	{"Bash(git)x Read", "Bash|git Read|", "allowed-tools-syntax 1:16"},
	{"Read ) Write", "Read| )| Write|", "allowed-tools-syntax 1:21"},
	{"[Read, 'Bash(git:*)']", "Read| Bash|git:*", ""},
	{"\n  - Read\n  - WebFetch(domain: x)\n", "Read| WebFetch|domain: x", "allowed-tools-syntax 3:5"},
	{"\n  - {name: x, schema: {}}\n", "", "allowed-tools-syntax 2:5"},
	{">-\n  Read\n  Write\n", "Read| Write|", ""},
	{"", "", ""},
	{"{a: b}", "", "field-type 1:16"},
	{"github/* search/files", "github/*| search/files|", ""},
	{"\"Bash(\\u0067it)\"", "Bash|git", ""},
}

func TestAllowedTools(t *testing.T) {
	t.Parallel()
	for _, c := range allowedCases {
		t.Run(c.value, func(t *testing.T) {
			t.Parallel()
			src := []byte("allowed-tools: " + c.value)
			v, ds := parse.ParseYAML(src, "x")
			for _, d := range ds {
				if d.Severity > parse.Info {
					t.Fatal(d)
				}
			}
			value, _ := v.Lookup("allowed-tools")
			tools, ds := parse.ParseAllowedTools(value, parse.NewLines(src), "x")
			var got []string
			for _, tool := range tools {
				got = append(got, tool.Tool+"|"+tool.Specifier)
			}
			if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			var reports []string
			for _, d := range ds {
				reports = append(reports, strings.TrimPrefix(strings.SplitN(d.String(), ": ", 2)[0], "x:"))
			}
			if c.report == "" && len(ds) > 0 {
				t.Errorf("reported %v", ds)
			}
			if c.report != "" && (len(ds) != 1 || ds[0].Rule+" "+reports[0] != c.report) {
				t.Errorf("reported %v, want %s", ds, c.report)
			}
		})
	}
}
