package sandbox

import (
	"io"
	"os"
	"testing"
	"time"
)

// TestAbortLeavesNothing gives a supervisor up after it has started its
// command, whose processes hold a pipe open for as long as they live.
func TestAbortLeavesNothing(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	s, _, err := launch(order{Spec: Spec{
		Level: None, Dir: t.TempDir(), Network: NetworkOn, Stdout: w,
		Argv: []string{"/bin/bash", "-c", "echo; setsid sleep 600 & wait"},
		Env:  []string{"PATH=/usr/bin:/bin"},
	}})
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(r, make([]byte, 1)); err != nil {
		t.Fatalf("the command did not start: %v", err)
	}
	s.abort()
	if _, err := io.Copy(io.Discard, r); err != nil {
		t.Errorf("a process is left: %v", err)
	}
}
