package run

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// DefaultImage is the image of a container that none was named for: it has
// bash and Python.
const DefaultImage = "docker.io/library/python:3-slim"

// Defaults of the limits of a container.
const (
	containerMemory    = 2 << 30
	containerProcesses = 512
	containerTmpBytes  = 512 << 20
	containerFiles     = 1024
	// engineTime bounds a question to the engine, killTime an order to it.
	engineTime = 20 * time.Second
	killTime   = 5 * time.Second
)

// Container runs commands by the command line of a container engine: no
// network, read-only root, no capabilities, the workspace mounted at its own
// path. It is gone after the run, also when skillctl is killed.
type Container struct {
	Engine string   // path of podman or docker
	Image  string   // never pulled unless Pull is set
	Pull   bool     // pull the image first
	Env    []string // the engine's environment, "K=V"
}

// Start starts the container; an engine or an image that is missing gives an
// [*Error] of kind [Refused].
func (c Container) Start(ctx context.Context, p *Plan, files Files) (Job, error) {
	if err := c.prepare(ctx); err != nil {
		return nil, err
	}
	gaps := c.gaps()
	if len(gaps) > 0 && p.Limits.Memory > 0 {
		return nil, refusedError("use cgroups v2, or run as root", "--memory: rootless containers on cgroups v1 have no limits")
	}
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails
	name := "skillctl-" + hex.EncodeToString(random[:])
	job := &containerJob{engine: c, name: name, report: sandbox.Report{
		Level: sandbox.Container, Network: p.Sandbox.Network, Seccomp: true, NotEnforced: gaps,
		Namespaces: containerNamespaces(p.Sandbox.Network),
	}}
	args, env := c.runArgs(p, name, files.Stdin != nil)
	process, err := sandbox.Start(ctx, sandbox.Spec{
		Level: sandbox.None, Network: sandbox.NetworkOn, Dir: "/",
		Argv:    append([]string{c.Engine}, args...),
		Env:     env,
		Cleanup: [][]string{append([]string{c.Engine}, c.global("rm", "-f", name)...)},
		Stdin:   files.Stdin, Stdout: files.Stdout, Stderr: files.Stderr,
	})
	if err != nil {
		return nil, err
	}
	job.process = process
	return job, nil
}

func containerNamespaces(n sandbox.Network) []string {
	names := []string{"mount", "pid"}
	if n == sandbox.NetworkOff {
		names = append(names, "net")
	}
	return append(names, "ipc", "uts")
}

// prepare checks the engine and the image, and pulls it when asked to.
func (c Container) prepare(ctx context.Context) error {
	if c.Engine == "" {
		return refusedError("install podman or docker, or use --sandbox auto", "--sandbox container: no container engine found")
	}
	if c.Pull {
		if out, err := c.do(ctx, 10*time.Minute, "pull", "--quiet", c.Image); err != nil {
			return &Error{Kind: Refused, Text: "pull " + c.Image + ": " + lastLine(out), Err: err}
		}
	}
	out, err := c.do(ctx, engineTime, "image", "inspect", "--format", "{{.Id}}", c.Image)
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	text := lastLine(out)
	if isNoImage(text) {
		return refusedError(fmt.Sprintf("use --pull to fetch it, or --image to name another; %s images lists those you have", c.Engine),
			"image "+c.Image+" is not on this machine")
	}
	return refusedError("is the engine running? skillctl doctor tells what it finds", fmt.Sprintf("%s does not work: %s", c.Engine, text))
}

// isNoImage reads the engines' words for a missing image.
func isNoImage(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "no such image") || strings.Contains(text, "not known") ||
		strings.Contains(text, "image not known") || strings.Contains(text, "no such object")
}

// do runs the engine and returns what it said.
func (c Container) do(ctx context.Context, limit time.Duration, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Engine, c.global(args...)...)
	cmd.Env, cmd.Dir = c.Env, "/"
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// global puts the options that concern the engine before its command. crun
// cannot work on hybrid cgroups, runc can.
func (c Container) global(args ...string) []string {
	if c.isPodman() && hasHybridCgroups() {
		if _, err := exec.LookPath("runc"); err == nil {
			return append([]string{"--runtime", "runc"}, args...)
		}
	}
	return args
}

func (c Container) isPodman() bool { return strings.Contains(c.Engine, "podman") }

func hasHybridCgroups() bool {
	_, err := os.Stat("/sys/fs/cgroup/unified/cgroup.procs")
	return err == nil
}

// gaps says what the engine cannot enforce here.
func (c Container) gaps() []string {
	_, err := os.Stat("/sys/fs/cgroup/cgroup.controllers")
	if c.isPodman() && os.Geteuid() != 0 && err != nil {
		return []string{"memory", "number of processors"}
	}
	return []string{}
}

