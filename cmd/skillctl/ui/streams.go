package ui

import (
	"bytes"
	"io"
	"os"

	"golang.org/x/term"
)

// Streams are the three standard streams and what is known of the terminal
// behind them.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// InTTY, OutTTY and ErrTTY say which of them are a terminal that obeys
	// escape sequences.
	InTTY, OutTTY, ErrTTY bool
	// Columns is the width of the terminal in character cells; 0 when no
	// terminal told it.
	Columns int
}

// System looks at the process's own streams.
func System(in, out, err *os.File) Streams {
	s := Streams{In: in, Out: out, Err: err}
	s.InTTY = term.IsTerminal(int(in.Fd()))
	s.OutTTY = term.IsTerminal(int(out.Fd())) && obeysEscapes(out)
	s.ErrTTY = term.IsTerminal(int(err.Fd())) && obeysEscapes(err)
	for _, f := range []*os.File{out, err, in} {
		if columns, _, e := term.GetSize(int(f.Fd())); e == nil && columns > 0 {
			s.Columns = columns
			break
		}
	}
	return s
}

// Test returns streams over buffers, none of them a terminal, with input as
// standard input.
func Test(input string) (s Streams, out, err *bytes.Buffer) {
	out, err = new(bytes.Buffer), new(bytes.Buffer)
	return Streams{In: bytes.NewReader([]byte(input)), Out: out, Err: err}, out, err
}
