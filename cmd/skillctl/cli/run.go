package cli

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/run"
	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

const runLong = `Run a command of a skill as an agent would: in a fresh workspace with a read-only
copy of the skill, a small fixed environment, no network, and nothing else of
this machine in reach. What the command writes to out/ is collected.

The command is bash in the staged skill's directory. Behind --, words are quoted
one by one; -c hands a line to bash as it is. A script without the execute bit
is started with the interpreter of its shebang or extension.

  ws_<id>_<random>/          removed afterwards, unless --keep or --session
    skills/<name>/           the copy; out, work and inputs in it lead to those below
    work/inputs/  out/       what goes in and what comes out
    home/  tmp/  runs/…/     HOME, TMPDIR and the run's own directory

Variables: WORKSPACE_DIR, SKILLS_DIR, WORK_DIR, OUTPUT_DIR, RUN_DIR, SKILL_NAME,
HOME, TMPDIR, PATH, LANG, TZ, TERM, and what --env and --pass-env add. Output
patterns may start with these directories' variables.

Sandbox levels: auto (the best this machine can do, told in the result), strict
(file system, network, processes and system calls shut in, or exit 5), container
(podman or docker), none (process control only). See skillctl doctor.`

// runOptions are the flags of run.
type runOptions struct {
	*app
	roots rootFlags
	flags runFlags

	line string   // of -c
	word []string // behind --
}

// newRunCmd is `skillctl run`.
func newRunCmd(a *app) *cobra.Command {
	o := &runOptions{app: a}
	cmd := &cobra.Command{
		Use:        "run SKILL [flags] -- COMMAND [ARG…]",
		SuggestFor: []string{"exec"},
		Short:      "Run a command of a skill, shut in, and collect what it writes",
		Long:       runLong,
		Args:       o.args,
		Example: examples(
			"skillctl run python-math -- python3 scripts/fib.py 10",
			"skillctl run python-math --json -c 'ls; python3 scripts/fib.py 5 > out/fib.txt'",
			"skillctl run csv-report --input data.csv --save results -- scripts/report.py work/inputs/data.csv",
			"skillctl run python-math --dry-run -- scripts/fib.py    # what would happen",
			"skillctl run python-math --session s1 -c 'echo kept > work/note.txt'",
		),
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args[0]) },
		ValidArgsFunction: a.completeSkill(&o.roots, 1),
	}
	a.addOutput(cmd, formatText, formatJSON)
	addRoots(cmd, &o.roots)
	o.flags.add(cmd, o)
	documentExits(cmd, exitDoc{
		exitOK:          "the command's own status, and 128+n when signal n ended it",
		exitInput:       "the command succeeded, but its files could not be saved",
		exitNotFound:    "no such skill",
		exitRefused:     "refused: sandbox or container not available, unsafe or too large skill or input, policy",
		exitTimeout:     "timed out",
		exitNotStarted:  "skillctl failed before the command started",
		exitNotExec:     "the command cannot be executed",
		exitNoCommand:   "no such command",
		exitInterrupted: "",
	})
	return cmd
}

// args reads the skill and the command: one word before --, any behind it.
func (o *runOptions) args(cmd *cobra.Command, args []string) error {
	dash := cmd.ArgsLenAtDash()
	if dash < 0 {
		dash = len(args)
	}
	o.word = args[dash:]
	hint := "write: skillctl run SKILL -- COMMAND [ARG…], or skillctl run SKILL -c 'COMMAND'"
	switch {
	case dash == 0:
		return usage(hint, "skillctl run: SKILL is missing")
	case dash > 1:
		return usage(hint, "skillctl run: unexpected argument %q before --", args[1])
	case len(o.word) > 0 && cmd.Flags().Changed("command"):
		return usage(hint, "skillctl run: -c and -- exclude each other")
	case len(o.word) == 0 && o.line == "":
		return usage(hint, "skillctl run: no command given")
	}
	return nil
}

func (o *runOptions) run(ctx context.Context, arg string) error {
	ctx, stop := forwardSignals(ctx)
	defer stop()
	result, err := o.prepareAndRun(ctx, arg)
	if err != nil {
		return notStarted(err)
	}
	if result == nil {
		return nil // a dry run
	}
	return o.finishRun(result)
}

