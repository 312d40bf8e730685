package digest

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/dirhash"
)

const emptySHA = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

func TestParse(t *testing.T) {
	t.Parallel()
	tree := "h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
	for in, want := range map[string]Digest{
		"sha256:" + emptySHA:                  "sha256:" + emptySHA,
		"sha256:" + strings.ToUpper(emptySHA): "sha256:" + emptySHA,
		tree:                                  Digest(tree),
	} {
		if got, err := Parse(in); err != nil || got != want {
			t.Errorf("Parse(%q) = %q, %v", in, got, err)
		}
	}
	for _, bad := range []string{
		"", emptySHA, "sha256:", "sha256:" + emptySHA[1:], "sha512:" + emptySHA, "SHA256:" + emptySHA,
		"h1:abc", "h1:" + emptySHA, tree + "=", tree[:10] + "\n" + tree[10:],
	} {
		if got, err := Parse(bad); !errors.Is(err, ErrSyntax) {
			t.Errorf("Parse(%q) = %q, %v, want ErrSyntax", bad, got, err)
		}
	}
}

func TestTreeIsDirhash(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	content := map[string]string{"SKILL.md": "x", "a/b.txt": "", "a.txt": "hello\r\n", "z ü.md": "y"}
	var entries []Entry
	for name, text := range content {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		entries = append(entries, Entry{Path: name, Digest: Bytes([]byte(text))})
	}
	want, err := dirhash.HashDir(dir, "", dirhash.Hash1)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Entries(entries); err != nil || string(got) != want {
		t.Errorf("Entries = %q, %v, want %q", got, err, want)
	}
	if _, err := Entries(append(entries, entries[0])); err == nil {
		t.Error("Entries took a path twice")
	}
}

func TestReader(t *testing.T) {
	t.Parallel()
	d, n, err := Reader(strings.NewReader("abc"))
	if err != nil || n != 3 || d != Bytes([]byte("abc")) {
		t.Errorf("Reader = %q, %d, %v", d, n, err)
	}
	if got := string(WithoutCR([]byte("a\r\nb\rc\n"))); got != "a\nb\rc\n" {
		t.Errorf("WithoutCR = %q", got)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	var v struct{ A, B Digest }
	if err := json.Unmarshal([]byte(`{"a": "sha256:`+strings.ToUpper(emptySHA)+`", "b": ""}`), &v); err != nil {
		t.Fatal(err)
	}
	if v.A != Bytes(nil) || v.B != "" || v.A.Hex() != emptySHA || v.A.IsTree() {
		t.Errorf("read %q (hex %s) and %q", v.A, v.A.Hex(), v.B)
	}
	if err := json.Unmarshal([]byte(`{"a": "sha256:1"}`), &v); !errors.Is(err, ErrSyntax) {
		t.Errorf("%v, want ErrSyntax", err)
	}
}
