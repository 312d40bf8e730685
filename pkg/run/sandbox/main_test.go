package sandbox_test

import (
	"os"
	"syscall"
	"testing"

	"github.com/skillctl/skillctl/internal/testenv"
	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// TestMain lets the test binary be its own supervisor, as skillctl is, and on
// Linux the program that tries to break out.
func TestMain(m *testing.M) {
	if code, ran := sandbox.Child(os.Args[1:]); ran {
		syscall.Exit(code) // without the second for which the race detector waits at the end
	}
	if code, ran := probeMain(os.Args[1:]); ran {
		syscall.Exit(code)
	}
	testenv.Plain()
	os.Exit(m.Run()) //nolint:forbidigo // a test binary's main
}
