package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/parse"
)

const toolsLong = `Print the tools that a skill names in its "Tools:" section, one a line; then the
tools it may use (allowed-tools), and what must be there for it to work
(metadata.openclaw requires), with what was found on this machine.

A Markdown heading ends the section and fenced code is not read; --compat trpc
reads it as tRPC-Agent does, without these two corrections.`

// toolsOptions are the flags of tools.
type toolsOptions struct {
	*app
	roots  rootFlags
	compat string
	check  bool
}

// compatTRPC is the value of tools --compat.
const compatTRPC = "trpc"

// newToolsCmd is `skillctl tools`.
func newToolsCmd(a *app) *cobra.Command {
	o := &toolsOptions{app: a}
	cmd := &cobra.Command{
		Use:   "tools SKILL",
		Short: "Print the tools a skill names, may use and requires",
		Long:  toolsLong,
		Args:  needArgs("SKILL", 1, 1),
		Example: examples(
			"skillctl tools weather-tools",
			"skillctl tools weather-tools --check      # exit 1 when a program or variable is missing",
			"skillctl tools weather-tools --json | jq -r '.tools[].name'",
		),
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args[0]) },
		ValidArgsFunction: a.completeSkill(&o.roots, 1),
	}
	a.addOutput(cmd, formatText, formatJSON)
	addRoots(cmd, &o.roots)
	cmd.Flags().StringVar(&o.compat, "compat", "", "read the section as another `READER` does: trpc")
	cmd.Flags().BoolVar(&o.check, "check", false, "exit 1 when something required is missing")
	complete(cmd, "compat", compatTRPC)
	documentExits(cmd, exitDoc{exitFindings: "with --check: something required is missing", exitNotFound: "", exitRefused: ""})
	return cmd
}

// toolsDocument is the JSON of tools.
type toolsDocument struct {
	Skill        string                `json:"skill"`
	Tools        []toolDocument        `json:"tools"`
	AllowedTools []allowedToolDocument `json:"allowed_tools"`
	Requires     requiresDocument      `json:"requires"`
}

type toolDocument struct {
	Name   string `json:"name"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

type allowedToolDocument struct {
	Tool      string `json:"tool"`
	Specifier string `json:"specifier,omitempty"`
	Raw       string `json:"raw"`
}

func (o *toolsOptions) run(ctx context.Context, arg string) error {
	if o.compat != "" && o.compat != compatTRPC {
		return usage("use trpc, or leave it out", "--compat: unknown reader %q", o.compat)
	}
	skill, err := o.findSkill(ctx, arg, o.roots)
	if err != nil {
		return err
	}
	doc := o.document(skill)
	if o.isJSON() {
		err = o.writeJSON(doc)
	} else {
		err = o.printText(doc)
	}
	if err == nil && o.check && doc.Requires.missing() {
		return exitFindings
	}
	return err
}

func (o *toolsOptions) document(s *parse.Skill) toolsDocument {
	doc := toolsDocument{Skill: s.Name, Tools: []toolDocument{}, AllowedTools: []allowedToolDocument{}}
	tools := s.Tools()
	if o.compat == compatTRPC {
		tools = s.ToolsTRPC()
	}
	for _, t := range tools {
		doc.Tools = append(doc.Tools, toolDocument{t.Name, t.Span.Start.Line, t.Span.Start.Column})
	}
	for _, t := range s.AllowedTools {
		doc.AllowedTools = append(doc.AllowedTools, allowedToolDocument{t.Tool, t.Specifier, t.Raw})
	}
	doc.Requires = o.requirements(s)
	return doc
}

// printText prints the three blocks; a block that is empty is left out.
func (o *toolsOptions) printText(doc toolsDocument) error {
	theme := o.outTheme()
	var blocks []string
	block := func(title string, lines []string) {
		if title != "" && len(lines) > 0 {
			lines = slices.Insert(lines, 0, theme.Faint(title))
		}
		if len(lines) > 0 {
			blocks = append(blocks, strings.Join(lines, "\n")+"\n")
		}
	}
	var names, allowed []string
	for _, t := range doc.Tools {
		names = append(names, theme.Name(escape.Visible(t.Name)))
	}
	for _, t := range doc.AllowedTools {
		allowed = append(allowed, "  "+escape.Visible(t.Raw))
	}
	block("", names)
	block("Allowed:", allowed)
	block("Requires:", doc.Requires.lines(theme))
	if len(blocks) == 0 {
		o.note("%s names no tools and requires nothing", doc.Skill)
	}
	_, err := fmt.Fprint(o.streams.Out, strings.Join(blocks, "\n"))
	return err
}
