package run_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skillctl/skillctl/pkg/run"
	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// escapes are scripts that try to outlive their run; MARK is the name that
// their processes take (security reference, 3.1).
var escapes = map[string]string{
	"plain":        `exec -a MARK sleep 600`,
	"holds-stdout": `(exec -a MARK sleep 600) & wait`,
	"background":   `(exec -a MARK sleep 600) & (exec -a MARK sleep 600) & exec -a MARK sleep 600`,
	"nohup":        `nohup bash -c 'exec -a MARK sleep 600' >/dev/null 2>&1 & exec -a MARK sleep 600`,
	"disown":       `(exec -a MARK sleep 600) & disown -a; exec -a MARK sleep 600`,
	"setsid":       `setsid bash -c 'exec -a MARK sleep 600' & exec -a MARK sleep 600`,
	"double-fork":  `( ( (exec -a MARK sleep 600) & ) & ); exec -a MARK sleep 600`,
	"daemon":       `setsid bash -c 'cd /; exec 0<&- 1>&- 2>&-; (setsid bash -c "exec -a MARK sleep 600" &) &' & exec -a MARK sleep 600`,
	"fork-storm":   `f() { (exec -a MARK sleep 600) & }; while :; do f; f; sleep 0.01; done`,
	"ignores-term": `trap "" TERM INT HUP; (trap "" TERM; while :; do exec -a MARK sleep 600; done) & while :; do bash -c 'exec -a MARK sleep 600'; done`,
	"stopped":      `(exec -a MARK sleep 600) & kill -STOP $!; exec -a MARK sleep 600`,
	"zombies":      `for i in 1 2 3 4 5; do (bash -c 'exit 0' & exec -a MARK sleep 600) & done; exec -a MARK sleep 600`,
}

func TestNothingOutlivesATimeout(t *testing.T) {
	t.Parallel()
	s := skill(t, nil)
	for name, script := range escapes {
		for _, level := range []sandbox.Level{sandbox.None, sandbox.Partial, sandbox.Strict} {
			t.Run(name+"/"+string(level), func(t *testing.T) {
				t.Parallel()
				mark := newMark(name, level)
				o := options(t, level, strings.ReplaceAll(script, "MARK", mark))
				o.Limits.Timeout = 300 * time.Millisecond
				r := carryOut(t, s, o, run.Finish{})
				if !r.TimedOut || r.ExitCode != run.ExitTimeout {
					t.Errorf("timed out %v, exit %d, stderr %q", r.TimedOut, r.ExitCode, r.Stderr)
				}
				noneLeft(t, mark)
			})
		}
	}
}

func TestNothingOutlivesTheCommand(t *testing.T) {
	t.Parallel()
	s := skill(t, nil)
	for _, level := range []sandbox.Level{sandbox.None, sandbox.Partial, sandbox.Strict} {
		t.Run(string(level), func(t *testing.T) {
			t.Parallel()
			mark := newMark("after", level)
			script := `setsid bash -c 'exec -a MARK sleep 600' & (exec -a MARK sleep 600) & echo started; exit 5`
			r := carryOut(t, s, options(t, level, strings.ReplaceAll(script, "MARK", mark)), run.Finish{})
			if r.ExitCode != 5 || r.Stdout != "started\n" || r.TimedOut {
				t.Errorf("exit %d, stdout %q, timed out %v", r.ExitCode, r.Stdout, r.TimedOut)
			}
			noneLeft(t, mark)
		})
	}
}

// TestNothingOutlivesAnInterrupt does not run beside the fork storms: the
// command has to get its turn within the grace time.
func TestNothingOutlivesAnInterrupt(t *testing.T) {
	s := skill(t, nil)
	for _, level := range []sandbox.Level{sandbox.None, sandbox.Strict} {
		t.Run(string(level), func(t *testing.T) {
			mark := newMark("interrupt", level)
			out := tempDir(t)
			o := options(t, level, fmt.Sprintf(
				`trap 'echo got-int > "$OUTPUT_DIR/signal"; exit 1' INT; setsid bash -c 'exec -a %s sleep 600' & echo > "$OUTPUT_DIR/started"; while :; do sleep 0.05; done`, mark))
			o.Environment.Set = []string{"OUTPUT_DIR=" + out}
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			go func() {
				waitFor(t, func() bool { _, err := os.Stat(filepath.Join(out, "started")); return err == nil || ctx.Err() != nil })
				cancel(run.Interrupt{Signal: os.Interrupt})
			}()
			if _, err := tryOut(ctx, t, s, o, run.Finish{}); !errors.Is(err, context.Canceled) {
				t.Fatalf("error %v, want that of the context", err)
			}
			if b, err := os.ReadFile(filepath.Join(out, "signal")); err != nil || string(b) != "got-int\n" {
				t.Errorf("the command did not get the interrupt: %q, %v", b, err)
			}
			noneLeft(t, mark)
		})
	}
}

