package rules

import (
	"errors"
	"strings"

	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func nameUnsafe() lint.Rule {
	return lint.Rule{
		ID: "name-unsafe", Group: lint.Naming,
		Summary: "name cannot be the name of a directory",
		What: "The name contains a slash or a backslash, is `.` or `..`, begins with a dot, or is one that Windows reserves, " +
			"such as `con` or `nul`.",
		Why: "Installers and workspaces make a directory of that name. Such a name leads elsewhere or nowhere: tRPC-Agent and Goose " +
			"refuse it, and `skillctl pack` and `fetch` do, too.",
		Bad:    "---\nname: ../pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   soundSkill,
		Source: "tRPC-Agent workspaceprep; block/goose skills loader; Microsoft, naming files",
		Levels: lint.Levels{lint.Any: parse.Warning, lint.Core: parse.Error, lint.TRPC: parse.Error, lint.Spec: 0},
		Check:  checkNameUnsafe,
	}
}

func checkNameUnsafe(p *lint.Pass) {
	raw, v, ok := text(p.Skill, "name")
	switch {
	case !ok:
	case raw == "." || raw == ".." || strings.HasPrefix(raw, "../") || strings.HasPrefix(raw, "/") || strings.Contains(raw, "/../"):
		p.Report(v.Span, "name %q leads out of the directory that skills are installed in", raw).Hint("use a plain name such as pdf-forms")
	case strings.ContainsAny(raw, `/\`):
		p.Report(v.Span, "name %q contains a path separator", raw).Hint("use a plain name such as %q", kebab(raw)).
			At(lint.Levels{lint.Any: parse.Warning, lint.TRPC: parse.Error, lint.Spec: 0})
	case strings.HasPrefix(raw, "."):
		p.Report(v.Span, "name %q begins with a dot; scanners skip hidden directories", raw).Hint("drop the dot").
			At(lint.Levels{lint.Any: parse.Warning, lint.TRPC: parse.Error, lint.Spec: 0})
	case isWindowsDevice(raw):
		p.Report(v.Span, "name %q is a device on Windows, where no directory can have it", raw).Hint("use another name").
			At(lint.Levels{lint.Any: parse.Warning, lint.Spec: 0})
	}
}

// isWindowsDevice says that Windows keeps the name for a device.
func isWindowsDevice(name string) bool {
	fault, ok := errors.AsType[*safefs.PathError](safefs.CheckPath(name))
	return ok && fault.Rule == safefs.RuleWindowsName
}
