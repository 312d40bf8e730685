package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/report"
	"github.com/skillctl/skillctl/pkg/parse"
)

// lintStyle paints reports with the theme of the terminal.
type lintStyle struct{ theme *ui.Theme }

// Paint implements [report.Style].
func (s lintStyle) Paint(role report.Role, text string) string {
	switch role {
	case report.Failure:
		return s.theme.Error(text)
	case report.Caution:
		return s.theme.Warning(text)
	case report.Note:
		return s.theme.Info(text)
	case report.Place:
		return s.theme.Place(text)
	case report.Name:
		return s.theme.Name(text)
	case report.Secondary:
		return s.theme.Faint(text)
	case report.Good:
		return s.theme.Good(text)
	}
	return text
}

// Width implements [report.Style].
func (lintStyle) Width(text string) int { return ui.Width(text) }

// nameSources makes a result name the files of what was fetched by their
// source, as list does.
func (a *app) nameSources(result *lint.Result) {
	if len(a.origins) == 0 {
		return
	}
	for i := range result.Issues {
		d := &result.Issues[i].Diagnostic
		d.Path, d.Message, d.Hint = a.asNamed(d.Path), a.asNamed(d.Message), a.asNamed(d.Hint)
	}
	for i := range result.Changes {
		result.Changes[i].Path = a.asNamed(result.Changes[i].Path)
	}
	if result.Known == nil {
		return
	}
	for i := range result.Known.Findings {
		result.Known.Findings[i].Path = a.asNamed(result.Known.Findings[i].Path)
	}
}

// printDiff prints the changes that --fix would make. To a terminal control
// characters are escaped; elsewhere the diff can be applied.
func (c *lintCmd) printDiff(changes []lint.Change, status exitStatus) error {
	for _, change := range changes {
		diff := lint.UnifiedDiff(strings.TrimPrefix(change.Path, "/"), change.Old, change.New) // a//x is no path for patch
		if c.app.streams.OutTTY {
			diff = escape.Text(diff)
		}
		if _, err := io.WriteString(c.app.streams.Out, diff); err != nil {
			return err
		}
	}
	if len(changes) == 0 {
		c.app.note("nothing that --fix would change")
	}
	if len(changes) > 0 {
		status = worse(status, exitFindings)
	}
	if status != exitOK {
		return status
	}
	return nil
}

// writeChanges replaces the repaired files, each atomically and with its mode.
// A file that changed since it was read is left alone.
func (c *lintCmd) writeChanges(changes []lint.Change) error {
	for _, change := range changes {
		file := filepath.Join(change.Dir, filepath.FromSlash(change.File))
		if err := replaceFile(file, change); err != nil {
			return fail(codeUnreadable, "", "%s: %w", change.Path, plainCause(err))
		}
	}
	switch n := len(changes); n {
	case 0:
	case 1:
		c.app.note("1 file repaired")
	default:
		c.app.note("%d files repaired", n)
	}
	return nil
}

func replaceFile(file string, change lint.Change) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	now, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, change.Old) {
		return errors.New("changed while it was checked; run again")
	}
	return safefs.WriteFile(file, info.Mode().Perm(), func(w io.Writer) error {
		_, err := w.Write(change.New)
		return err
	})
}

// readBaseline reads the baseline of the flag, of the configuration, or, when
// one is to be written, the one that is there already.
func (c *lintCmd) readBaseline(ctx context.Context, config *lint.Config) (*lint.Baseline, error) {
	file := c.baseline
	if file == "" && config.Baseline != "" {
		file = filepath.Join(filepath.FromSlash(config.Dir), filepath.FromSlash(config.Baseline))
	}
	if file == "" {
		return nil, nil
	}
	data, err := c.app.readFlagFile(ctx, file, maxFlagFile)
	switch {
	case errors.Is(err, fs.ErrNotExist) && c.writeBaseline != "":
		return nil, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, usage("write one with --write-baseline "+file, "%w", err)
	case err != nil:
		return nil, usage(usualHint(err), "%w", err)
	}
	b, err := lint.ReadBaseline(data, file)
	if err != nil {
		return nil, lintError(err)
	}
	return b, nil
}

