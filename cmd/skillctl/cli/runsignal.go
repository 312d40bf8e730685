package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/skillctl/skillctl/pkg/run"
)

// settle is how long a signal may take to reach the second of two listeners.
const settle = 50 * time.Millisecond

// forwardSignals returns a context that ends on a signal, with the signal as
// its cause, so that the command gets the same. A reader of our output that
// goes away must not end us before the workspace is removed, so SIGPIPE is
// caught: writing then fails instead.
func forwardSignals(parent context.Context) (ctx context.Context, stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	pipes := make(chan os.Signal, 1)
	signal.Notify(pipes, syscall.SIGPIPE)
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(parent))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case s := <-signals:
			cancel(run.Interrupt{Signal: s})
		case <-parent.Done():
			timer := time.NewTimer(settle)
			defer timer.Stop()
			select {
			case s := <-signals:
				cancel(run.Interrupt{Signal: s})
			case <-timer.C:
				cancel(context.Cause(parent))
			}
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		signal.Stop(pipes)
		cancel(nil)
		<-ended
	}
}
