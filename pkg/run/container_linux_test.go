package run_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/pkg/run"
	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// testImage is made from the machine's own programs; nothing is pulled. It is
// this process's own, and goes at the end of the test.
func testImage() string { return fmt.Sprintf("localhost/skillctl-test:%d", os.Getpid()) }

// containers finds an engine that works and gives it the image.
func containers(t *testing.T) run.Container {
	t.Helper()
	for _, name := range []string{"podman", "docker"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		c := run.Container{Engine: path, Image: testImage(), Env: os.Environ()}
		if why := importImage(t, c); why != "" {
			t.Logf("%s: %s", name, why)
			continue
		}
		return c
	}
	t.Skip("needs podman or docker that works")
	return run.Container{}
}

// imageScript fills a root with busybox, an image without bash, or else with
// the few programs that the test needs and their libraries.
const imageScript = `set -e
if b=$(command -v busybox) && ! ldd "$b" >/dev/null 2>&1; then
  cp "$b" "$1/bin/busybox"
  for a in $("$b" --list); do [ "$a" = busybox ] || ln -s busybox "$1/bin/$a"; done
else
  for t in sh bash cat chmod grep ln ls sleep tr head setsid true; do
    p=$(command -v "$t")
    case $p in /*) ;; *) p=/bin/$t ;; esac
    cp -L "$p" "$1/bin/$t"
    for l in $(ldd "$p" | grep -o '/[^ ]*'); do mkdir -p "$1$(dirname "$l")"; cp -L "$l" "$1$l"; done
  done
fi
tar -C "$1" -cf - . | "$2" import - "$3" >/dev/null`

