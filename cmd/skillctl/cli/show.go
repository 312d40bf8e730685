package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/prompt"
)

const showLong = `Show one skill: who it is, what it says, and which files it brings.

SKILL is a name, looked up in the roots, or a path: a directory, a file of the
skill, an archive or a source that holds one skill. Of two skills of one name,
name@path picks one.

Formats: text (for people), raw (SKILL.md byte for byte), body (without the
frontmatter), json, prompt (what an agent receives when it loads the skill).`

// showOptions are the flags of show.
type showOptions struct {
	*app
	roots   rootFlags
	docs    []string
	allDocs bool
	style   string
	layer   int
}

// The formats of show beside text and json.
const (
	formatRaw    = "raw"
	formatBody   = "body"
	formatPrompt = "prompt"
)

// newShowCmd is `skillctl show`.
func newShowCmd(a *app) *cobra.Command {
	o := &showOptions{app: a}
	cmd := &cobra.Command{
		Use:        "show SKILL",
		SuggestFor: []string{"cat", "info", "read", "view"},
		Short:      "Show one skill, as people or agents read it",
		Long:       showLong + "\n\n" + tokenHelp,
		Args:       needArgs("SKILL", 1, 1),
		Example: examples(
			"skillctl show release-notes",
			"skillctl show ./skills/release-notes --doc references/style.md",
			"skillctl show release-notes --format prompt --style trpc --all-docs",
			"skillctl show release-notes --layer 1      # what every conversation pays for",
			"skillctl show --json release-notes | jq .tokens",
			"skillctl show -- --help                    # a skill that is called --help",
		),
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args[0]) },
		ValidArgsFunction: a.completeSkill(&o.roots, 1),
	}
	a.addOutput(cmd, formatText, formatRaw, formatBody, formatJSON, formatPrompt)
	addRoots(cmd, &o.roots)
	flags := cmd.Flags()
	flags.StringArrayVar(&o.docs, "doc", nil, "add the document at `PATH`; repeatable")
	flags.BoolVar(&o.allDocs, "all-docs", false, "add all documents")
	o.addPrompt(cmd)
	completeWith(cmd, "doc", a.completeDoc(&o.roots))
	documentExits(cmd, exitDoc{exitNotFound: "no such skill or document", exitRefused: ""})
	return cmd
}

func (o *showOptions) run(ctx context.Context, arg string) error {
	skill, err := o.findSkill(ctx, arg, o.roots)
	if err != nil {
		return err
	}
	all := o.allDocs || o.layer == int(prompt.Extras) && len(o.docs) == 0
	picked, err := pickDocs(skill, o.docs, all)
	if err != nil {
		return err
	}
	docs, err := readDocs(skill, picked)
	if err != nil {
		return err
	}
	switch o.output.format {
	case formatRaw:
		return o.printVerbatim(string(skill.Source))
	case formatBody:
		return o.printVerbatim(skill.Body())
	case formatJSON:
		return o.printJSON(skill, docs)
	case formatPrompt:
		return o.printPrompt(skill, docs)
	}
	return o.printText(skill, docs)
}

// showDocument is the JSON of show.
type showDocument struct {
	skillDocument
	Body        string             `json:"body"`
	Frontmatter map[string]any     `json:"frontmatter"`
	Resources   []resourceDocument `json:"resources"`
	Documents   []document         `json:"documents,omitempty"`
}

type resourceDocument struct {
	Path        string             `json:"path"`
	Kind        parse.ResourceKind `json:"kind"`
	Bytes       int64              `json:"bytes"`
	MIMEType    string             `json:"mime_type,omitempty"`
	Executable  bool               `json:"executable"`
	Interpreter string             `json:"interpreter,omitempty"`
}

func (o *showOptions) printJSON(s *parse.Skill, docs []document) error {
	doc := showDocument{skillDocument: describe(s), Body: s.Body(), Resources: []resourceDocument{}, Documents: docs}
	doc.Frontmatter = map[string]any{}
	if s.Frontmatter != nil && len(s.Frontmatter.Entries) > 0 {
		doc.Frontmatter = plainMap(s.Frontmatter.Entries)
	}
	resources, _ := s.Resources()
	for _, r := range resources {
		info := sniffResource(s, r)
		doc.Resources = append(doc.Resources, resourceDocument{
			Path: r.Path, Kind: r.Kind, Bytes: r.Bytes, Executable: r.Executable,
			MIMEType: info.MIME, Interpreter: info.Interpreter,
		})
	}
	return o.writeJSON(doc)
}

// kindOrder is the order in which resources are shown.
func kindOrder() []parse.ResourceKind {
	return []parse.ResourceKind{parse.Doc, parse.Script, parse.Asset, parse.Other}
}

// ofKind picks the resources of one kind.
func ofKind(resources []parse.Resource, kind parse.ResourceKind) []parse.Resource {
	return slices.DeleteFunc(slices.Clone(resources), func(r parse.Resource) bool { return r.Kind != kind })
}
