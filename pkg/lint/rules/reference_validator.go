package rules

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/client"
	"golang.org/x/text/unicode/norm"
)

// referenceProblem says for what the reference validator (agentskills/agentskills,
// skills-ref) refuses a skill, or "". Unlike any client it takes what stands
// between the first two occurrences of three hyphens, wherever they are, for
// the frontmatter. Rules ask here when its reading differs from the one of
// package parse; elsewhere they reach the same verdict one by one.
func referenceProblem(s *parse.Skill) string {
	if !utf8.Valid(s.Source) {
		return "not UTF-8"
	}
	content := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(s.Source))
	parts := strings.SplitN(content, "---", 3)
	switch {
	case !strings.HasPrefix(content, "---"):
		return "does not start with three hyphens"
	case len(parts) < 3:
		return "not closed"
	}
	cut := parse.Parse([]byte("---\n"+parts[1]+"\n---\n"), parse.Options{DirName: s.DirName})
	for _, d := range cut.Diagnostics {
		if strictYAMLRefuses(d) {
			return d.Message
		}
	}
	if cut.Frontmatter == nil || unevenMapping(cut.Frontmatter.Entries) != nil || blankTab(cut) >= 0 {
		return "not strict YAML"
	}
	return referenceFieldProblem(cut)
}

// strictYAMLRefuses says that the validator's YAML reader, strictyaml, refuses
// what the parser reported.
func strictYAMLRefuses(d parse.Diagnostic) bool {
	switch d.Rule {
	case parse.RuleControl:
		return !strings.HasSuffix(d.Message, "U+0085")
	case parse.RuleNUL, parse.RuleEmpty, parse.RuleNotMapping,
		parse.RuleYAMLSyntax, parse.RuleYAMLColon, parse.RuleYAMLBlockText, parse.RuleYAMLStart, parse.RuleYAMLQuote,
		parse.RuleYAMLBracket, parse.RuleYAMLTab, parse.RuleYAMLIndent, parse.RuleYAMLFullwidth, parse.RuleYAMLMarkdown,
		parse.RuleYAMLTooDeep, parse.RuleYAMLExpansion, parse.RuleDuplicateKey,
		parse.RuleAnchor, parse.RuleAlias, parse.RuleTag, parse.RuleFlow:
		return true
	case parse.RuleYAMLEscape:
		return !isSurrogate(d)
	}
	return false
}

// reportUnlessReferenceReads passes on what the parser reports under the id of
// the rule. It is no error for [lint.Spec] where the reference validator takes
// the skill all the same: it sees frontmatter where no client does, and reads
// null and ~ as texts.
func reportUnlessReferenceReads(p *lint.Pass, rule lint.Rule) {
	for _, d := range p.Diagnostics(rule.ID) {
		f := pass(p, d)
		if referenceProblem(p.Skill) == "" {
			f.At(with(rule.Levels, lint.Spec, parse.Warning))
		}
	}
}

func referenceFieldProblem(s *parse.Skill) string {
	for _, e := range s.Frontmatter.Entries {
		if !slices.Contains(client.SpecKeys(), e.Key) {
			return "unexpected field " + e.Key
		}
	}
	name := norm.NFKC.String(strings.TrimSpace(referenceText(s, "name")))
	switch {
	case name == "":
		return "no name"
	case utf8.RuneCountInString(name) > client.MaxName || len(nameFaults(name)) > 0:
		return "bad name"
	case s.DirName != "" && norm.NFKC.String(s.DirName) != name:
		return "name differs from directory"
	}
	description := referenceText(s, "description")
	if strings.TrimSpace(description) == "" || utf8.RuneCountInString(description) > client.MaxDescription {
		return "no description or a long one"
	}
	switch v := field(s, "compatibility"); {
	case v == nil || v.Kind == parse.Null:
	case v.Kind != parse.Scalar || utf8.RuneCountInString(v.Text) > client.MaxCompatibility:
		return "bad compatibility"
	}
	return ""
}

// referenceText is the text of a field as the reference validator reads it:
// every scalar is a text to it, null and ~ included.
func referenceText(s *parse.Skill, key string) string {
	v := field(s, key)
	if v == nil || v.Kind != parse.Scalar && v.Kind != parse.Null {
		return ""
	}
	return v.Text
}
