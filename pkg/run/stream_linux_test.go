package run_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/run"
	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

const helperFlood = "SKILLCTL_TEST_FLOOD"

// floodMemory is the most memory that a run may take, whatever is printed.
const floodMemory = 100 << 20

// TestFlood prints 2 GiB and looks at the memory that took; in a process of
// its own, so that nothing else counts.
func TestFlood(t *testing.T) {
	if os.Getenv(helperFlood) != "" {
		o := options(t, sandbox.Auto, `head -c 2147483648 /dev/zero; echo end >&2`)
		r := carryOut(t, skill(t, nil), o, run.Finish{})
		if r.StdoutBytes != 2<<30 || len(r.Stdout) > run.DefaultMaxOutput+100 || r.Stderr != "end\n" || !has(r.Warnings, "stdout truncated") {
			t.Errorf("%d bytes, kept %d, stderr %q, warnings %q", r.StdoutBytes, len(r.Stdout), r.Stderr, r.Warnings)
		}
		return
	}
	if testing.Short() {
		t.Skip("2 GiB take a second or two; not with -short")
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestFlood$")
	cmd.Env = append(os.Environ(), helperFlood+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		t.Fatal("no usage")
	}
	if peak := usage.Maxrss << 10; peak > floodMemory {
		t.Errorf("peak memory %d MiB, at most %d allowed", peak>>20, floodMemory>>20)
	}
}

func TestStreams(t *testing.T) {
	t.Parallel()
	if testing.CoverMode() != "" {
		t.Skip("with -cover, the runtime of the supervisor writes a warning to the command's stderr")
	}
	s := skill(t, nil)
	for _, tt := range []struct {
		name, line     string
		stdout, stderr string
		warning        string
	}{
		{"both", `echo out; echo err >&2`, "out\n", "err\n", ""},
		{"not UTF-8", `printf 'a\377b'`, "a\uFFFDb", "", "stdout is not UTF-8"},
		{"no newline", `printf x`, "x", "", ""},
		{"nothing to read", `cat; echo $?`, "0\n", "", ""},
		{"failure keeps output", `echo kept; exit 3`, "kept\n", "", "network was off"},
		{"escapes", `printf '\033[31mred'`, "\x1b[31mred", "", ""},
		{"no terminal", `tty >/dev/null; echo $?; (: < /dev/tty) 2>/dev/null || echo none`, "1\nnone\n", "", ""},
		{"descriptors", `ls /proc/self/fd | wc -l`, "4\n", "", ""},
		{"umask", `umask`, "0022\n", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := carryOut(t, s, options(t, sandbox.Auto, tt.line), run.Finish{})
			if r.Stdout != tt.stdout || r.Stderr != tt.stderr || !has(append(r.Warnings, ""), tt.warning) {
				t.Errorf("stdout %q, stderr %q, warnings %q", r.Stdout, r.Stderr, r.Warnings)
			}
		})
	}
}

func TestCutStreams(t *testing.T) {
	t.Parallel()
	o := options(t, sandbox.Auto, `for i in $(seq 10000); do echo "line ä $i"; done`)
	o.Limits.MaxOutput = 1000
	r := carryOut(t, skill(t, nil), o, run.Finish{})
	if !strings.HasPrefix(r.Stdout, "line ä 1\n") || !strings.HasSuffix(r.Stdout, "line ä 10000\n") || !utf8.ValidString(r.Stdout) {
		t.Errorf("head or tail missing: %q", r.Stdout)
	}
	_, after, _ := strings.Cut(r.Stdout, "… ")
	number, _, _ := strings.Cut(after, " bytes left out …\n")
	left, err := strconv.ParseInt(number, 10, 64)
	marker := fmt.Sprintf("… %d bytes left out …\n", left)
	kept := int64(len(r.Stdout) - len(marker))
	// The line before the marker may have got its newline from us.
	if err != nil || left+kept != r.StdoutBytes && left+kept-1 != r.StdoutBytes {
		t.Errorf("%d left out and %d kept of %d: %v", left, kept, r.StdoutBytes, err)
	}
	if !has(r.Warnings, "stdout truncated") {
		t.Errorf("warnings %q", r.Warnings)
	}
}

// TestReaderGoesAway closes the reading end: the command dies as it would
// without us, and the run ends.
func TestReaderGoesAway(t *testing.T) {
	t.Parallel()
	s := skill(t, nil)
	p, err := run.NewPlan(s, options(t, sandbox.Auto, `yes`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(t.Context(), run.Local{}, run.Streams{Stdout: brokenPipe{}, Stderr: io.Discard}, run.Finish{})
	if err != nil {
		t.Fatal(err)
	}
	if r.ExitCode != 128+int(syscall.SIGPIPE) {
		t.Errorf("exit %d", r.ExitCode)
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, syscall.EPIPE }

func TestStdin(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	put(t, dir, map[string]string{"in": "hello"})
	f, err := os.Open(dir + "/in")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := run.NewPlan(skill(t, nil), options(t, sandbox.Auto, `cat`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(t.Context(), run.Local{}, run.Streams{Stdin: f}, run.Finish{})
	if err != nil || r.Stdout != "hello" {
		t.Errorf("%v, %+v", err, r)
	}
}
