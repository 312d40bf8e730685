package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/internal/tokens"
	"github.com/skillctl/skillctl/pkg/parse"
)

const docsLong = `List the documents of a skill, or print them: the files .md and .txt that an
agent can load beside SKILL.md. Hidden directories are left out.`

// docsOptions are the flags of docs.
type docsOptions struct {
	*app
	roots rootFlags
	all   bool
}

// newDocsCmd is `skillctl docs`.
func newDocsCmd(a *app) *cobra.Command {
	o := &docsOptions{app: a}
	complete, completeDoc := a.completeSkill(&o.roots, 1), a.completeDoc(&o.roots)
	cmd := &cobra.Command{
		Use:   "docs SKILL [DOC…]",
		Short: "List or print the documents of a skill",
		Long:  docsLong + "\n\n" + tokenHelp,
		Args:  needArgs("SKILL", 1, -1),
		Example: examples(
			"skillctl docs release-notes",
			"skillctl docs release-notes references/style.md",
			"skillctl docs release-notes --all --json | jq -r '.docs[].title'",
		),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args) },
		ValidArgsFunction: func(cmd *cobra.Command, args []string, toComplete string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return complete(cmd, args, toComplete)
			}
			return completeDoc(cmd, args, toComplete)
		},
	}
	a.addOutput(cmd, formatText, formatJSON)
	addRoots(cmd, &o.roots)
	cmd.Flags().BoolVar(&o.all, "all", false, "print all documents")
	documentExits(cmd, exitDoc{exitNotFound: "no such skill or document", exitRefused: ""})
	return cmd
}

// docsDocument is the JSON of docs.
type docsDocument struct {
	Skill string        `json:"skill"`
	Docs  []docDocument `json:"docs"`
}

type docDocument struct {
	Path    string `json:"path"`
	Bytes   int64  `json:"bytes"`
	Tokens  int    `json:"tokens"`
	Title   string `json:"title,omitempty"`
	Content string `json:"content,omitempty"`
}

func (o *docsOptions) run(ctx context.Context, args []string) error {
	skill, err := o.findSkill(ctx, args[0], o.roots)
	if err != nil {
		return err
	}
	content := o.all || len(args) > 1
	picked, err := pickDocs(skill, args[1:], o.all || !content)
	if err != nil {
		return err
	}
	if !content {
		picked = o.readable(skill, picked)
	}
	docs, err := readDocs(skill, picked)
	if err != nil {
		return err
	}
	switch {
	case o.isJSON():
		return o.writeJSON(docsJSON(skill, picked, docs, content))
	case content:
		return o.printContent(docs)
	}
	return o.printTable(skill, picked, docs)
}

// readable leaves out the documents that cannot be read, such as links out of
// the skill, with a warning each: the table of the others is still of use.
func (o *docsOptions) readable(s *parse.Skill, docs []parse.Resource) []parse.Resource {
	var kept []parse.Resource
	for _, d := range docs {
		if _, err := readDocs(s, []parse.Resource{d}); err != nil {
			o.warn("%s", err)
			continue
		}
		kept = append(kept, d)
	}
	return kept
}

func docsJSON(s *parse.Skill, picked []parse.Resource, docs []document, content bool) docsDocument {
	doc := docsDocument{Skill: s.Name, Docs: []docDocument{}}
	for i, d := range docs {
		one := docDocument{Path: d.Path, Bytes: picked[i].Bytes, Tokens: tokens.Estimate(d.Content), Title: d.title()}
		if content {
			one.Content = d.Content
		}
		doc.Docs = append(doc.Docs, one)
	}
	return doc
}

// printContent prints documents as they stand; each behind a line with its
// path when there are several.
func (o *docsOptions) printContent(docs []document) error {
	for i, d := range docs {
		text := d.Content
		if len(docs) > 1 {
			text = fmt.Sprintf("==> %s <==\n%s", escape.Visible(d.Path), text)
			if i+1 < len(docs) && !strings.HasSuffix(text, "\n") {
				text += "\n"
			}
		}
		if err := o.printVerbatim(text); err != nil {
			return err
		}
	}
	return nil
}

func (o *docsOptions) printTable(s *parse.Skill, picked []parse.Resource, docs []document) error {
	if len(docs) == 0 {
		o.note("%s has no documents", s.Name)
		return nil
	}
	theme := o.outTheme()
	table := ui.Table{Isolate: o.streams.OutTTY, Columns: []ui.Column{
		{Title: "PATH", Weight: 3, Min: 16, Shorten: ui.CutPath, Style: theme.Place},
		{Title: "BYTES", Right: true, Rank: 2},
		{Title: "TOKENS", Right: true, Rank: 1},
		{Title: "TITLE", Weight: 2, Min: 12, Rank: 3},
	}}
	for i, d := range docs {
		table.Add(escape.Visible(d.Path), strconv.FormatInt(picked[i].Bytes, 10),
			strconv.Itoa(tokens.Estimate(d.Content)), oneLine(d.title()))
	}
	return table.Write(o.streams.Out, o.columns(), theme)
}
