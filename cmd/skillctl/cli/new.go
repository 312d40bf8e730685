package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/internal/safefs"
)

const newLong = `Make a new skill: a directory with a SKILL.md that every client loads and that
passes lint --target all. Nothing is ever overwritten.

NAME has 1 to 64 characters a-z, 0-9 and single hyphens between them. --with adds
working starting points: scripts, references, assets, evals.`

// newOptions are the flags of new.
type newOptions struct {
	*app
	dir         string
	description string
	with        []string
}

// newNewCmd is `skillctl new`.
func newNewCmd(a *app) *cobra.Command {
	o := &newOptions{app: a}
	cmd := &cobra.Command{
		Use:        "new NAME",
		SuggestFor: []string{"create", "init"},
		Short:      "Make a new skill",
		Long:       newLong,
		Args:       needArgs("NAME", 1, 1),
		Example: examples(
			"skillctl new pdf-tools",
			"skillctl new pdf-tools --dir .claude/skills --with scripts,references",
			"skillctl new pdf-tools --description 'Extracts text from PDF files. Use when the user names a PDF.'",
		),
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args[0]) },
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	a.addOutput(cmd, formatText, formatJSON)
	flags := cmd.Flags()
	flags.StringVar(&o.dir, "dir", ".", "make the skill's directory in `DIR`")
	flags.StringVar(&o.description, "description", "", "`TEXT` that says what the skill does and when to use it")
	flags.StringSliceVar(&o.with, "with", nil, "`PARTS` to add: "+strings.Join(skillParts(), ", "))
	complete(cmd, "with", skillParts()...)
	documentExits(cmd, exitDoc{exitUsage: "bad name, description or flag", exitRefused: "there is something of that name already"})
	return cmd
}

// newDocument is the JSON of new.
type newDocument struct {
	Skill string   `json:"skill"`
	Path  string   `json:"path"`
	Dir   string   `json:"dir"`
	Files []string `json:"files"`
}

func (o *newOptions) run(_ context.Context, name string) error {
	if err := checkNewName(name); err != nil {
		return err
	}
	if err := checkNewDescription(o.description); err != nil {
		return err
	}
	for _, part := range o.with {
		if !slices.Contains(skillParts(), part) {
			return usage(suggestion(part, skillParts(), "use some of: "+strings.Join(skillParts(), ", ")), "--with: unknown part %q", part)
		}
	}
	target := filepath.Join(o.abs(o.dir), name)
	files := scaffold(name, strings.Join(strings.Fields(o.description), " "), o.with)
	if err := writeSkill(target, files); err != nil {
		return err
	}
	doc := newDocument{Skill: name, Path: o.rel(filepath.Join(target, "SKILL.md")), Dir: target}
	for _, f := range files {
		doc.Files = append(doc.Files, f.path)
	}
	if o.isJSON() {
		return o.writeJSON(doc)
	}
	for _, f := range doc.Files {
		fmt.Fprintln(o.streams.Out, escape.Line(o.rel(filepath.Join(target, filepath.FromSlash(f)))))
	}
	return nil
}

// maxNewName and maxNewDescription are the specification's limits, in
// characters.
const (
	maxNewName        = 64
	maxNewDescription = 1024
)

// checkNewName names the rule that a name breaks: those of the specification,
// of the Claude API (no reserved words) and of file systems.
func checkNewName(name string) error {
	reject := func(rule string) error {
		return usage("use a-z, 0-9 and single hyphens, as in pdf-tools", "name %q: %s", name, rule)
	}
	switch {
	case name == "":
		return reject("it is empty")
	case utf8.RuneCountInString(name) > maxNewName:
		return reject(fmt.Sprintf("it has %d characters, %d are allowed", utf8.RuneCountInString(name), maxNewName))
	case strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-"):
		return reject("it must not start or end with a hyphen")
	case strings.Contains(name, "--"):
		return reject("it must not contain two hyphens in a row")
	}
	for _, r := range name {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return reject(fmt.Sprintf("%q is not allowed in it", r))
		}
	}
	for _, word := range []string{"claude", "anthropic"} {
		if strings.Contains(name, word) {
			return reject(fmt.Sprintf("the Claude API reserves the word %q", word))
		}
	}
	if err := safefs.CheckPath(name); err != nil {
		return reject("it is no name for a directory: " + err.Error())
	}
	return nil
}

// checkNewDescription refuses what some client would refuse.
func checkNewDescription(text string) error {
	hint := "say what the skill does and when to use it, in one to three sentences"
	n := utf8.RuneCountInString(text)
	switch {
	case n > maxNewDescription:
		return usage(hint, "--description: it has %d characters, %d are allowed", n, maxNewDescription)
	case text != "" && strings.TrimSpace(text) == "":
		return usage(hint, "--description: it is blank")
	case strings.ContainsAny(text, "<>"):
		return usage(hint, "--description: some clients refuse < and > in it")
	case escape.Hidden(text) != text && escape.Hidden(strings.Join(strings.Fields(text), " ")) != strings.Join(strings.Fields(text), " "):
		return usage(hint, "--description: it contains control or invisible characters")
	}
	return nil
}

// writeSkill writes the files beside the target and moves them there at once.
func writeSkill(target string, files []newFile) error {
	if _, err := os.Lstat(target); !errors.Is(err, fs.ErrNotExist) {
		if err != nil {
			return err
		}
		return fail(codeRefused, "choose another name or --dir, or remove it first", "%s: exists already", target)
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
		return err
	}
	if err := stageSkill(target, files); err != nil {
		return fmt.Errorf("%s: %w", target, plainCause(err)) // not the temporary name
	}
	return nil
}

func stageSkill(target string, files []newFile) (err error) {
	temporary, err := os.MkdirTemp(filepath.Dir(target), ".skillctl-new-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, safefs.RemoveAll(temporary)) }()
	staged := filepath.Join(temporary, filepath.Base(target))
	for _, f := range files {
		path := filepath.Join(staged, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(f.content), f.mode); err != nil {
			return err
		}
	}
	return safefs.Rename(staged, target)
}