// prepareAndRun does everything but report the result; a dry run has none.
func (o *runOptions) prepareAndRun(ctx context.Context, arg string) (*finished, error) {
	skill, err := o.findSkill(ctx, arg, o.roots)
	if err != nil {
		return nil, err
	}
	executor, err := o.executor()
	if err != nil {
		return nil, err
	}
	options, done, err := o.options(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if o.flags.session == "" {
		return o.planAndRun(ctx, skill, options, executor)
	}
	store, err := o.sessions()
	if err != nil {
		return nil, err
	}
	if o.flags.dryRun {
		if err := run.CheckID(o.flags.session); err != nil {
			return nil, err
		}
		options.Session = store.Peek(o.flags.session, options.WorkspaceRoot, options.Now)
		return o.planAndRun(ctx, skill, options, executor)
	}
	session, release, err := store.Open(ctx, o.flags.session, options.WorkspaceRoot, options.Now)
	if err != nil {
		return nil, err
	}
	defer func() { _ = release() }() // the kernel frees the lock at the end in any case
	// Time passed while another run had the session.
	options.Session, options.Now = session, time.Now()
	result, err := o.planAndRun(ctx, skill, options, executor)
	if err != nil {
		return nil, err
	}
	return result, store.Save(session)
}

// finished is a result, with the error of saving that came after it.
type finished struct {
	*run.Result
	after error
}

// planAndRun makes the plan, and shows it or carries it out.
func (o *runOptions) planAndRun(ctx context.Context, skill *parse.Skill, options run.Options, executor run.Executor) (*finished, error) {
	plan, err := run.NewPlan(skill, options)
	if err != nil {
		return nil, err
	}
	if o.flags.dryRun {
		return nil, o.printPlan(plan)
	}
	stdin, done, err := o.stdin(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := o.sweep(ctx, options.WorkspaceRoot); err != nil && o.verbose {
		o.note("%v", err)
	}
	streams := run.Streams{Stdin: stdin}
	if !o.isJSON() {
		streams.Stdout, streams.Stderr = o.streams.Out, o.streams.Err
	}
	finish := run.Finish{
		Keep: o.flags.keep, NoInline: o.flags.noInline,
		Save: run.Save{Shown: o.flags.save, Overwrite: o.flags.force},
	}
	if o.flags.save != "" {
		finish.Save.Dir = o.abs(o.flags.save)
	}
	result, err := plan.Run(ctx, executor, streams, finish)
	if result == nil {
		return nil, err
	}
	return &finished{Result: result, after: err}, nil
}

// executor is what carries the plan out.
func (o *runOptions) executor() (run.Executor, error) {
	if o.flags.level() != sandbox.Container {
		return run.Local{}, nil
	}
	engine, err := findEngine(o.flags.engine)
	if err != nil && !o.flags.dryRun {
		return nil, err
	}
	image := firstSet(o.flags.image, o.getenv("SKILLCTL_IMAGE"), run.DefaultImage)
	return run.Container{Engine: engine, Image: image, Pull: o.flags.pull, Env: os.Environ()}, nil
}

// finishRun reports the result and returns the status to exit with.
func (o *runOptions) finishRun(r *finished) error {
	if o.isJSON() {
		if r.after != nil {
			r.Warnings = append(r.Warnings, "output files not saved: "+r.after.Error())
		}
		if err := o.writeJSON(r.Result); err != nil {
			return err
		}
	} else {
		o.printRun(r.Result)
	}
	if r.after != nil {
		status, f := classify(asFailure(r.after))
		o.printError(f.Error(), f.hint)
		if r.ExitCode == 0 {
			return status
		}
	}
	if r.ExitCode != 0 {
		return exitStatus(r.ExitCode)
	}
	return nil
}

// notStarted gives an error the status of a run whose command never ran: 125,
// unless usage, a missing skill or a refusal say more.
func notStarted(err error) error {
	err = asFailure(err)
	status, f := classify(err)
	if f == nil {
		return err
	}
	if errors.Is(err, context.Canceled) {
		return fail(codeInterrupted, "", "interrupted")
	}
	if status == exitInput {
		f.exit = exitNotStarted
	}
	return f
}

// asFailure gives the errors of package run their codes.
func asFailure(err error) error {
	if own, ok := errors.AsType[*run.Error](err); ok {
		codes := map[run.Kind]code{
			run.Input: codeUnreadable, run.Usage: codeUsage, run.Refused: codeRefused, run.Missing: codeNotFound,
		}
		return fail(codes[own.Kind], own.Tip, "%w", err)
	}
	if errors.Is(err, sandbox.ErrUnavailable) {
		return fail(codeRefused, "", "%w", err)
	}
	if errors.Is(err, sandbox.ErrStarved) {
		return fail(codeInternal, "try again, or raise the limits on processes, open files and memory (ulimit -u, -n, -v)", "%w", err)
	}
	return err
}