// helperRun makes the test binary run a command and be killed meanwhile.
const helperRun = "SKILLCTL_TEST_RUN_FOR_KILL"

func TestNothingOutlivesOurDeath(t *testing.T) {
	if script := os.Getenv(helperRun); script != "" {
		level, line, _ := strings.Cut(script, " ")
		o := options(t, sandbox.Level(level), line)
		o.Environment.Set = []string{"OUTPUT_DIR=" + os.Getenv(helperRun+"_DIR")}
		carryOut(t, skill(t, nil), o, run.Finish{})
		return
	}
	t.Parallel()
	for _, level := range []sandbox.Level{sandbox.None, sandbox.Partial, sandbox.Strict} {
		t.Run(string(level), func(t *testing.T) {
			t.Parallel()
			// Skips here what the helper would skip, unseen, in its process.
			carryOut(t, skill(t, nil), options(t, level, "true"), run.Finish{})
			mark := newMark("death", level)
			dir := tempDir(t)
			script := fmt.Sprintf(`%s setsid bash -c 'exec -a %s sleep 600' & (exec -a %s sleep 600) & echo > "$OUTPUT_DIR/started"; exec -a %s sleep 600`, level, mark, mark, mark)
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestNothingOutlivesOurDeath$")
			cmd.Env = append(os.Environ(), helperRun+"="+script, helperRun+"_DIR="+dir, "TMPDIR="+tempOfKilled(t))
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			waitFor(t, func() bool { _, err := os.Stat(filepath.Join(dir, "started")); return err == nil })
			if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			waitFor(t, func() bool { return len(marked(mark)) == 0 })
		})
	}
}

// tempOfKilled is the temporary directory of a process that will be killed.
// What it leaves there goes with the test, read-only directories too.
func tempOfKilled(t *testing.T) string {
	t.Helper()
	dir := tempDir(t)
	t.Cleanup(func() {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				err = os.Chmod(path, 0o700) //nolint:gosec // to be removed
			}
			return err
		})
	})
	return dir
}

// waitFor waits for an event in another process, two minutes at most.
func waitFor(t *testing.T, happened func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	deadline := time.NewTimer(2 * time.Minute)
	defer deadline.Stop()
	for !happened() {
		select {
		case <-tick.C:
		case <-deadline.C:
			t.Error("did not happen")
			return
		}
	}
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	s := skill(t, map[string]string{"noexec.bin": "\x00\x01", "plain": "text"})
	for _, tt := range []struct {
		line string
		want int
	}{
		{"true", 0},
		{"exit 3", 3},
		{"exit 255", 255},
		{"kill -9 $$", 137},
		{"kill -TERM $$", 143},
		{"kill -SEGV $$", 139},
		{"nosuchcommand", 127},
		{"./plain", 126},
		{"exec ./nothing", 127},
	} {
		for _, level := range []sandbox.Level{sandbox.None, sandbox.Strict} {
			t.Run(tt.line+"/"+string(level), func(t *testing.T) {
				t.Parallel()
				if r := carryOut(t, s, options(t, level, tt.line), run.Finish{}); r.ExitCode != tt.want {
					t.Errorf("exit %d, want %d; stderr %q", r.ExitCode, tt.want, r.Stderr)
				}
			})
		}
	}
}

func newMark(name string, level sandbox.Level) string {
	return "mark-" + name + "-" + string(level) + "-" + strconv.Itoa(os.Getpid())
}

// marked lists the processes that carry the mark as their name.
func marked(mark string) []string {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	var found []string
	for _, l := range lines {
		if b, err := os.ReadFile(l); err == nil && strings.HasPrefix(string(b), mark) {
			found = append(found, l)
		}
	}
	return found
}

func noneLeft(t *testing.T, mark string) {
	t.Helper()
	if left := marked(mark); len(left) > 0 {
		t.Errorf("%d survivors: %v", len(left), left)
	}
}
