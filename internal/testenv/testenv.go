// Package testenv gives the tests of this module the same surroundings on every
// machine. What a test finds must not depend on the locale, the colors, the
// proxy, the git or the umask of who runs it, and neither must what it reads
// from the programs that it starts.
//
// Only tests import it.
package testenv

import (
	"os"
	"strings"
)

// kept are the beginnings of the names of the variables that stay, in upper
// case: those by which programs, folders, container engines and the system are
// found, Go's own, and the switches of the tests.
const kept = `PATH HOME USER LOGNAME TMP TEMP XDG_ LD_ DYLD_ NIX_ PYENV_ GO CGO_ CC CXX
	DOCKER_ CONTAINER DBUS_ STORAGE_ SKILLCTL_TEST UPDATE_SCRIPTS
	APPDATA LOCALAPPDATA PROGRAM COMMONPROGRAM SYSTEM WINDIR COMSPEC NUMBER_OF_PROCESSORS PROCESSOR_`

// Plain takes all other variables out of the environment of the process and
// sets its umask to 022. TestMain calls it before it runs the tests.
func Plain() {
	beginnings := strings.Fields(kept)
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if name == "" || begins(name, beginnings) { // Windows keeps folders in variables without a name
			continue
		}
		if err := os.Unsetenv(name); err != nil {
			panic(err)
		}
	}
	setUmask()
}

func begins(name string, beginnings []string) bool {
	for _, b := range beginnings {
		if strings.HasPrefix(strings.ToUpper(name), b) {
			return true
		}
	}
	return false
}
