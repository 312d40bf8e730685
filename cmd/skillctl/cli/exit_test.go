package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/pkg/parse"
)

func TestClassify(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err    error
		status exitStatus
		code   code
		hint   string
	}{
		{usage("do this", "wrong"), exitUsage, codeUsage, "do this"},
		{fmt.Errorf("outer: %w", fail(codeOffline, "", "no")), exitInput, codeOffline, ""},
		{fail(codeMismatch, "", "no"), exitRefused, codeMismatch, ""},
		{fail(codeRefused, "", "no"), exitRefused, codeRefused, ""},
		{fail(codeNetwork, "", "no"), exitInput, codeNetwork, ""},
		{&fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}, exitInput, codeUnreadable, "check the path"},
		{fmt.Errorf("x: %w", &parse.NotFoundError{Name: "x", Close: []string{"y"}}), exitNotFound, codeNotFound, "did you mean y?"},
		{context.Canceled, exitInterrupted, codeInterrupted, ""},
		{errors.New("something else"), exitInput, codeInternal, ""},
	} {
		status, f := classify(c.err)
		if status != c.status || f == nil || f.code != c.code || f.hint != c.hint {
			t.Errorf("classify(%v) = %d, %+v; want %d, %s, %q", c.err, status, f, c.status, c.code, c.hint)
		}
	}
	if status, f := classify(fmt.Errorf("said already: %w", exitFindings)); status != exitFindings || f != nil {
		t.Errorf("a status that was told is reported again: %d, %v", status, f)
	}
}

func TestInterruptExits130(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	streams, out, errOut := ui.Test("")
	status := Main(ctx, []string{"list", "--json", "."}, streams)
	if status != 130 {
		t.Errorf("exit status %d, want 130", status)
	}
	if !strings.Contains(out.String(), `"code": "interrupted"`) || !strings.Contains(errOut.String(), "interrupted") {
		t.Errorf("the interrupt is not told: %q, %q", out.String(), errOut.String())
	}
}

// silent is a reader that nobody writes to.
type silent struct{ end <-chan struct{} }

func (s silent) Read([]byte) (int, error) {
	<-s.end
	return 0, io.EOF
}

func TestInterruptEndsReading(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	end := make(chan struct{})
	t.Cleanup(func() { close(end) })
	streams, _, errOut := ui.Test("")
	streams.In = silent{end}
	if status := Main(ctx, []string{"lint", "-"}, streams); status != 130 {
		t.Errorf("exit status %d, want 130: %s", status, errOut)
	}
}

// brokenWriter fails as a full disk does.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestLostOutputIsAFailure(t *testing.T) {
	t.Parallel()
	streams, _, errOut := ui.Test("")
	streams.Out = brokenWriter{}
	if status := Main(t.Context(), []string{"--version"}, streams); status != 3 {
		t.Errorf("exit status %d, want 3", status)
	}
	if !strings.Contains(errOut.String(), "no space left") {
		t.Errorf("standard error does not tell: %q", errOut.String())
	}
}

func TestSplitRoots(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                           "",
		"a":                          "a",
		"a\n\n b \n":                 "a|b",
		"github:o/r":                 "github:o/r",
		"https://x.example/a.zip":    "https://x.example/a.zip",
		"https://x.example/a.zip\nb": "https://x.example/a.zip|b",
	} {
		if got := strings.Join(splitRoots(in), "|"); got != want {
			t.Errorf("splitRoots(%q) = %q, want %q", in, got, want)
		}
	}
}
