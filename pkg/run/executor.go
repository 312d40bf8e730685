package run

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// Executor starts the command of a plan whose workspace is ready.
type Executor interface {
	// Start starts the command; the context bounds the start alone. The files
	// become the command's streams; a nil one is the null device.
	Start(ctx context.Context, p *Plan, files Files) (Job, error)
}

// Files are the streams of a command.
type Files struct{ Stdin, Stdout, Stderr *os.File }

// Job is a running command. Its methods are safe for concurrent use, except
// that Wait may be called once only.
type Job interface {
	// Report says what is enforced.
	Report() sandbox.Report
	// Signal sends the signal to every process of the command.
	Signal(sig os.Signal) error
	// Kill ends every process of the command, within half a second.
	Kill()
	// Wait returns when the command and everything it started have ended.
	Wait() sandbox.Status
}

// Local runs commands on this machine, in the best or the demanded sandbox.
type Local struct{}

// localGaps names the limits asked for that a level does not enforce here.
func localGaps(l Limits, level sandbox.Level) []string {
	var gaps []string
	if l.CPUs > 0 {
		gaps = append(gaps, "number of processors")
	}
	if l.Processes > 0 && !sandbox.LimitsProcesses(level, l.Processes) {
		gaps = append(gaps, sandbox.GapProcesses)
	}
	if l.Memory > 0 && !sandbox.LimitsMemory {
		gaps = append(gaps, "memory")
	}
	return gaps
}

// cpuTime is the processor time that a process can use at most: it counts for
// all of its threads together.
func cpuTime(timeout time.Duration) time.Duration {
	return timeout * time.Duration(runtime.NumCPU())
}

// Start starts the command below a supervisor, see package sandbox.
func (Local) Start(ctx context.Context, p *Plan, files Files) (Job, error) {
	if gaps := localGaps(p.Limits, p.Sandbox.Level); len(gaps) > 0 && p.Sandbox.Level != sandbox.Auto {
		return nil, refusedError("use --sandbox container, or --sandbox auto to run without that limit",
			fmt.Sprintf("--sandbox %s: cannot limit the %s", p.Sandbox.Level, strings.Join(gaps, " and the ")))
	}
	processes := p.Limits.Processes
	if processes == 0 {
		processes = sandbox.DefaultProcesses
	}
	spec := sandbox.Spec{
		Level: p.Sandbox.Level, Network: p.Sandbox.Network,
		Argv: p.Argv, Env: p.Env, Dir: p.Cwd,
		ReadOnly: append([]string{p.Workspace.Root}, p.Sandbox.AllowRead...),
		Writable: p.Sandbox.Writable,
		Limits: sandbox.Limits{
			CPU: cpuTime(p.Limits.Timeout), FileBytes: sandbox.DefaultFileBytes, OpenFiles: sandbox.DefaultOpenFiles,
			Processes: processes, Memory: p.Limits.Memory,
		},
		Stdin: files.Stdin, Stdout: files.Stdout, Stderr: files.Stderr,
	}
	job, err := sandbox.Start(ctx, spec)
	if err != nil {
		return nil, err
	}
	return job, nil
}
