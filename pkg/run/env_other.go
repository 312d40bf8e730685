//go:build !windows

package run

// systemNames are variables of the caller without which programs do not run:
// none here.
var systemNames []string

// programDirs are the directories of a skill that hold programs.
var programDirs = []string{".venv/bin", "bin"}

// systemEnv are the variables that only this system has: none.
func systemEnv(Layout) map[string]string { return nil }

// systemPath is PATH behind the skill's own directories.
func systemPath([]string) string {
	return "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
}

// foldName is what names of variables are compared by.
func foldName(name string) string { return name }
