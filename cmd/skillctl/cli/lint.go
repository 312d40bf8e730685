package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/report"
	"github.com/skillctl/skillctl/pkg/lint/rules"
	"github.com/skillctl/skillctl/pkg/parse"
)

const lintLong = `Check skills: what clients would not load or read differently than written,
broken links, scripts that cannot run, what is dangerous, and what makes a skill
hard to find or costly to load.

A PATH is a directory, a file of a skill (its whole skill is checked), an archive
or another source; - reads one SKILL.md from standard input. The default target
"core" holds what matters with any client; name the clients you write for to see
what they refuse or change.

A comment silences a rule where it stands, in Markdown
  <!-- skillctl-disable-next-line RULE -- reason -->
and in frontmatter and scripts
  # skillctl-disable-line RULE -- reason
skillctl-disable without a suffix covers the rest of the file.

A .skillctl.yaml, searched upwards to the repository's root, sets targets,
severities, excludes and limits. A baseline file holds known findings, so that
only new ones count.

No findings do not mean no risk: rules read text and run nothing.`

// lintCmd is `skillctl lint`.
type lintCmd struct {
	app *app

	targets       []string
	failOn        string
	minSeverity   string
	enable        []string
	disable       []string
	fix           bool
	diff          bool
	baseline      string
	writeBaseline string
	force         bool
	config        string
	explain       string
	listRules     bool
	jobs          int
	stdinPath     string

	flags func(name string) bool // whether a flag was given
	rules []lint.Rule
}

func newLintCmd(a *app) *cobra.Command {
	c := &lintCmd{app: a}
	cmd := &cobra.Command{
		Use:        "lint [PATH…]",
		SuggestFor: []string{"check", "fix", "validate", "verify"},
		Short:      "Check skills and repair what is certain",
		Long:       lintLong,
		Example: examples(
			"skillctl lint                                   # every skill below the working directory",
			"skillctl lint skills --target claude-code,codex # what these clients refuse or change",
			"skillctl lint --diff                            # what --fix would do",
			"skillctl lint --format sarif > lint.sarif       # for code scanning",
			"skillctl lint --explain name-format             # what a rule means",
		),
		RunE: func(cmd *cobra.Command, args []string) error {
			c.flags = cmd.Flags().Changed
			return c.run(cmd.Context(), args)
		},
	}
	c.addFlags(cmd)
	documentExits(cmd, exitDoc{
		exitFindings: "findings at or above --fail-on; with --diff, something to change",
		exitNotFound: "no skill found, or no such rule",
		exitRefused:  "a source was refused as unsafe or over a limit",
	})
	return cmd
}

// addFlags declares the flags.
func (c *lintCmd) addFlags(cmd *cobra.Command) {
	var formats []string
	for _, f := range report.Formats() {
		formats = append(formats, string(f))
	}
	c.app.addOutput(cmd, formats...)
	f := cmd.Flags()
	f.StringSliceVarP(&c.targets, "target", "t", nil, "`PROFILES` to check for: "+strings.Join(profileNames(), ", ")+" (default core)")
	f.StringVar(&c.failOn, "fail-on", "error", "`SEVERITY` that makes the exit status 1: error, warning, info, never")
	f.StringVar(&c.minSeverity, "min-severity", "info", "leave out findings below this `SEVERITY`: error, warning, info")
	f.StringSliceVar(&c.enable, "enable", nil, "`RULES` or groups to turn on, whatever else turns them off")
	f.StringSliceVar(&c.disable, "disable", nil, "`RULES` or groups to turn off; all turns off what --enable does not name")
	f.BoolVar(&c.fix, "fix", false, "repair what can be repaired with certainty")
	f.BoolVar(&c.diff, "diff", false, "print what --fix would do and change nothing")
	f.StringVar(&c.baseline, "baseline", "", "leave out the known findings of this `FILE`")
	f.StringVar(&c.writeBaseline, "write-baseline", "", "write the findings to this `FILE`; one that exists can only shrink")
	f.BoolVar(&c.force, "force", false, "let --write-baseline add new findings to a file that exists")
	f.StringVar(&c.config, "config", "", "configuration `FILE` (default "+lint.ConfigName+", searched upwards to the repository's root)")
	f.StringVar(&c.explain, "explain", "", "print what a `RULE` means and why it matters")
	f.BoolVar(&c.listRules, "rules", false, "list all rules")
	f.IntVar(&c.jobs, "jobs", 0, "skills to check at a time, `N` (default one for each core)")
	f.StringVar(&c.stdinPath, "stdin-path", "", "`PATH` of the SKILL.md on standard input")
	complete(cmd, "target", profileNames()...)
	complete(cmd, "fail-on", lint.FailLevels()...)
	complete(cmd, "min-severity", severities()...)
	for _, flag := range []string{"enable", "disable", "explain"} {
		completeWith(cmd, flag, completeRules)
	}
}

func profileNames() []string {
	var names []string
	for _, p := range lint.Profiles() {
		names = append(names, string(p))
	}
	return append(names, "all")
}

