package cache

import "testing"

// One archive has one key, however its path is written.
func TestParseWindowsPath(t *testing.T) {
	t.Parallel()
	want := archiveSource(`C:\no where\a.zip`)
	if want.text != "file:///C:/no%20where/a.zip" {
		t.Errorf("key of %s", want.text)
	}
	for _, text := range []string{`C:\no where\a.zip`, "C:/no where/a.zip", `c\..\a.zip`, `\no where\a.zip`, "file:///C:/no%20where/a.zip", "file://localhost/C:/no%20where/a.zip"} {
		if got, err := ParseSource(text, `C:\no where`); err != nil || got.Path != want.Path || got.Key() != want.Key() {
			t.Errorf("%s: %q, %v", text, got.Path, err)
		}
	}
	if got := localPath("//server/share/a.zip"); got != `\\server\share\a.zip` {
		t.Errorf("share: %s", got)
	}
	if _, err := ParseSource("file://server/share/a.zip", `C:\`); err == nil {
		t.Error("a file URL reached another host")
	}
}
