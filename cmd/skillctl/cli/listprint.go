package cli

import (
	"bufio"
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/internal/tokens"
	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/prompt"
)

// The formats of list beside text and json.
const (
	formatNames    = "names"
	formatXML      = "xml"
	formatOverview = "overview"
)

func (o *listOptions) print(ctx context.Context, l *listing) error {
	switch o.output.format {
	case formatText:
		if l.views != nil {
			return o.printViews(l)
		}
		return o.printTable(l)
	case formatNames:
		return o.printNames(l)
	case formatJSON:
		return o.printJSON(ctx, l)
	case formatXML:
		return o.printVerbatim(prompt.XML(l.offered()) + "\n")
	}
	return o.printVerbatim(prompt.Overview(l.offered()) + "\n")
}

// offered are the skills that a client offers to its agent: not those that are
// shadowed or keep themselves out of the catalog.
func (l *listing) offered() []*parse.Skill {
	var offered []*parse.Skill
	for _, s := range l.skills {
		if l.wins(s) && !s.HiddenFromModel() {
			offered = append(offered, s)
		}
	}
	return offered
}

// printNames prints one name a line, shadowed skills left out.
func (o *listOptions) printNames(l *listing) error {
	out := bufio.NewWriter(o.streams.Out)
	for _, s := range l.skills {
		if l.wins(s) {
			fmt.Fprintln(out, escape.Visible(s.Name))
		}
	}
	return out.Flush()
}

func (o *listOptions) printTable(l *listing) error {
	if len(l.skills) == l.shadowed() {
		return nil
	}
	theme := o.outTheme()
	table := ui.Table{Isolate: o.streams.OutTTY, Columns: []ui.Column{
		{Title: "NAME", Weight: 5, Min: 24, Style: theme.Name},
		{Title: "DESCRIPTION", Weight: 5, Min: 16, Rank: 1},
		{Title: "TOKENS", Right: true, Rank: 2},
		{Title: "DIRECTORY", Weight: 6, Min: 12, Rank: 3, Shorten: ui.CutPath, Style: theme.Faint},
	}}
	for _, s := range l.skills {
		if s.ShadowedBy != nil {
			continue
		}
		table.Add(escape.Visible(s.Name), oneLine(s.Description),
			strconv.Itoa(tokens.Estimate(s.Body())), escape.Visible(l.place(s)))
	}
	return table.Write(o.streams.Out, o.columns(), theme)
}

// place is where a skill was found, for people: its directory, or, in a root
// that was fetched, the source and the directory in it.
func (l *listing) place(s *parse.Skill) string {
	root, at := l.cat.Roots[s.Root], l.cat.Locations(s)
	if root.Kind == kindDir || len(at) == 0 {
		return path.Dir(s.Path)
	}
	if at[0].Dir == "." {
		return root.Source
	}
	return root.Source + "/" + at[0].Dir
}

// printViews prints what the client of --target sees and why not the rest.
func (o *listOptions) printViews(l *listing) error {
	if len(l.skills) == 0 {
		return nil
	}
	theme := o.outTheme()
	seen := func(s string) string {
		if strings.TrimSpace(s) == "yes" {
			return theme.Good(s)
		}
		return theme.Warning(s)
	}
	table := ui.Table{Isolate: o.streams.OutTTY, Columns: []ui.Column{
		{Title: "NAME", Weight: 4, Min: 16, Style: theme.Name},
		{Title: "SEEN", Style: seen},
		{Title: "WHY", Weight: 6, Min: 48, Rank: 1},
		{Title: "DIRECTORY", Weight: 3, Min: 12, Rank: 2, Shorten: ui.CutPath, Style: theme.Faint},
	}}
	for _, s := range l.skills {
		answer := "no"
		if l.views[s].Visible {
			answer = "yes"
		}
		table.Add(escape.Visible(s.Name), answer, oneLine(l.views[s].Why), escape.Visible(l.place(s)))
	}
	return table.Write(o.streams.Out, o.columns(), theme)
}

// oneLine folds a text to one line and escapes it.
func oneLine(s string) string { return escape.Visible(strings.Join(strings.Fields(s), " ")) }

// summarize tells on standard error what was found, and what is no skill and
// why.
func (o *listOptions) summarize(l *listing) {
	shadowed := l.shadowed()
	loaded := len(l.skills) - shadowed
	found := len(l.skills) + len(l.skipped)
	if !o.quiet && o.output.format == formatText && (found > 0 || rootsRead(l.cat)) {
		theme := o.errTheme()
		fmt.Fprintln(o.streams.Err, theme.Bold(fmt.Sprintf("%d found: %d loaded, %d shadowed, %d skipped",
			found, loaded, shadowed, len(l.skipped))))
		for _, s := range l.skills {
			if s.ShadowedBy != nil {
				o.explain(o.asNamed(s.Path), "shadowed", "by "+o.asNamed(s.ShadowedBy.Path))
			}
		}
		if n := l.remarked(); n > 0 {
			o.note("%s with remarks on how it was read: see skillctl lint", count(n, "skill", "skills"))
		}
		if n := l.cat.IgnoredDirs; n > 0 {
			o.note("%s not searched: excluded by a .gitignore", count(n, "directory", "directories"))
		}
	}
	for _, s := range l.skipped {
		o.explain(position(o.asNamed(s.Path), s.Pos), "skipped:", o.asNamed(s.Reason))
		if s.Hint != "" && o.verbose {
			fmt.Fprintf(o.streams.Err, "  hint: %s\n", escape.Visible(s.Hint))
		}
	}
	for _, d := range l.cat.Diagnostics {
		o.warn("%s", o.asNamed(d.String()))
	}
	switch {
	case found > 0 || !rootsRead(l.cat):
	case o.filter != "":
		o.note("no skill has a name that matches %s", o.filter)
	default:
		o.note("no skill found: a skill is a directory with a file SKILL.md")
	}
}

// remarked counts the skills that load with a remark, which some clients do
// not load or read differently.
func (l *listing) remarked() int {
	n := 0
	for _, s := range l.skills {
		if slices.ContainsFunc(s.Diagnostics, func(d parse.Diagnostic) bool { return d.Severity >= parse.Warning }) {
			n++
		}
	}
	return n
}

// explain prints one line about a place.
func (a *app) explain(place, what, reason string) {
	theme := a.errTheme()
	fmt.Fprintf(a.streams.Err, "%s: %s %s\n", theme.Place(escape.Visible(place)), theme.Warning(what), escape.Visible(reason))
}

// position is a path with line and column, when those are known.
func position(path string, pos parse.Pos) string {
	if !pos.IsValid() {
		return path
	}
	return fmt.Sprintf("%s:%d:%d", path, pos.Line, pos.Column)
}

// count is a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