// importImage makes the image, and says why it could not.
func importImage(t *testing.T, c run.Container) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "root")
	for _, d := range []string{"bin", "tmp", "proc", "dev", "sys", "etc"} {
		if err := os.MkdirAll(filepath.Join(root, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", imageScript, "sh", root, c.Engine, c.Image)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Sprintf("%v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.CommandContext(context.Background(), c.Engine, "rmi", "-f", c.Image).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	return ""
}

func inContainer(ctx context.Context, t *testing.T, c run.Container, o run.Options, f run.Finish) (*run.Result, error) {
	t.Helper()
	p, err := run.NewPlan(skill(t, map[string]string{"data.txt": "d\n"}), o)
	if err != nil {
		t.Fatal(err)
	}
	return p.Run(ctx, c, run.Streams{}, f)
}

func TestContainer(t *testing.T) {
	c := containers(t)
	probe := options(t, sandbox.Container, "true")
	if r, err := inContainer(t.Context(), t, c, probe, run.Finish{}); err != nil || r.ExitCode != 0 {
		t.Skipf("the engine cannot run a container here: %v, %+v", err, r)
	}
	t.Run("confined", func(t *testing.T) {
		o := options(t, sandbox.Container, `cat data.txt; pwd; echo x > out/a; echo $MULTI; echo x > data.txt; echo x > /new; echo x > ../../new
grep -E 'CapEff|NoNewPrivs|Seccomp:' /proc/self/status; ls /sys/class/net; ls /work 2>&1; exit 3`)
		o.Environment.Set = []string{"MULTI=two\nlines", "PATH=/bin", "HOME=/tmp"}
		o.Network = sandbox.NetworkOff
		r, err := inContainer(t.Context(), t, c, o, run.Finish{})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"d\n", "/skills/demo\n", "two lines\n", "CapEff:\t0000000000000000", "NoNewPrivs:\t1", "\nlo\n"} {
			if !strings.Contains(r.Stdout, want) {
				t.Errorf("stdout lacks %q: %q, stderr %q", want, r.Stdout, r.Stderr)
			}
		}
		if strings.Count(r.Stderr, "Read-only file system") != 3 || r.ExitCode != 3 {
			t.Errorf("exit %d, stderr %q", r.ExitCode, r.Stderr)
		}
		if len(r.OutputFiles) != 1 || r.Sandbox.Level != sandbox.Container || r.Sandbox.Network != sandbox.NetworkOff {
			t.Errorf("files %v, sandbox %+v", names(r), r.Sandbox)
		}
	})
	t.Run("setuid", func(t *testing.T) {
		dir := tempDir(t)
		o := options(t, sandbox.Container, `cd "$OUTPUT_DIR"; echo x > a; chmod 6755 a; ln a b`)
		o.Environment.Set = []string{"OUTPUT_DIR=" + dir}
		r, err := inContainer(t.Context(), t, c, o, run.Finish{})
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(filepath.Join(dir, "b"))
		if err != nil || info.Mode() != 0o755 || !has(r.Warnings, "setuid or setgid bit was removed") {
			t.Errorf("%v, %v, warnings %q, stderr %q", info, err, r.Warnings, r.Stderr)
		}
	})
	t.Run("memory", func(t *testing.T) {
		o := options(t, sandbox.Container, `x=$(head -c 200000000 /dev/zero | tr '\0' x); echo ${#x}`)
		o.Limits.Memory = 64 << 20
		r, err := inContainer(t.Context(), t, c, o, run.Finish{})
		if err != nil {
			t.Skip(err)
		}
		if strings.Contains(r.Stdout, "200000000") {
			t.Errorf("200 MB fit into 64 MiB: exit %d", r.ExitCode)
		}
	})
	t.Run("timeout", func(t *testing.T) {
		o := options(t, sandbox.Container, `trap 'echo got-term; exit' TERM; (setsid sleep 600 &); echo started; while :; do sleep 1; done`)
		var r *run.Result
		var err error
		// An engine on a busy machine gets more time to start the command.
		for o.Limits.Timeout = 3 * time.Second; o.Limits.Timeout < time.Minute; o.Limits.Timeout *= 3 {
			if r, err = inContainer(t.Context(), t, c, o, run.Finish{}); err != nil || r.Stdout != "" {
				break
			}
		}
		if err != nil || !r.TimedOut || r.ExitCode != run.ExitTimeout || !strings.HasPrefix(r.Stdout, "started\n") {
			t.Errorf("%v, %+v", err, r)
		}
		noContainers(t, c, o.WorkspaceRoot)
	})
	t.Run("ignores-term", func(t *testing.T) {
		o := options(t, sandbox.Container, `trap '' TERM; while :; do sleep 1; done`)
		o.Limits.Timeout = time.Second
		if r, err := inContainer(t.Context(), t, c, o, run.Finish{}); err != nil || !r.TimedOut {
			t.Errorf("%v, %+v", err, r)
		}
		noContainers(t, c, o.WorkspaceRoot)
	})
	t.Run("death", func(t *testing.T) { containerAfterDeath(t, c) })
	t.Run("no image", func(t *testing.T) {
		none := c
		none.Image = "localhost/skillctl-no-such-image:latest"
		_, err := inContainer(t.Context(), t, none, probe, run.Finish{})
		var e *run.Error
		if !errors.As(err, &e) || e.Kind != run.Refused || !strings.Contains(e.Tip, "--pull") {
			t.Errorf("%v", err)
		}
	})
}

const helperContainer = "SKILLCTL_TEST_CONTAINER"

// TestContainerHelper is the process that containerAfterDeath kills.
func TestContainerHelper(t *testing.T) {
	given := strings.Split(os.Getenv(helperContainer), "|")
	if len(given) != 3 {
		t.Skip("only a helper of TestContainer")
	}
	o := options(t, sandbox.Container, `echo > "$OUTPUT_DIR/started"; sleep 600`)
	o.Environment.Set = []string{"OUTPUT_DIR=" + given[2]}
	_, _ = inContainer(t.Context(), t, run.Container{Engine: given[0], Image: given[1], Env: os.Environ()}, o, run.Finish{})
}

func containerAfterDeath(t *testing.T, c run.Container) {
	t.Helper()
	dir := tempDir(t)
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestContainerHelper$")
	cmd.Env = append(os.Environ(), helperContainer+"="+c.Engine+"|"+c.Image+"|"+dir, "TMPDIR="+tempOfKilled(t))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { _, err := os.Stat(filepath.Join(dir, "started")); return err == nil })
	if len(listContainers(t, c, dir)) != 1 {
		t.Errorf("not exactly one container of the run: %q", listContainers(t, c, dir))
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	waitFor(t, func() bool { return len(listContainers(t, c, dir)) == 0 })
}

func noContainers(t *testing.T, c run.Container, dir string) {
	t.Helper()
	if left := listContainers(t, c, dir); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// listContainers are those that something below dir is mounted in: there may
// be containers of other runs on this machine.
func listContainers(t *testing.T, c run.Container, dir string) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), c.Engine, "ps", "-a", "--no-trunc", "--filter", "name=skillctl-", "--format", "{{.Names}} {{.Mounts}}").Output()
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, dir) {
			found = append(found, line)
		}
	}
	return found
}
