package ui

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// progressDelay is how long work may take before a progress line appears.
const progressDelay = 300 * time.Millisecond

// eraseLine returns to the first column and erases the line.
const eraseLine = "\r\x1b[K"

// Progress is one line on standard error that says what a long work is at. It
// is safe for concurrent use; the nil Progress shows nothing.
type Progress struct {
	mu      sync.Mutex
	w       io.Writer
	columns int
	text    string
	shown   bool
	timer   *time.Timer
}

// NewProgress starts a progress line. It appears when the work takes longer
// than 300 ms and standard error is a terminal. Stop must be called before
// anything else is written to the terminal.
func NewProgress(s Streams, text string) *Progress {
	if !s.ErrTTY {
		return nil
	}
	p := &Progress{w: s.Err, columns: s.Columns, text: text}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = time.AfterFunc(progressDelay, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.timer != nil {
			p.shown = true
			p.draw()
		}
	})
	return p
}

// Update changes the text: one line without control characters.
func (p *Progress) Update(text string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = text
	if p.shown {
		p.draw()
	}
}

// Stop erases the line. Calling it again does nothing.
func (p *Progress) Stop() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	if p.shown {
		fmt.Fprint(p.w, eraseLine)
		p.shown = false
	}
}

func (p *Progress) draw() {
	text := p.text
	if p.columns > 1 {
		text = Cut(text, p.columns-1)
	}
	fmt.Fprint(p.w, eraseLine, text)
}
