package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
)

// Main runs one command line (without the program's name) and returns the
// status to exit with. An interrupt cancels the command's context; a second
// one ends the process at once.
func Main(ctx context.Context, args []string, streams ui.Streams) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, stop)()

	wd, err := os.Getwd()
	a := newApp(streams, wd, os.Getenv)
	a.version = version(ctx)
	if err == nil {
		err = a.execute(ctx, args)
	}
	return int(a.finish(ctx, args, err))
}

// execute runs the command tree. A panic becomes an error, so that a caller
// who asked for JSON gets JSON and the status is never that of a usage error.
func (a *app) execute(ctx context.Context, args []string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fail(codeInternal, "this is a fault of skillctl: please report it with the lines above",
				"internal error: %v", p)
			fmt.Fprintf(a.streams.Err, "%s\n", debug.Stack())
		}
	}()
	root := newRootCmd(a)
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// latch remembers the first error of a writer: whatever a command did with
// it, a result that did not reach standard output is a failure.
type latch struct {
	w   io.Writer
	err error
}

func (l *latch) Write(p []byte) (int, error) {
	n, err := l.w.Write(p)
	if err != nil && l.err == nil {
		l.err = fmt.Errorf("standard output: %w", plainCause(err))
	}
	if err != nil {
		return n, l.err
	}
	return n, nil
}

// finish reports what is to be reported and returns the exit status.
func (a *app) finish(ctx context.Context, args []string, err error) exitStatus {
	if isClosedPipe(a.out.err) {
		return exitInput
	}
	if a.out.err != nil && (err == nil || errors.Is(err, a.out.err)) {
		err = fail(codeUnreadable, "", "%w", a.out.err)
	}
	if err == nil {
		return exitOK
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = fail(codeInterrupted, "", "interrupted")
	}
	status, report := classify(err)
	if report != nil {
		a.report(report, args)
	}
	return status
}
