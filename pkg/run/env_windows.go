package run

import "strings"

// systemNames are variables of the caller without which programs do not run
// here.
var systemNames = []string{"PATHEXT", "SystemRoot", "SystemDrive", "ComSpec"}

// programDirs are the directories of a skill that hold programs.
var programDirs = []string{".venv/Scripts", ".venv/bin", "bin"}

// systemEnv are the names that programs here know the home and the temporary
// directory by.
func systemEnv(l Layout) map[string]string {
	return map[string]string{"USERPROFILE": l.Home, "TEMP": l.Tmp, "TMP": l.Tmp}
}

// systemPath is PATH behind the skill's own directories: the caller's, because
// no list of directories holds everywhere. Windows mostly calls it Path.
func systemPath(caller []string) string {
	for _, kv := range caller {
		if name, value, _ := strings.Cut(kv, "="); isSameName(name, "PATH") {
			return value
		}
	}
	return ""
}

// foldName is what names of variables are compared by: case does not matter.
func foldName(name string) string { return strings.ToUpper(name) }