// saveBaseline writes the findings of the run to a file. A file that exists
// only loses what is not found any more, unless --force is given.
func (c *lintCmd) saveBaseline(ctx context.Context, result *lint.Result) error {
	file := c.app.abs(c.writeBaseline)
	next := result.Known
	data, err := c.app.readFlagFile(ctx, c.writeBaseline, maxFlagFile)
	if err == nil && !c.force {
		old, err := lint.ReadBaseline(data, c.writeBaseline)
		if err != nil {
			return lintError(err)
		}
		var left int
		if next, left = next.Shrink(old); left > 0 {
			c.app.warn("%s: %d new findings were not added; fix them, or add them with --force", c.writeBaseline, left)
		}
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := safefs.WriteFile(file, 0o644, next.Write); err != nil {
		return fail(codeUnreadable, "", "%s: %w", c.writeBaseline, plainCause(err))
	}
	result.Apply(next)
	return nil
}

// ruleObject is a rule in the JSON of --rules and --explain.
type ruleObject struct {
	ID      string                          `json:"id"`
	Group   lint.Group                      `json:"group"`
	Summary string                          `json:"summary"`
	Levels  map[lint.Profile]parse.Severity `json:"levels"`
	Fixable bool                            `json:"fixable"`
	What    string                          `json:"what"`
	Why     string                          `json:"why"`
	Bad     string                          `json:"bad"`
	Good    string                          `json:"good"`
	Source  string                          `json:"source"`
	URL     string                          `json:"url"`
}

func ruleObjectOf(r lint.Rule) ruleObject {
	o := ruleObject{
		ID: r.ID, Group: r.Group, Summary: r.Summary, Levels: map[lint.Profile]parse.Severity{}, Fixable: r.Fixable,
		What: r.What, Why: r.Why, Bad: r.Bad, Good: r.Good, Source: r.Source, URL: report.RuleURL(r.ID),
	}
	for _, p := range lint.Profiles() {
		if s := r.Levels.In(p); s != 0 {
			o.Levels[p] = s
		}
	}
	return o
}

// printRules lists the table.
func (c *lintCmd) printRules() error {
	if c.app.isJSON() {
		doc := struct {
			Rules []ruleObject `json:"rules"`
		}{Rules: []ruleObject{}}
		for _, r := range c.rules {
			doc.Rules = append(doc.Rules, ruleObjectOf(r))
		}
		return c.app.writeJSON(doc)
	}
	table := &ui.Table{Columns: []ui.Column{
		{Title: "RULE"}, {Title: "GROUP", Rank: 3}, {Title: "CORE"}, {Title: "FIX", Rank: 2}, {Title: "MEANS", Weight: 1, Min: 20, Rank: 1},
	}}
	for _, r := range c.rules {
		level, fix := r.Levels.In(lint.Core).String(), ""
		if r.Levels.In(lint.Core) == 0 {
			level = "-"
		}
		if r.Fixable {
			fix = "yes"
		}
		table.Add(r.ID, string(r.Group), level, fix, r.Summary)
	}
	return table.Write(c.app.streams.Out, c.app.columns(), c.app.outTheme())
}

// printRule prints the page of one rule.
func (c *lintCmd) printRule(id string) error {
	for _, r := range c.rules {
		switch {
		case r.ID != id:
		case c.app.isJSON():
			return c.app.writeJSON(ruleObjectOf(r))
		default:
			return ui.Markdown(c.app.streams.Out, lint.Page(r), c.app.columns(), c.app.outTheme())
		}
	}
	return lintError(&lint.UnknownError{What: "rule", Name: id, Known: lint.IDs(c.rules)})
}
