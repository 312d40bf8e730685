package run

import (
	"errors"
	"io"
	"math"
	"os"
	"time"
)

// pump carries one output stream of a command: to a writer, or into a
// capture. It holds one buffer, whatever flows through.
type pump struct {
	ours, child *os.File // the two ends of the pipe
	to          io.Writer
	kept        *capture // nil when the stream is passed on
	count       int64
	failed      error
	done        chan struct{}
}

func newPump(to io.Writer, limit int64) (*pump, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, inputError("pipe", err)
	}
	widen(w)
	p := &pump{ours: r, child: w, to: to, done: make(chan struct{})}
	if to == nil {
		p.kept = newCapture(limit)
		p.to = p.kept
	}
	return p, nil
}

// started closes our copy of the command's end and begins to pump.
func (p *pump) started() {
	_ = p.child.Close()
	p.child = nil
	go p.run()
}

func (p *pump) run() {
	defer close(p.done)
	buf := make([]byte, copyBytes)
	if err := p.carry(p.ours.Read, buf, math.MaxInt64); errors.Is(err, os.ErrDeadlineExceeded) {
		_ = p.carry(func(b []byte) (int, error) { return readWaiting(p.ours, b) }, buf, pipeBytes)
	}
}

// carry passes on what read gives until it fails or has given most bytes.
func (p *pump) carry(read func([]byte) (int, error), buf []byte, most int64) error {
	for most > 0 {
		n, err := read(buf)
		p.count += int64(n)
		most -= int64(n)
		if n > 0 {
			if _, p.failed = p.to.Write(buf[:n]); p.failed != nil {
				// Whoever read us is gone: so that the command learns it as it
				// would without us, by SIGPIPE.
				_ = p.ours.Close()
				return p.failed
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// drain waits for the end of the stream; when something that we could not
// kill holds it open, for drainTime only.
func (p *pump) drain() {
	timer := time.NewTimer(drainTime)
	defer timer.Stop()
	select {
	case <-p.done:
		return
	case <-timer.C:
	}
	p.giveUp()
	<-p.done
}

// giveUp ends the wait for more. What is in the pipe is still passed on: it
// may be our reader that is slow, or the machine, and not a process that holds
// the pipe open.
func (p *pump) giveUp() {
	if err := p.ours.SetReadDeadline(time.Now()); errors.Is(err, os.ErrNoDeadline) {
		_ = p.ours.Close()
	}
}

// result is what the stream came to.
func (p *pump) result(name string, r *Result) (string, int64) {
	if p.kept == nil {
		return "", p.count
	}
	text, cut, dirty := p.kept.text()
	if cut {
		r.warn(name + " truncated")
	}
	if dirty {
		r.warn(name + " is not UTF-8: bytes replaced by U+FFFD")
	}
	return text, p.count
}

// close releases the pipe of a run that did not start.
func (p *pump) close() {
	if p.child != nil {
		_ = p.child.Close()
	}
	_ = p.ours.Close()
}
