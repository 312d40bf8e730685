package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParseSource(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := fileURL(dir)
	if err := os.WriteFile(filepath.Join(dir, "a b.bin"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ in, kind, shown, canonical string }{
		{dir, "dir", dir, at},
		{".", "dir", dir, at},
		{"a b.bin", "archive", filepath.Join(dir, "a b.bin"), at + "/a%20b.bin"},
		{at + "/a%20b.bin", "archive", filepath.Join(dir, "a b.bin"), at + "/a%20b.bin"},
		{"file://localhost" + strings.TrimPrefix(at, "file://"), "dir", dir, at},
		{"missing.zip", "archive", filepath.Join(dir, "missing.zip"), at + "/missing.zip"},
		{"HTTPS://Example.COM:443/x.tar.gz#frag", "http", "https://example.com/x.tar.gz", "https://example.com/x.tar.gz"},
		{"http://u:secret@example.com./A/%2e%2e/b;c?x=1&token=abc", "http", "http://example.com/A/%2e%2e/b;c?x=1&token=***", "http://example.com/A/%2e%2e/b;c?x=1&token=abc"},
		{"https://example.com", "well-known", "https://example.com", "https://example.com"},
		{"https://example.com/docs/.well-known/agent-skills/index.json", "well-known", "https://example.com/docs/.well-known/agent-skills/index.json", "https://example.com/docs/.well-known/agent-skills/index.json"},
		{"github:o/r", "github", "github:o/r", "github:o/r"},
		{"github:o/r.git/skills/@scope/x@feature/y", "github", "github:o/r/skills/@scope/x@feature/y", "github:o/r/skills/@scope/x@feature/y"},
		{"git+https://tok@Host/x.git#feature/a:skills/b", "git", "git+https://host/x.git#feature/a:skills/b", "git+https://host/x.git#feature/a:skills/b"},
		{"git+ssh://git@host/x.git#:p", "git", "git+ssh://host/x.git#:p", "git+ssh://host/x.git#:p"},
		{"git+file:///srv/x", "git", "git+file:///srv/x", "git+file:///srv/x"},
	} {
		src, err := ParseSource(c.in, dir)
		if err != nil {
			t.Errorf("ParseSource(%q): %v", c.in, err)
			continue
		}
		sum := sha256.Sum256([]byte(c.canonical))
		if string(src.Kind) != c.kind || src.String() != c.shown || src.Key() != hex.EncodeToString(sum[:]) {
			t.Errorf("ParseSource(%q) = %s %q, key of %q; want %s %q, key of %q", c.in, src.Kind, src, src.text, c.kind, c.shown, c.canonical)
		}
	}
}

func TestParseSourceRefuses(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		"", "  ", "ftp://h/x", "s3://x/y", "data:text/plain,x", "javascript:alert(1)", "git://h/x", "git+http://h/x", "http://", "https:///x", "http:x",
		"file://remote/x", "file:x", "http://h/\x01", "https://[::1", "github:o", "github:o/..", "github:-o/r", "github:o/r/../x", "github:o/r/a@-x",
		"github:o/r@a..b", "git+https://h", "git+https:///x", "git+ssh://-oProxyCommand=x/y", "git+file://h/x", "git+file:x", "git+https://h/x#a b",
		"git+https://h/x#--upload-pack=x", "git+https://h/x#:../x", "git+https://h/x#:/etc",
	} {
		src, err := ParseSource(in, t.TempDir())
		if !errors.Is(err, ErrSource) {
			t.Errorf("ParseSource(%q) = %v, %v, want ErrSource", in, src, err)
		}
	}
}

func TestRefusalsHideCredentials(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"ftp://me:hunter2@h/x?token=hunter2", "https://me:hunter2@[::1", "https://me:hunter2@/x", "git+https://me:hunter2@h#"} {
		if _, err := ParseSource(in, ""); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("ParseSource(%q): %v", in, err)
		}
	}
}

// FuzzParseSource: what parses has one key, and shows no password.
func FuzzParseSource(f *testing.F) {
	f.Add("https://u:hunter2@h/x?a=b#c")
	f.Add("github:o/r/p@ref")
	f.Add("git+ssh://git@h/x#a:b")
	f.Fuzz(func(t *testing.T, in string) {
		src, err := ParseSource(in, "/nonexistent")
		if err != nil {
			return
		}
		again, err := ParseSource(src.text, "/nonexistent")
		if err != nil || again.Key() != src.Key() {
			t.Fatalf("%q: canonical text %q gives %q, %v", in, src.text, again.text, err)
		}
		if u := src.user; u != nil && len(u.String()) > 12 && strings.Contains(src.String(), u.String()) {
			t.Fatalf("%q shows %q", in, u)
		}
	})
}
