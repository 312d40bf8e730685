//go:build !linux

package sandbox

import (
	"context"
	"os"
	"os/exec"
	"runtime"
)

// LimitsMemory says whether [Limits.Memory] binds on this system.
const LimitsMemory = false

// LimitsProcesses says whether a number of processes, [Limits.Processes], binds
// at a level.
func LimitsProcesses(Level, int) bool { return false }

// Child does nothing: only Linux has a supervisor.
func Child([]string) (code int, ran bool) { return 0, false }

// start starts the command itself: there is process control only.
func start(_ context.Context, spec Spec) (*Process, error) {
	if spec.Level != Auto && spec.Level != None {
		return nil, &SetupError{Level: spec.Level, Step: stepPlatform, Cause: "it needs Linux, this is " + runtime.GOOS}
	}
	cmd := exec.Command(spec.Argv[0], spec.Argv[1:]...) //nolint:noctx // the group or the job is killed, which a context would not do
	cmd.Env, cmd.Dir = spec.Env, spec.Dir
	if spec.Stdin != nil {
		cmd.Stdin = spec.Stdin
	}
	if spec.Stdout != nil {
		cmd.Stdout = spec.Stdout
	}
	if spec.Stderr != nil {
		cmd.Stderr = spec.Stderr
	}
	g, err := startGroup(cmd)
	if err != nil {
		return &Process{report: noneReport(), impl: ended(startStatus(err))}, nil
	}
	return &Process{report: noneReport(), impl: g}, nil
}

func noneReport() Report {
	return Report{
		Level: None, Network: NetworkOn,
		NotEnforced: append([]string{"file system", "network", "system calls", "resource limits"}, groupGaps...),
	}
}

// startStatus tells a missing program from one that cannot be run.
func startStatus(err error) Status {
	if os.IsNotExist(err) {
		return Status{Code: 127, Start: err.Error()}
	}
	return Status{Code: 126, Start: err.Error()}
}

// ended is a command that never started.
type ended Status

func (e ended) signal(os.Signal) error { return nil }
func (e ended) kill()                  {}
func (e ended) wait() Status           { return Status(e) }
