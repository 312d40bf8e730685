package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

func TestEarlyEnd(t *testing.T) {
	t.Parallel()
	for script, starved := range map[string]bool{
		"exit 2":       true, // Go's runtime
		"kill -KILL 0": true, // out of memory
		"kill -ABRT 0": true, // the C library
		"kill -SYS 0":  false,
		"exit 1":       false,
		"exit 0":       false,
	} {
		cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", script)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		_ = cmd.Run() // its state tells all
		err := earlyEnd(cmd.ProcessState)
		if errors.Is(err, ErrStarved) != starved || errors.Is(err, ErrUnavailable) == starved || !strings.Contains(err.Error(), "ended early") {
			t.Errorf("%s: %v", script, err)
		}
	}
}

const helperDescriptors = "SKILLCTL_TEST_FEW_DESCRIPTORS"

// TestFewDescriptors starts with fewer and fewer descriptors, so that one step
// after the other fails for want of them. None is a reason for a lower level,
// and none makes the caller wait in vain.
func TestFewDescriptors(t *testing.T) {
	t.Parallel()
	if os.Getenv(helperDescriptors) == "" {
		exe, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), exe, "-test.run", "^TestFewDescriptors$", "-test.v")
		cmd.Env = append(os.Environ(), helperDescriptors+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	spec := Spec{Level: Auto, Argv: []string{"/bin/true"}, Dir: "/", Network: NetworkOff}
	p, err := Start(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	p.Wait()
	best := p.Report().Level
	for n := uint64(72); n >= 12; n -= 3 {
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: n, Max: n}); err != nil {
			t.Fatal(err)
		}
		p, err := Start(t.Context(), spec)
		switch {
		case err == nil && p.Report().Level != best:
			t.Errorf("%d descriptors: level %s instead of %s", n, p.Report().Level, best)
		case err == nil:
			p.Wait()
		case errors.Is(err, ErrUnavailable) || strings.Contains(err.Error(), "did not answer"):
			t.Errorf("%d descriptors: %v", n, err)
		}
	}
}

// A process that could not be made is no fault of the command.
func TestStartStatus(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]int{
		syscall.ENOENT: 127, syscall.EACCES: 126, syscall.E2BIG: 126, syscall.ENOEXEC: 126,
		syscall.EAGAIN: 125, syscall.ENOMEM: 125,
	} {
		if st := startStatus(err); st.Code != want || st.Start == "" {
			t.Errorf("%v: %+v", err, st)
		}
	}
}
