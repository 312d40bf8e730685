package rules

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
	"golang.org/x/text/unicode/norm"
)

func nameFormat() lint.Rule {
	return lint.Rule{
		ID: "name-format", Group: lint.Naming,
		Summary: "name has characters that the specification forbids",
		What: "The name has a capital letter, a blank, an underscore or another character than letters, digits and hyphens, " +
			"begins or ends with a hyphen, or has two hyphens in a row. The name is judged as the reference validator does: " +
			"trimmed and in Unicode form NFKC; letters of every script are allowed here (see `name-not-ascii`).",
		Why: "The name is what users type, what permission rules match and what registries use as a path. Clients that check it " +
			"refuse the skill; Gemini CLI replaces some characters, so the skill answers to another name.",
		Bad:    "---\nname: PDF Forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   soundSkill,
		Source: "Agent Skills specification, name; agentskills/agentskills skills-ref validator",
		Levels: lint.Levels{
			lint.Core: parse.Warning, lint.Spec: parse.Error, lint.ClaudeAPI: parse.Error, lint.VSCode: parse.Error,
			lint.OpenClaw: parse.Warning, lint.Tulip: parse.Info, lint.TRPC: parse.Info,
		},
		Check: checkNameFormat,
	}
}

func checkNameFormat(p *lint.Pass) {
	raw, v, ok := text(p.Skill, "name")
	name := norm.NFKC.String(raw)
	if !ok || name == "" {
		return
	}
	faults := nameFaults(name)
	if len(faults) == 0 {
		return
	}
	f := p.Report(v.Span, "name %q %s", raw, strings.Join(faults, " and "))
	if strings.ContainsAny(name, `:\/<>*?"|`) {
		f.At(withGemini(nameFormat().Levels))
	}
	prefix, rest, namespaced := strings.Cut(name, ":")
	switch {
	case namespaced && rest != "" && len(nameFaults(rest)) == 0:
		f.Hint("write only %q: clients put the name of the plugin (%q) in front themselves", rest, prefix)
	case p.Skill.DirName != "" && isGoodName(p.Skill.DirName):
		f.Hint("use lower-case letters, digits and single hyphens: %q, as the directory has it, or %q for both", p.Skill.DirName, kebab(name))
	case kebab(name) != "":
		f.Hint("use lower-case letters, digits and single hyphens: %q, for the directory too", kebab(name))
	default:
		f.Hint("use lower-case letters, digits and single hyphens")
	}
}

// withGemini adds that Gemini CLI replaces characters of the name.
func withGemini(l lint.Levels) lint.Levels {
	l[lint.Gemini] = parse.Error
	return l
}

// nameFaults says what is wrong with a name in form NFKC.
func nameFaults(name string) []string {
	var faults []string
	if name != strings.ToLower(name) {
		faults = append(faults, "has capital letters")
	}
	if i := strings.IndexFunc(name, func(r rune) bool { return !isNameRune(r) }); i >= 0 {
		r := []rune(name[i:])[0]
		faults = append(faults, "contains "+runeName(r))
	}
	if strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-") {
		faults = append(faults, "begins or ends with a hyphen")
	}
	if strings.Contains(name, "--") {
		faults = append(faults, "has two hyphens in a row")
	}
	return faults
}

func isNameRune(r rune) bool {
	return r == '-' || unicode.IsLetter(r) || unicode.IsNumber(r)
}

// runeName describes a character for a message.
func runeName(r rune) string {
	switch {
	case r == ' ':
		return "a blank"
	case r == '_':
		return "an underscore"
	case r == '.':
		return "a dot"
	case r == '/':
		return "a slash"
	case unicode.IsPrint(r):
		return fmt.Sprintf("%q", string(r))
	}
	return fmt.Sprintf("U+%04X", r)
}

// kebab is the name that a text suggests: lower case, every run of other
// characters one hyphen.
func kebab(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case r != '-' && isNameRune(r):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}
