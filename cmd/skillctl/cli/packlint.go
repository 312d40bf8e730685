package cli

import (
	"bytes"
	"context"
	"slices"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/report"
	"github.com/skillctl/skillctl/pkg/lint/rules"
	"github.com/skillctl/skillctl/pkg/pack"
	"github.com/skillctl/skillctl/pkg/parse"
)

// lintAll runs the linter over the skills, as `skillctl lint` would over each
// of them. A skill with errors is not packed; its findings are printed.
func (r *packRun) lintAll(ctx context.Context) error {
	for _, job := range r.jobs {
		result, table, err := r.lint(ctx, job.skill)
		if err != nil {
			return err
		}
		if !result.Summary.Fails(parse.Error) {
			continue
		}
		job.err = exitFindings
		show := &report.Report{Result: result, Rules: table, Version: r.version, Style: lintStyle{r.errTheme()}, Columns: r.columns()}
		if err := report.Write(r.streams.Err, report.Text, show); err != nil {
			return err
		}
		var doc bytes.Buffer
		if err := report.Write(&doc, report.JSON, show); err != nil {
			return err
		}
		job.lint = doc.Bytes()
		r.printError(r.rel(job.skill.Dir)+": not packed: it has lint errors", "repair them, or pack with --no-lint")
	}
	return nil
}

// lint checks one skill for the targets that the linter knows, by the
// configuration nearest to it, or to the working directory when it was
// fetched. Only errors matter here.
func (r *packRun) lint(ctx context.Context, s *parse.Skill) (*lint.Result, []lint.Rule, error) {
	c := &lintCmd{app: r.app, rules: rules.All(), flags: func(string) bool { return false }}
	near := []string{s.Dir}
	if r.cacheEntry(s.Dir) != "" { // a stranger's configuration decides nothing
		near = nil
	}
	config, err := c.readConfig(ctx, near)
	if err != nil {
		return nil, nil, err
	}
	o := lint.Options{Rules: c.rules, Config: config, Profiles: config.Targets, MinSeverity: parse.Error}
	targets := slices.DeleteFunc(slices.Clone(r.targets), func(t string) bool { return t == pack.WellKnown })
	if len(targets) > 0 {
		if o.Profiles, err = lint.ParseProfiles(targets); err != nil {
			return nil, nil, lintError(err)
		}
	}
	o.Repos = make([]lint.Repo, s.Root+1)
	o.Repos[s.Root] = c.repoOf(parse.Root{Path: s.Dir, FS: s.FS})
	result, err := lint.Run(ctx, lint.Input{Skills: []*parse.Skill{s}}, o)
	return result, c.rules, err
}
