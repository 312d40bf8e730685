package sandbox

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// passing says that a step failed for want of what may be there the next
// time. Unlike what a machine cannot do at all, that is no reason to try a
// lower level.
func passing(err error) bool {
	for _, cause := range []error{unix.EAGAIN, unix.ENOMEM, unix.EMFILE, unix.ENFILE} {
		if errors.Is(err, cause) {
			return true
		}
	}
	return false
}

// stepError blames the machine for a step that failed, unless that passes.
func stepError(step string, err error) error {
	if passing(err) {
		return fmt.Errorf("%w: %s: %w", ErrStarved, step, err)
	}
	return &SetupError{Step: step, Cause: err.Error()}
}

// leveled says which level an error of a step is about.
func leveled(err error, level Level) error {
	if setup, ok := errors.AsType[*SetupError](err); ok {
		setup.Level = level
	}
	return err
}

var errEndedEarly = errors.New("the supervisor ended early")

// earlyEnd says why a supervisor ended that gave no answer. A filter around
// skillctl that kills forbids a level for good; Go's runtime ends where it gets
// no thread, memory or descriptor, and the kernel kills when memory is short.
func earlyEnd(state *os.ProcessState) error {
	ws, ok := state.Sys().(syscall.WaitStatus)
	if ok && (ws.Signaled() && ws.Signal() != syscall.SIGSYS || ws.ExitStatus() == endedByRuntime) {
		return fmt.Errorf("%w: %w: %s", ErrStarved, errEndedEarly, state)
	}
	return &SetupError{Step: stepSupervisor, Cause: "it ended early: " + state.String()}
}
