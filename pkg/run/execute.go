package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// Streams are where a run reads from and writes to.
type Streams struct {
	// Stdin becomes the command's; nil is the null device.
	Stdin *os.File
	// Stdout and Stderr get the command's output as it comes, unchanged. A
	// nil one is captured instead: head and tail of it are in the result.
	Stdout, Stderr io.Writer
}

// Finish says what becomes of a run's traces.
type Finish struct {
	Keep     bool // the workspace stays
	NoInline bool // no contents in the result
	Save     Save
}

// Run carries the plan out with the executor. The context ends it early:
// every process is killed, the workspace removed, and the context's error
// returned. Without a result, the command was not started or not waited for;
// an error beside a result says that its files could not be saved. How the
// command itself ended is in the result. A plan runs once.
func (p *Plan) Run(ctx context.Context, x Executor, s Streams, f Finish) (result *Result, err error) {
	keep := f.Keep || p.session != nil
	w, err := openWorkspace(ctx, p, keep)
	if w != nil {
		defer func() {
			if e := w.close(keep && (err == nil || !w.made)); e != nil {
				err = errors.Join(err, inputError("remove workspace", e))
			}
		}()
	}
	if err != nil {
		return nil, err
	}
	before, err := w.prepare(ctx)
	if err != nil {
		return nil, err
	}
	result, err = w.supervise(ctx, x, s)
	if err != nil {
		return nil, err
	}
	err = w.collect(ctx, result, before, f)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if keep {
		w.record(result)
	}
	return result, err
}

// supervise executes the command, and looks after what it must not leave.
func (w *workspace) supervise(ctx context.Context, x Executor, s Streams) (*Result, error) {
	asked := w.plan.Sandbox
	setuid, err := w.setuidFiles()
	if err != nil {
		return nil, inputError(w.plan.Workspace.Output, err)
	}
	result, err := w.execute(ctx, x, s)
	var told []string
	if !isFiltered(asked.Level, result) {
		told = w.dropSetuid(setuid)
	}
	if err != nil {
		return nil, err
	}
	result.Warnings = append(result.Warnings, told...)
	// At the strict level the kernel keeps the skill as it is.
	if (result.Sandbox.Level != sandbox.Strict || asked.SkillRW) && w.changed() {
		result.warn("the skill changed its own files while it ran")
	}
	return result, nil
}

// prepare fills the workspace and remembers the files that are there.
func (w *workspace) prepare(ctx context.Context) (*snapshot, error) {
	if err := w.stage(ctx); err != nil {
		return nil, err
	}
	if err := w.stageInputs(ctx); err != nil {
		return nil, err
	}
	if err := w.cwd(); err != nil {
		return nil, err
	}
	if err := w.begin(); err != nil {
		return nil, err
	}
	return w.snapshot(ctx)
}

// record writes what a kept workspace and its session have to know.
func (w *workspace) record(r *Result) {
	r.Workspace = w.plan.Workspace.Root
	if err := w.end(r); err != nil {
		r.warn("workspace metadata could not be updated: " + err.Error())
	}
	w.remember()
}

// remember tells the session what it holds now.
func (w *workspace) remember() {
	s := w.plan.session
	if s == nil {
		return
	}
	if s.Skills == nil {
		s.Skills = map[string]SessionSkill{}
	}
	s.Skills[w.plan.dirName] = SessionSkill{Name: w.plan.Skill, Digest: w.staged, Writable: w.plan.Sandbox.SkillRW}
	s.LastUsed = w.plan.now
	s.Runs++
}

func (r *Result) warn(text string) { r.Warnings = append(r.Warnings, text) }

func (r *Result) fail(text string) {
	r.Failure = text
	r.warn(text)
}

// execute starts the command, pumps its output and waits.
func (w *workspace) execute(ctx context.Context, x Executor, s Streams) (*Result, error) {
	p := w.plan
	result := &Result{
		Skill: p.Skill, Command: p.Command, Session: p.Session, OutputFiles: []OutputFile{},
		Warnings: append([]string(nil), p.Warnings...),
	}
	out, err := newPump(s.Stdout, p.Limits.MaxOutput)
	if err != nil {
		return nil, err
	}
	defer out.close()
	errs, err := newPump(s.Stderr, p.Limits.MaxOutput)
	if err != nil {
		return nil, err
	}
	defer errs.close()
	job, err := x.Start(ctx, p, Files{Stdin: s.Stdin, Stdout: out.child, Stderr: errs.child})
	out.started()
	errs.started()
	if err != nil {
		return nil, err
	}
	started := time.Now()
	status, timedOut, err := await(ctx, job, p.Limits.Timeout)
	result.DurationMS = time.Since(started).Milliseconds()
	out.drain()
	errs.drain()
	if err != nil {
		return nil, err
	}
	result.Sandbox = job.Report()
	result.ExitCode, result.TimedOut = status.Code, timedOut
	result.Stdout, result.StdoutBytes = out.result("stdout", result)
	result.Stderr, result.StderrBytes = errs.result("stderr", result)
	w.remarks(result, status)
	return result, nil
}

// remarks adds what a person should know about how the command ended.
func (w *workspace) remarks(r *Result, status sandbox.Status) {
	switch {
	case r.TimedOut:
		r.ExitCode = ExitTimeout
		r.warn(fmt.Sprintf("timed out after %s", w.plan.Limits.Timeout))
	case status.Start != "":
		r.fail("the command could not be started: " + status.Start)
	case status.Lost:
		r.fail("the supervisor of the command was killed from outside")
	case r.ExitCode != 0:
		if r.Sandbox.Network == sandbox.NetworkOff {
			r.warn("the network was off while the command ran; --network on allows it")
		}
		if w.plan.Limits.Memory > 0 {
			r.warn("the memory of the command was limited; --memory changes that")
		}
	}
	if r.Sandbox.Level != sandbox.Container {
		for _, gap := range localGaps(w.plan.Limits, r.Sandbox.Level) {
			if !slices.Contains(r.Sandbox.NotEnforced, gap) {
				r.Sandbox.NotEnforced = append(r.Sandbox.NotEnforced, gap)
			}
		}
	}
}

// await waits for the end of the job, and brings it about when its time is up
// or the context ends: TERM, [Grace], KILL.
func await(ctx context.Context, job Job, timeout time.Duration) (st sandbox.Status, timedOut bool, err error) {
	done := make(chan sandbox.Status, 1)
	go func() { done <- job.Wait() }()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case st = <-done:
		return st, false, nil
	case <-timer.C:
		timedOut = true
		go signalJob(job, syscall.SIGTERM)
	case <-ctx.Done():
		err = ctx.Err()
		go signalJob(job, signalOf(ctx))
	}
	grace := time.NewTimer(Grace)
	defer grace.Stop()
	select {
	case st = <-done:
	case <-grace.C:
		job.Kill()
		st = <-done
	}
	return st, timedOut, err
}

// signalJob passes a signal on. A job that is gone needs none, and one that
// cannot be reached is killed after the grace time, which runs meanwhile.
func signalJob(job Job, sig os.Signal) { _ = job.Signal(sig) }

// Interrupt is a cause for canceling a run's context: the signal is what the
// command gets.
type Interrupt struct{ Signal os.Signal }

// Error names the signal.
func (i Interrupt) Error() string { return "interrupted by signal: " + i.Signal.String() }

// signalOf is the signal to pass on: that of the cause, else TERM.
func signalOf(ctx context.Context) os.Signal {
	if i, ok := errors.AsType[Interrupt](context.Cause(ctx)); ok {
		return i.Signal
	}
	return syscall.SIGTERM
}
