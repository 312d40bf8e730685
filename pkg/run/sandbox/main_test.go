package sandbox_test

import (
	"os"
	"testing"

	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// TestMain lets the test binary be its own supervisor, as skillctl is, and on
// Linux the program that tries to break out.
func TestMain(m *testing.M) {
	if code, ran := sandbox.Child(os.Args[1:]); ran {
		os.Exit(code) //nolint:forbidigo // a test binary's main
	}
	if code, ran := probeMain(os.Args[1:]); ran {
		os.Exit(code) //nolint:forbidigo // a test binary's main
	}
	os.Exit(m.Run()) //nolint:forbidigo // a test binary's main
}
