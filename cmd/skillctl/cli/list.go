package cli

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/internal/tokens"
	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/client"
)

const listLong = `List the skills in the given roots: what an agent that looks there will see, and
what it will not see and why.

The table shows each skill's name, description, estimated tokens of its body and
directory. Below it, on standard error, stands what was found, with a line for
each skill that is shadowed by another one of the same name and for each
SKILL.md that clients cannot load.

Formats: text, names (one a line), json, xml (the <available_skills> catalog
that agents get), overview ("- name: description" lines). xml and overview leave
out shadowed skills and those with disable-model-invocation.
`

// listOptions are the flags of list.
type listOptions struct {
	*app
	roots  rootFlags
	strict bool
	filter string
	sort   string
	target string
}

// The orders of list --sort.
const (
	sortName   = "name"
	sortTokens = "tokens"
	sortPath   = "path"
)

// newListCmd is `skillctl list`.
func newListCmd(a *app) *cobra.Command {
	o := &listOptions{app: a}
	cmd := &cobra.Command{
		Use:        "list [ROOT…]",
		SuggestFor: []string{"find", "ls", "search"},
		Short:      "List skills, and say what is not one and why",
		Long:       listLong + "\n" + tokenHelp,
		Example: examples(
			"skillctl list                                  # below the working directory",
			"skillctl list --user --target claude-code      # what Claude Code sees here",
			"skillctl list examples/skills --filter 'py*'   # by name",
			"skillctl list --json | jq -r '.skills[].name'",
			"skillctl list --format xml > catalog.xml",
		),
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args) },
		ValidArgsFunction: completeRoots,
	}
	a.addOutput(cmd, formatText, formatNames, formatJSON, formatXML, formatOverview)
	addRoots(cmd, &o.roots)
	flags := cmd.Flags()
	flags.BoolVar(&o.strict, "strict", false, "exit 1 when a skill is skipped or shadowed")
	flags.StringVar(&o.filter, "filter", "", "only skills whose name matches `GLOB`")
	flags.StringVar(&o.sort, "sort", sortPath, "`ORDER`: name, tokens (largest first), path")
	complete(cmd, "sort", sortName, sortTokens, sortPath)
	flags.StringVar(&o.target, "target", "", "tell what `CLIENT` sees: "+strings.Join(client.IDs(), ", "))
	complete(cmd, "target", client.IDs()...)
	before(cmd, func(*cobra.Command) error { return o.check() })
	documentExits(cmd, exitDoc{exitFindings: "with --strict: a skill was skipped or shadowed", exitNotFound: "", exitRefused: ""})
	return cmd
}

// tokenHelp says how tokens are estimated.
var tokenHelp = fmt.Sprintf("Tokens are estimates: %s. On 113 real skill files they\n"+
	"were %d %% off the o200k tokenizer on average and %d %% at worst.", tokens.Method, tokens.ErrorPercent, tokens.WorstPercent)

func (o *listOptions) check() error {
	if !slices.Contains([]string{sortName, sortTokens, sortPath}, o.sort) {
		return usage("use name, tokens or path", "--sort: unknown order %q", o.sort)
	}
	if !doublestar.ValidatePattern(o.filter) {
		return usage("quote the pattern, and close its brackets", "--filter: %q is no pattern", o.filter)
	}
	if _, ok := client.Lookup(o.target); o.target != "" && !ok {
		return usage(suggestion(o.target, client.IDs(), "use one of: "+strings.Join(client.IDs(), ", ")),
			"--target: unknown client %q", o.target)
	}
	return nil
}

func (o *listOptions) run(ctx context.Context, args []string) error {
	cat, err := o.scan(ctx, o.openRoots(ctx, args, o.roots))
	if err != nil {
		return err
	}
	l := o.collect(cat)
	if err := o.print(ctx, l); err != nil {
		return err
	}
	status := o.rootErrors(cat)
	if o.output.format != formatJSON {
		o.summarize(l)
	}
	if o.strict && (l.shadowed() > 0 || len(l.skipped) > 0) {
		status = worse(status, exitFindings)
	}
	if status != exitOK {
		return status
	}
	return nil
}

// listing is what list prints.
type listing struct {
	cat     *parse.Catalog
	skills  []*parse.Skill
	skipped []parse.Skipped
	// views says what the client of --target sees of each skill; nil without.
	views map[*parse.Skill]client.Visibility
}

// wins reports whether a skill is offered under its name: by the client of
// --target, or else by the order of roots and paths.
func (l *listing) wins(s *parse.Skill) bool {
	if l.views != nil {
		return l.views[s].Visible
	}
	return s.ShadowedBy == nil
}

func (l *listing) shadowed() int {
	n := 0
	for _, s := range l.skills {
		if s.ShadowedBy != nil {
			n++
		}
	}
	return n
}

// collect filters and sorts what the scan found.
func (o *listOptions) collect(cat *parse.Catalog) *listing {
	l := &listing{cat: cat}
	if target, ok := client.Lookup(o.target); ok {
		l.views = map[*parse.Skill]client.Visibility{}
		for _, v := range target.View(cat, o.home()) {
			l.views[v.Skill] = v
		}
	}
	for _, s := range cat.Skills {
		if o.matches(s.Name) {
			l.skills = append(l.skills, s)
		}
	}
	for _, s := range cat.Skipped {
		name := path.Base(path.Dir(s.Path))
		if s.Skill != nil && s.Skill.Name != "" {
			name = s.Skill.Name
		}
		if o.matches(name) {
			l.skipped = append(l.skipped, s)
		}
	}
	switch o.sort {
	case sortName:
		slices.SortStableFunc(l.skills, func(a, b *parse.Skill) int { return strings.Compare(a.Name, b.Name) })
	case sortTokens:
		slices.SortStableFunc(l.skills, func(a, b *parse.Skill) int {
			return cmp.Compare(tokens.Estimate(b.Body()), tokens.Estimate(a.Body()))
		})
	}
	return l
}

func (o *listOptions) matches(name string) bool {
	if o.filter == "" {
		return true
	}
	ok, err := doublestar.Match(o.filter, name)
	return ok && err == nil
}
