package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
)

func TestSplitInput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "with:colon"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	streams, _, _ := ui.Test("")
	o := &runOptions{app: newApp(streams, dir, func(string) string { return "" })}
	for _, tt := range []struct{ in, source, dest string }{
		{"a.txt", "a.txt", ""},
		{"a.txt:b.txt", "a.txt", "b.txt"},
		{"a.txt:", "a.txt", ""},
		{"with:colon", "with:colon", ""},
		{"with:colon:x", "with:colon", "x"},
		{"http://host/x.csv", "http://host/x.csv", ""},
		{"http://host:8080/x.csv", "http://host:8080/x.csv", ""},
		{"http://host:8080/x.csv:data.csv", "http://host:8080/x.csv", "data.csv"},
		{"https://host:8080", "https://host:8080", ""},
		{"https://user:pw@host/x:y/z", "https://user:pw@host/x", "y/z"},
	} {
		if source, dest := o.splitInput(tt.in); source != tt.source || dest != tt.dest {
			t.Errorf("%q: %q and %q, want %q and %q", tt.in, source, dest, tt.source, tt.dest)
		}
	}
}
