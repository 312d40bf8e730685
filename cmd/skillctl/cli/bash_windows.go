package cli

import (
	"path/filepath"
	"strings"
)

const bashHint = "install Git for Windows, which brings bash; that of WSL cannot be used"

// bashPlaces are the files that may be bash, the best first: that of Git for
// Windows, which mostly is not in PATH though git is, then any in PATH but that
// of WSL, which starts another system.
func bashPlaces(getenv func(string) string) []string {
	var places []string
	for _, name := range []string{"ProgramW6432", "ProgramFiles", "ProgramFiles(x86)"} {
		if dir := getenv(name); dir != "" {
			places = append(places, filepath.Join(dir, "Git", "bin", "bash.exe"))
		}
	}
	if dir := getenv("LocalAppData"); dir != "" {
		places = append(places, filepath.Join(dir, "Programs", "Git", "bin", "bash.exe"))
	}
	for _, dir := range filepath.SplitList(getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if isSource(filepath.Join(dir, "git.exe")) { // in cmd or bin of its installation
			places = append(places, filepath.Join(filepath.Dir(dir), "bin", "bash.exe"))
		}
		if !isWSL(dir, getenv("SystemRoot")) {
			places = append(places, filepath.Join(dir, "bash.exe"))
		}
	}
	return places
}

// isWSL reports whether a directory is one where Windows itself keeps a
// bash.exe.
func isWSL(dir, systemRoot string) bool {
	dir, systemRoot = strings.ToLower(filepath.Clean(dir)), strings.ToLower(filepath.Clean(systemRoot))
	return strings.HasPrefix(dir+`\`, systemRoot+`\`) || filepath.Base(dir) == "windowsapps"
}