// runArgs is the command line of the container, and the engine's environment.
func (c Container) runArgs(p *Plan, name string, stdin bool) (args, env []string) {
	args = c.global("run", "--rm", "--name", name, "--pull=never", "--read-only", "--cap-drop=ALL",
		"--security-opt=no-new-privileges",
		"--workdir", p.Cwd, "--entrypoint", "/bin/sh",
		"--tmpfs", fmt.Sprintf("/tmp:rw,nosuid,nodev,mode=1777,size=%d", containerTmpBytes))
	if p.Sandbox.Network != sandbox.NetworkOn {
		args = append(args, "--network=none") // else the engine's default, which differs with and without root
	}
	if stdin {
		args = append(args, "--interactive")
	}
	args = append(args, c.userArgs()...)
	args = append(args, limitArgs(p.Limits)...)
	args = append(args, mountArgs(p)...)
	more, env := c.envArgs(p.Env)
	args = append(args, more...)
	login := "--noprofile --norc"
	if len(p.Argv) > 1 && p.Argv[1] == "--login" {
		login = "--login"
	}
	return append(args, c.Image, "-c", fmt.Sprintf(containerScript, login), "sh", p.Command), env
}

// containerScript is the container's first process. A first process ignores
// signals it has no handler for, so it passes them on. Images without bash
// get their sh.
const containerScript = `umask 022
if command -v bash >/dev/null 2>&1; then set -- bash %s -c "$1"; else set -- sh -c "$1"; fi
trap 'kill -TERM -1' TERM
trap 'kill -INT -1' INT
"$@" <&0 &
p=$!
while :; do wait $p; c=$?; kill -0 $p 2>/dev/null || exit $c; done`

// userArgs keep files of the run in the caller's hands.
func (c Container) userArgs() []string {
	if os.Getuid() < 0 { // Windows: the engine's machine decides
		return nil
	}
	args := []string{"--user", fmt.Sprintf("%d:%d", os.Getuid(), os.Getgid())}
	if c.isPodman() && os.Geteuid() != 0 {
		args = append(args, "--userns=keep-id")
	}
	return args
}

func limitArgs(l Limits) []string {
	memory, processes := l.Memory, l.Processes
	if memory == 0 {
		memory = containerMemory
	}
	if processes == 0 {
		processes = containerProcesses
	}
	args := []string{
		"--memory", strconv.FormatInt(memory, 10), "--pids-limit", strconv.Itoa(processes),
		"--ulimit", fmt.Sprintf("nofile=%d:%d", containerFiles, containerFiles), "--ulimit", "core=0:0",
	}
	// Left alone, an engine sets this to a number of its own, which fails
	// without CAP_SYS_RESOURCE when it is more than the limit we run under.
	most := processLimit()
	args = append(args, "--ulimit", fmt.Sprintf("nproc=%d:%d", most, most))
	if l.CPUs > 0 {
		args = append(args, "--cpus", strconv.FormatFloat(l.CPUs, 'f', -1, 64))
	}
	return args
}

// mountArgs mount the workspace read-only, and what may be written on top.
func mountArgs(p *Plan) []string {
	args := mountArg(p.Workspace.Root, true)
	for _, dir := range p.Sandbox.Writable {
		args = append(args, mountArg(dir, false)...)
	}
	for _, path := range p.Sandbox.AllowRead {
		args = append(args, mountArg(path, true)...)
	}
	return args
}

func mountArg(path string, readOnly bool) []string {
	arg := "type=bind," + mountField("source", path) + "," + mountField("target", path)
	if readOnly {
		arg += ",readonly"
	}
	return []string{"--mount", arg}
}

// mountField quotes a field as engines read it: the option is a line of CSV.
func mountField(key, value string) string {
	field := key + "=" + value
	if strings.ContainsAny(field, ",\"") {
		return `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
	}
	return field
}

// envArgs hand the variables over by name, so that no value shows in a
// process list; where the engine needs a variable of the same name for
// itself, by value.
func (c Container) envArgs(vars []string) (args, env []string) {
	env = append(env, c.Env...)
	for _, kv := range vars {
		name, _, _ := strings.Cut(kv, "=")
		if _, taken := lookup(c.Env, name); taken {
			args = append(args, "--env", kv)
			continue
		}
		args = append(args, "--env", name)
		env = append(env, kv)
	}
	return args, env
}

// containerJob is a running container and the engine's process in front of it.
type containerJob struct {
	engine  Container
	name    string
	process *sandbox.Process
	report  sandbox.Report

	mu    sync.Mutex // guards ended
	ended bool       // by us
}

// Report says what is enforced.
func (j *containerJob) Report() sandbox.Report { return j.report }

// Signal asks the engine to pass the signal on.
func (j *containerJob) Signal(sig os.Signal) error {
	n, ok := sig.(syscall.Signal)
	if !ok {
		return errors.New("no such signal")
	}
	j.end()
	_, err := j.engine.do(context.Background(), killTime, "kill", "--signal", strconv.Itoa(int(n)), j.name)
	return err
}

// Kill ends the engine's process; Wait then removes the container.
func (j *containerJob) Kill() {
	j.end()
	j.process.Kill()
}

func (j *containerJob) end() {
	j.mu.Lock()
	j.ended = true
	j.mu.Unlock()
}

// remove is best effort: a container that is gone already is what we want.
func (j *containerJob) remove() {
	_, _ = j.engine.do(context.Background(), killTime, "rm", "-f", j.name)
}

// Wait waits for the engine's process, and makes sure of the container's end:
// one that did not end by itself may still be on its way out.
func (j *containerJob) Wait() sandbox.Status {
	st := j.process.Wait()
	j.mu.Lock()
	ended := j.ended
	j.mu.Unlock()
	if st.Lost || st.Signal != 0 || ended {
		j.remove()
	}
	return st
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