// severities are the values of --min-severity.
func severities() []string { return []string{"error", "warning", "info"} }

// completeRules completes rule ids with their summaries.
func completeRules(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var all []cobra.Completion
	for _, r := range rules.All() {
		all = append(all, cobra.CompletionWithDesc(r.ID, r.Summary))
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}

// run does what the flags ask for.
func (c *lintCmd) run(ctx context.Context, args []string) error {
	c.rules = rules.All()
	if err := c.checkFlags(args); err != nil {
		return err
	}
	switch {
	case c.explain != "":
		return c.printRule(c.explain)
	case c.listRules:
		return c.printRules()
	}
	config, err := c.readConfig(ctx, args)
	if err != nil {
		return err
	}
	options, err := c.options(ctx, config)
	if err != nil {
		return err
	}
	result, status, err := c.lint(ctx, args, options)
	if err != nil {
		return err
	}
	return c.conclude(ctx, result, status)
}

// checkFlags refuses combinations that contradict each other.
func (c *lintCmd) checkFlags(args []string) error {
	stdin := slices.Contains(args, "-")
	formatted := c.app.output.format != string(report.Text)
	switch {
	case stdin && len(args) > 1:
		return usage("give - alone", "standard input and other paths exclude each other")
	case stdin && c.fix && !c.diff:
		return usage("use --diff to see the changes", "--fix cannot write to standard input")
	case c.stdinPath != "" && !stdin:
		return usage("give - as the path", "--stdin-path is for a SKILL.md on standard input")
	case c.diff && formatted:
		return usage("leave --format out", "--diff prints a diff, not %s", c.app.output.format)
	case (c.explain != "" || c.listRules) && formatted && !c.app.isJSON():
		return usage("use text or json", "rules cannot be printed as %s", c.app.output.format)
	case !slices.Contains(lint.FailLevels(), c.failOn):
		return usage(suggestion(c.failOn, lint.FailLevels(), "use error, warning, info or never"), "--fail-on: unknown severity %q", c.failOn)
	case !slices.Contains(severities(), c.minSeverity):
		return usage(suggestion(c.minSeverity, severities(), "use error, warning or info"), "--min-severity: unknown severity %q", c.minSeverity)
	}
	return nil
}

// options turns flags and configuration into the linter's options; flags win.
func (c *lintCmd) options(ctx context.Context, config *lint.Config) (lint.Options, error) {
	o := lint.Options{
		Rules: c.rules, Profiles: config.Targets, Config: config,
		Enable: c.enable, Disable: c.disable, MinSeverity: config.MinSeverity, Jobs: c.jobs,
	}
	if c.flags("target") {
		profiles, err := lint.ParseProfiles(c.targets)
		if err != nil {
			return o, lintError(fmt.Errorf("--target: %w", err))
		}
		o.Profiles = profiles
	}
	if c.flags("min-severity") {
		severity, err := parse.ParseSeverity(c.minSeverity)
		if err != nil {
			return o, usage("use error, warning or info", "--min-severity: %w", err)
		}
		o.MinSeverity = severity
	}
	if config.FailOn != "" && !c.flags("fail-on") {
		c.failOn = config.FailOn
	}
	if c.fix || c.diff {
		o.Fix = lint.FixAll
	}
	var err error
	o.Baseline, err = c.readBaseline(ctx, config)
	return o, err
}

// conclude writes and prints what the run came to, and returns its status.
func (c *lintCmd) conclude(ctx context.Context, result *lint.Result, status exitStatus) error {
	if n := result.Excluded; n > 0 {
		c.app.note("%s not checked: excluded by the configuration", count(n, "skill", "skills"))
	}
	if c.diff {
		return c.printDiff(result.Changes, status)
	}
	if c.fix {
		if err := c.writeChanges(result.Changes); err != nil {
			return err
		}
	}
	if c.writeBaseline != "" {
		if err := c.saveBaseline(ctx, result); err != nil {
			return err
		}
	}
	if err := c.print(result); err != nil {
		return err
	}
	if threshold, err := parse.ParseSeverity(c.failOn); err == nil && result.Summary.Fails(threshold) {
		status = worse(status, exitFindings)
	}
	if status != exitOK {
		return status
	}
	return nil
}

func (c *lintCmd) print(result *lint.Result) error {
	r := &report.Report{
		Result: result, Rules: c.rules, Version: c.app.version,
		Style: lintStyle{c.app.outTheme()}, Columns: c.app.columns(),
	}
	return report.Write(c.app.streams.Out, report.Format(c.app.output.format), r)
}

// lintError gives the linter's errors their code.
func lintError(err error) error {
	hint := ""
	if h, ok := errors.AsType[hinter](err); ok {
		hint = h.Hint()
	}
	if unknown, ok := errors.AsType[*lint.UnknownError](err); ok && unknown.What == "rule" {
		return fail(codeNotFound, hint, "%w", err)
	}
	if errors.Is(err, lint.ErrConfig) {
		return usage(hint, "%w", err)
	}
	return err
}
