package cli

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestBashPlaces(t *testing.T) {
	t.Parallel()
	git := filepath.Join(t.TempDir(), "Git")
	if err := os.MkdirAll(filepath.Join(git, "cmd"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(git, "cmd", "git.exe"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{
		"ProgramFiles": `C:\Program Files`, "SystemRoot": `C:\Windows`,
		"PATH": `C:\WINDOWS\system32;C:\Users\x\AppData\Local\Microsoft\WindowsApps;relative;` + filepath.Join(git, "cmd") + `;C:\msys64\usr\bin\`,
	}
	want := []string{
		`C:\Program Files\Git\bin\bash.exe`,
		filepath.Join(git, "bin", "bash.exe"), filepath.Join(git, "cmd", "bash.exe"),
		`C:\msys64\usr\bin\bash.exe`,
	}
	if got := bashPlaces(func(name string) string { return env[name] }); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
