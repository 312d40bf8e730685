package report

import (
	"runtime"
	"testing"
)

func TestFileURI(t *testing.T) {
	t.Parallel()
	for p, want := range map[string]string{
		"/home/x/a b/SKILL.md":    "file:///home/x/a%20b/SKILL.md",
		"C:/Users/x/SKILL.md":     "file:///C:/Users/x/SKILL.md",
		"//server/share/SKILL.md": "file://server/share/SKILL.md",
	} {
		if got := fileURI(p); got != want {
			t.Errorf("fileURI(%s) = %s, want %s", p, got, want)
		}
	}
}

// What is absolute, the system says: C: is a name elsewhere.
func TestSARIFArtifact(t *testing.T) {
	t.Parallel()
	want := sarifArtifact{URI: "./C:/x", BaseID: "%SRCROOT%"}
	if runtime.GOOS == "windows" {
		want = sarifArtifact{URI: "file:///C:/x"}
	}
	if got := sarifArtifactOf("C:/x"); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := sarifArtifactOf("a b/x"), (sarifArtifact{URI: "a%20b/x", BaseID: "%SRCROOT%"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
