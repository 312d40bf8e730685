package sandbox

import (
	"context"
	"os"
)

// Process is a started command. Its methods are safe for concurrent use,
// except that Wait may be called once only.
type Process struct {
	report Report
	impl   process
}

// process is what each platform implements.
type process interface {
	signal(sig os.Signal) error
	kill()
	wait() Status
}

// Start shuts in and starts the command. It returns an error that matches
// [ErrUnavailable] when the level asked for by name cannot be had; the
// context bounds the start only.
func Start(ctx context.Context, spec Spec) (*Process, error) {
	return start(ctx, spec)
}

// Report says what is in force for the command.
func (p *Process) Report() Report { return p.report }

// Signal sends the signal to every process of the command. On Windows it does
// nothing.
func (p *Process) Signal(sig os.Signal) error { return p.impl.signal(sig) }

// Kill ends every process of the command, at the latest after [KillTime].
func (p *Process) Kill() { p.impl.kill() }

// Wait waits for the command's end. When it returns, nothing that the command
// started is left, but for what [Report.NotEnforced] says.
func (p *Process) Wait() Status { return p.impl.wait() }
