package ui

import (
	"bytes"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestProgress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var b lockedBuffer
		p := NewProgress(Streams{Err: &b, ErrTTY: true, Columns: 8}, "reading")
		p.Update("reading 1")
		if got := b.String(); got != "" {
			t.Errorf("short work shows %q", got)
		}
		<-time.After(2 * progressDelay)
		synctest.Wait()
		p.Update("2")
		p.Stop()
		p.Stop()
		p.Update("after the end")
		if got, want := b.String(), eraseLine+"readin…"+eraseLine+"2"+eraseLine; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// lockedBuffer is a terminal that the timer and the test use side by side.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestProgressOffTerminal(t *testing.T) {
	t.Parallel()
	p := NewProgress(Streams{Err: new(bytes.Buffer)}, "reading")
	p.Update("on")
	p.Stop()
}
