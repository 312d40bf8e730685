package cli

import (
	"os/exec"

	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// findBash finds the shell. A container has its own.
func (a *app) findBash(level sandbox.Level) (string, error) {
	for _, path := range bashPlaces(a.getenv) {
		if isSource(path) {
			return path, nil
		}
	}
	if level == sandbox.Container {
		path, _ := exec.LookPath("bash") // only shown
		return path, nil
	}
	return "", fail(codeUnreadable, bashHint, "bash: not found")
}
