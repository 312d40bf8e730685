package testenv

import (
	"os"
	"testing"
)

func TestPlain(t *testing.T) {
	for _, name := range []string{"GIT_DIR", "LC_ALL", "https_proxy", "NO_COLOR", "GITHUB_ACTIONS", "GOFLAGS", "SKILLCTL_TESTDATA"} {
		t.Setenv(name, "x")
	}
	path := os.Getenv("PATH")
	Plain()
	for _, name := range []string{"GIT_DIR", "LC_ALL", "https_proxy", "NO_COLOR", "GITHUB_ACTIONS"} {
		if value, set := os.LookupEnv(name); set {
			t.Errorf("%s is still %q", name, value)
		}
	}
	if os.Getenv("PATH") != path || os.Getenv("GOFLAGS") != "x" || os.Getenv("SKILLCTL_TESTDATA") != "x" {
		t.Errorf("what the tests need is gone: %q", os.Environ())
	}
}
