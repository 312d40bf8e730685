package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/pkg/run"
	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// runFlags are the flags of run but the roots and the output format.
type runFlags struct {
	env, envFile, passEnv, inputs, outputs, allowRead []string

	inheritEnv, login, noInline, force, keep, writable, dryRun, pull bool

	save, cwd, stdin, workspaceRoot, session, sandbox, network, engine, image string

	maxInline, maxTotal, maxOutput, memory sizeFlag

	maxFiles, pids int
	cpus           float64
	timeout        time.Duration
}

// add gives cmd the flags.
func (f *runFlags) add(cmd *cobra.Command, o *runOptions) {
	flags := cmd.Flags()
	flags.StringVarP(&o.line, "command", "c", "", "`LINE` for bash, instead of words behind --")
	flags.BoolVar(&f.login, "login", false, "let bash read the profiles")
	flags.StringArrayVar(&f.env, "env", nil, "`K=V` for the command; wins over every other variable; repeatable")
	flags.StringArrayVar(&f.envFile, "env-file", nil, "`FILE` of K=V lines; repeatable")
	flags.StringArrayVar(&f.passEnv, "pass-env", nil, "pass the caller's variable `NAME`; repeatable")
	flags.BoolVar(&f.inheritEnv, "inherit-env", false, "pass the caller's whole environment, but for loader and shell start-up variables")
	flags.StringArrayVar(&f.inputs, "input", nil, "copy `SRC[:DST]` (file, directory or http(s) URL) into work/inputs; repeatable")
	flags.StringArrayVar(&f.outputs, "output", nil, "collect files that match `GLOB`; repeatable (default out/**)")
	flags.StringVar(&f.save, "save", "", "copy the collected files into `DIR`")
	flags.BoolVar(&f.force, "force", false, "with --save: overwrite files")
	flags.BoolVar(&f.noInline, "no-inline", false, "leave the contents of files out of the JSON")
	f.maxInline, f.maxTotal, f.maxOutput = run.DefaultMaxInline, run.DefaultMaxTotal, run.DefaultMaxOutput
	flags.Var(&f.maxInline, "max-inline", "`SIZE` of one text file's content in the JSON; 1 MiB in all")
	flags.IntVar(&f.maxFiles, "max-files", run.DefaultMaxFiles, "collect at most `N` files")
	flags.Var(&f.maxTotal, "max-total", "collect files of at most this `SIZE` together")
	flags.Var(&f.maxOutput, "max-output", "keep this `SIZE` of each of stdout and stderr in the JSON, half head and half tail")
	flags.DurationVar(&f.timeout, "timeout", run.DefaultTimeout, "end the command after this `DURATION`: TERM, two seconds, KILL")
	flags.StringVar(&f.cwd, "cwd", "", "working `DIR` inside the workspace (default the staged skill)")
	flags.StringVar(&f.stdin, "stdin", "", "`FILE` for the command to read, - for standard input (default nothing)")
	flags.StringVar(&f.workspaceRoot, "workspace-root", "", "make workspaces in `DIR` (default the system's temporary directory)")
	flags.StringVar(&f.session, "session", "", "use the workspace of session `ID`, and keep it")
	flags.BoolVar(&f.keep, "keep", false, "keep the workspace")
	flags.BoolVar(&f.writable, "writable", false, "let the command change the staged skill")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print the plan and run nothing")
	flags.StringVar(&f.sandbox, "sandbox", string(sandbox.Auto), "`LEVEL`: auto, strict, container, none")
	complete(cmd, "sandbox", "auto", "strict", "container", "none")
	flags.StringVar(&f.network, "network", string(sandbox.NetworkOff), "`STATE` of the network: off or on")
	complete(cmd, "network", "off", "on")
	flags.StringArrayVar(&f.allowRead, "allow-read", nil, "let the command read `PATH`; repeatable")
	flags.StringVar(&f.engine, "engine", "", "container `ENGINE`: docker or podman (default the one found)")
	complete(cmd, "engine", "docker", "podman")
	flags.StringVar(&f.image, "image", "", "container `IMAGE` (default SKILLCTL_IMAGE, else "+run.DefaultImage+")")
	flags.BoolVar(&f.pull, "pull", false, "pull the container image first")
	flags.Var(&f.memory, "memory", "memory limit, a `SIZE` such as 512MiB: of each process, or of the container")
	flags.Float64Var(&f.cpus, "cpus", 0, "`NUMBER` of processors of the container, such as 1.5")
	flags.IntVar(&f.pids, "pids", 0, "limit on the `NUMBER` of processes")
	before(cmd, func(cmd *cobra.Command) error { return f.check(cmd) })
}

// minMemory is the smallest --memory, in bytes. Less is a forgotten unit: the
// command would end by a signal that says nothing.
const minMemory = 1 << 20

func (f *runFlags) level() sandbox.Level { return sandbox.Level(f.sandbox) }

