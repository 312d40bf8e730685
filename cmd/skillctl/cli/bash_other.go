//go:build !windows

package cli

import "os/exec"

const bashHint = "install bash"

// bashPlaces are the files that may be bash, the best first.
func bashPlaces(func(string) string) []string {
	places := []string{"/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/opt/homebrew/bin/bash"}
	if path, err := exec.LookPath("bash"); err == nil {
		places = append(places, path)
	}
	return places
}
