package run_test

import (
	"os"
	"syscall"
	"testing"

	"github.com/skillctl/skillctl/internal/testenv"
	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// TestMain lets the test binary be the supervisor, as skillctl is.
func TestMain(m *testing.M) {
	if code, ran := sandbox.Child(os.Args[1:]); ran {
		syscall.Exit(code) // without the second for which the race detector waits at the end
	}
	testenv.Plain()
	os.Exit(m.Run()) //nolint:forbidigo // a test binary's main
}
