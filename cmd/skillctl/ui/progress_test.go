package ui

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"
)

func TestProgress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		p := NewProgress(Streams{Err: &b, ErrTTY: true, Columns: 8}, "reading")
		p.Update("reading 1")
		if b.Len() > 0 {
			t.Errorf("short work shows %q", b.String())
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

func TestProgressOffTerminal(t *testing.T) {
	t.Parallel()
	p := NewProgress(Streams{Err: new(bytes.Buffer)}, "reading")
	p.Update("on")
	p.Stop()
}
