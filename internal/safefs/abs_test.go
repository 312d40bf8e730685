package safefs

import (
	"path/filepath"
	"runtime"
	"testing"
)

func TestAbs(t *testing.T) {
	t.Parallel()
	cases := map[string]string{"": "/w/d", ".": "/w/d", "x/../y": "/w/d/y", "/x/./y": "/x/y", "C:x": "/w/d/C:x"}
	dir := "/w/d"
	if runtime.GOOS == "windows" {
		dir = `C:\w\d`
		cases = map[string]string{
			"": `C:\w\d`, "x/y": `C:\w\d\x\y`, `\x`: `C:\x`, "/x/y": `C:\x\y`, "D:/x": `D:\x`,
			`\\server\share\x`: `\\server\share\x`, `\\?\C:\x`: `\\?\C:\x`,
		}
	}
	for path, want := range cases {
		if got := Abs(dir, path); got != want {
			t.Errorf("Abs(%q) = %q, want %q", path, got, want)
		}
	}
	if got := Abs(dir, "D:x"); !filepath.IsAbs(got) {
		t.Errorf("Abs(D:x) = %q", got)
	}
}