// check refuses values that make no sense.
func (f *runFlags) check(cmd *cobra.Command) error {
	for _, choice := range []struct {
		flag, value string
		allowed     []string
	}{
		{"sandbox", f.sandbox, []string{"auto", "strict", "container", "none"}},
		{"network", f.network, []string{"off", "on"}},
		{"engine", f.engine, []string{"", "docker", "podman"}},
	} {
		if !slices.Contains(choice.allowed, choice.value) {
			known := slices.DeleteFunc(choice.allowed, func(name string) bool { return name == "" })
			return usage(suggestion(choice.value, known, "use one of: "+strings.Join(known, ", ")),
				"--%s: unknown value %q", choice.flag, choice.value)
		}
	}
	if f.timeout <= 0 {
		return usage("give a duration such as 30s or 5m", "--timeout: must be more than 0")
	}
	if f.memory > 0 && f.memory < minMemory {
		return usage("give a size with its unit, such as 512MiB", "--memory: no command starts in less than 1 MiB")
	}
	return f.checkPairs(cmd)
}

// checkPairs refuses flags that do nothing without another.
func (f *runFlags) checkPairs(cmd *cobra.Command) error {
	if f.force && f.save == "" {
		return usage("add --save DIR", "--force is for --save")
	}
	if cmd.Flags().Changed("session") && f.session == "" {
		return usage("give an id", "--session: is empty")
	}
	switch f.level() {
	case sandbox.Container:
		return nil
	case sandbox.None:
		if cmd.Flags().Changed("network") && f.network == string(sandbox.NetworkOff) {
			return fail(codeRefused, "use --sandbox auto, strict or container", "--network off: level none cannot turn the network off")
		}
	default:
	}
	for _, name := range []string{"engine", "image", "pull"} {
		if cmd.Flags().Changed(name) {
			return usage("add --sandbox container", "--%s is for containers", name)
		}
	}
	return nil
}

// options are the flags as package run wants them; done removes what was
// downloaded.
func (o *runOptions) options(ctx context.Context) (options run.Options, done func(), err error) {
	f := o.flags
	done = func() {}
	options = run.Options{
		Command: run.Command{Words: o.word, Line: o.line, Login: f.login},
		Outputs: f.outputs, Cwd: f.cwd, Writable: f.writable,
		Level: f.level(), Network: sandbox.Network(f.network), Now: time.Now(),
	}
	options.Limits = f.limits()
	if options.Environment, err = o.environment(ctx); err != nil {
		return options, done, err
	}
	if options.AllowRead, err = o.allowRead(); err != nil {
		return options, done, err
	}
	if options.WorkspaceRoot, err = o.workspaceRoot(); err != nil {
		return options, done, err
	}
	if options.Bash, err = o.findBash(f.level()); err != nil {
		return options, done, err
	}
	options.Inputs, done, err = o.inputs(ctx)
	return options, done, err
}

func (f *runFlags) limits() run.Limits {
	return run.Limits{
		Timeout: f.timeout, MaxFiles: f.maxFiles, CPUs: f.cpus, Processes: f.pids,
		MaxInline: int64(f.maxInline), MaxTotal: int64(f.maxTotal), MaxOutput: int64(f.maxOutput), Memory: int64(f.memory),
	}
}

// environment gathers the variables of the flags; --env wins over --env-file.
func (o *runOptions) environment(ctx context.Context) (run.Environment, error) {
	e := run.Environment{Caller: os.Environ(), Inherit: o.flags.inheritEnv, Pass: o.flags.passEnv}
	for _, file := range o.flags.envFile {
		data, err := o.readFlagFile(ctx, file, maxFlagFile)
		if err != nil {
			return e, err
		}
		for line := range strings.Lines(string(data)) {
			line = strings.TrimRight(line, "\r\n")
			if t := strings.TrimSpace(line); t == "" || strings.HasPrefix(t, "#") {
				continue
			}
			e.File = append(e.File, strings.TrimPrefix(line, "export "))
		}
	}
	e.Set = o.flags.env
	return e, nil
}

// allowRead makes the paths absolute. A link is given under both names.
func (o *runOptions) allowRead() ([]string, error) {
	var paths []string
	for _, path := range o.flags.allowRead {
		abs := o.abs(path)
		real, err := filepath.EvalSymlinks(abs)
		if err != nil {
			return nil, fail(codeUnreadable, "", "%s: %w", path, plainCause(err))
		}
		paths = append(paths, real)
		if abs != real {
			paths = append(paths, abs)
		}
	}
	return paths, nil
}

func (o *runOptions) workspaceRoot() (string, error) {
	dir := o.flags.workspaceRoot
	if dir == "" {
		dir = os.TempDir()
	}
	real, err := filepath.EvalSymlinks(o.abs(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return "", fail(codeUnreadable, "make it first", "%s: does not exist", dir)
	}
	if err != nil {
		return "", fail(codeUnreadable, "", "%s: %w", dir, plainCause(err))
	}
	if !isDir(real) {
		return "", usage("name a directory", "%s: is not a directory", dir)
	}
	return real, nil
}

// findEngine finds the container engine asked for, or podman before docker:
// it needs no daemon.
func findEngine(name string) (string, error) {
	if noContainers != "" {
		return "", fail(codeRefused, containerHint, "--sandbox container: %s", noContainers)
	}
	names := []string{"podman", "docker"}
	if name != "" {
		names = []string{name}
	}
	for _, n := range names {
		if path, err := exec.LookPath(n); err == nil {
			return path, nil
		}
	}
	return "", fail(codeRefused, "install podman or docker, or use --sandbox auto",
		"--sandbox container: %s: not found", strings.Join(names, " or "))
}
