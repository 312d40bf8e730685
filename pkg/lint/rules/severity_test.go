package rules_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/linttest"
	"github.com/skillctl/skillctl/pkg/lint/rules"
	"github.com/skillctl/skillctl/pkg/parse"
)

// found lints a tree and lists what is at least a warning, as "severity rule".
func found(t *testing.T, text string, profiles ...lint.Profile) []string {
	t.Helper()
	tree, err := linttest.ParseTree(text)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, i := range tree.Run(t, lint.Options{Rules: rules.All(), Profiles: profiles, MinSeverity: parse.Warning}) {
		list = append(list, i.Severity.String()+" "+i.Rule)
	}
	return list
}

// faultyCase is a skill with a fault and what core says about it.
type faultyCase struct {
	name, text string
	want       []string
}

// faulty are skills with one fault each.
func faulty() []faultyCase {
	const (
		d = "description: Fill in PDF forms. Use when the user has a form to complete.\n"
		b = "---\n\n# Forms\n\nRead the form first.\n"
	)
	return []faultyCase{
		{"sound", "-- a/SKILL.md --\n---\nname: a\n" + d + b, nil},
		{"byte order mark", "-- a/SKILL.md (bom) --\n---\nname: a\n" + d + b, []string{"warning byte-order-mark"}},
		{"blank line first", "-- a/SKILL.md --\n\n---\nname: a\n" + d + b, []string{"error blank-before-frontmatter"}},
		{"fence at the end", "-- a/SKILL.md (no newline) --\n---\nname: a\n" + d + "---", []string{"warning body-empty"}},
		{"crlf", "-- a/SKILL.md (crlf) --\n---\nname: a\n" + d + b, nil},
		{"no frontmatter", "-- a/SKILL.md --\n# A\n", []string{"error frontmatter-missing"}},
		{"bare keys", "-- a/SKILL.md --\nname: a\n" + d + "\nBody.\n", []string{"error frontmatter-missing"}},
		{"fence of code around all", "-- a/SKILL.md --\n````markdown\n---\nname: a\n" + d + b + "````\n", []string{"error frontmatter-missing"}},
		{"import line", "-- a/SKILL.md --\n@../other/SKILL.md\n", []string{"error frontmatter-missing"}},
		{"not closed", "-- a/SKILL.md --\n---\nname: a\n" + d + "\n# A\n", []string{"error frontmatter-unclosed"}},
		{"colon", "-- a/SKILL.md --\n---\nname: a\ndescription: Fill in forms. Use when: asked to.\n" + b, []string{"error yaml-unquoted-colon"}},
		{"text behind >", "-- a/SKILL.md --\n---\nname: a\ndescription: > Fill in forms when asked to.\n" + b, []string{"error yaml-block-text"}},
		{"inner quotes", "-- a/SKILL.md --\n---\nname: a\ndescription: \"Fill in \"forms\" when asked to.\"\n" + b, []string{"error yaml-quote"}},
		{"alias of a star", "-- a/SKILL.md --\n---\nname: a\n" + d + "allowed-tools: *\n" + b, []string{"warning allowed-tools-wildcard", "error yaml-reserved-start"}},
		{"key twice", "-- a/SKILL.md --\n---\nname: a\n" + d + d + b, []string{"error duplicate-key"}},
		{"fullwidth colon", "-- a/SKILL.md --\n---\nname: a\ndescription：Fill in forms when asked to.\n" + b, []string{"error description-missing", "error yaml-fullwidth-colon"}},
		{"C1 control", "-- a/SKILL.md (escaped) --\n---\nname: a\ndescription: Fill in \\u{80} forms when asked to.\n" + b, []string{"error control-character"}},
		{"NUL in the body", "-- a/SKILL.md (escaped) --\n---\nname: a\n" + d + "---\n\n# A\\x00\n", []string{"warning nul-character"}},
		{"name missing", "-- a/SKILL.md --\n---\n" + d + b, []string{"error name-missing"}},
		{"description missing", "-- a/SKILL.md --\n---\nname: a\n" + b, []string{"error description-missing"}},
		{"description blank", "-- a/SKILL.md --\n---\nname: a\ndescription: ''\n" + b, []string{"error description-missing"}},
		{"description too long", "-- a/SKILL.md --\n---\nname: a\ndescription: " + strings.Repeat("Use it when asked. ", 60) + "\n" + b, []string{"error description-too-long"}},
		{"description cut by #", "-- a/SKILL.md --\n---\nname: a\ndescription: Use it to fix C# bugs # and more\n" + b, []string{"error description-comment"}},
		{"name with capitals", "-- A/SKILL.md --\n---\nname: A\n" + d + b, []string{"warning name-format"}},
		{"name too long", "-- a/SKILL.md --\n---\nname: " + strings.Repeat("a", 65) + "\n" + d + b, []string{"warning name-directory-mismatch", "error name-too-long"}},
		{"name elsewhere", "-- b/SKILL.md --\n---\nname: a\n" + d + b, []string{"warning name-directory-mismatch"}},
		{"lower-case file", "-- a/skill.md --\n---\nname: a\n" + d + b, []string{"error skill-file-name"}},
		{"key of a client", "-- a/SKILL.md --\n---\nname: a\n" + d + "argument-hint: FILE\n" + b, nil},
		{"key of nobody", "-- a/SKILL.md --\n---\nname: a\n" + d + "origin: here\n" + b, nil},
		{"misspelled key", "-- a/SKILL.md --\n---\nname: a\n" + d + "user-invokable: true\n" + b, []string{"warning misspelled-key"}},
		{"license file", "-- a/SKILL.md --\n---\nname: a\n" + d + "license: Complete terms in LICENSE.txt\n" + b, []string{"warning license-file-missing"}},
		{"compatibility as mapping", "-- a/SKILL.md --\n---\nname: a\n" + d + "compatibility:\n  a: b\n" + b, []string{"warning field-type"}},
		{"version as number", "-- a/SKILL.md --\n---\nname: a\n" + d + "metadata:\n  version: 1.0\n" + b, []string{"warning metadata-value"}},
		{"escaped by a Markdown editor", "-- a/SKILL.md --\n---\nname: a\n" + d + "metadata:\n&nbsp; version: 1.0.0\n" + b, []string{"error yaml-escaped-markdown"}},
		{"surrogate escapes", "-- a/SKILL.md --\n---\nname: a\n" + d + "metadata: {\"openclaw\": {\"emoji\": \"\\ud83d\\udc8a\"}}\n" + b, []string{"error yaml-escape"}},
		{"escaped apostrophe", "-- a/SKILL.md --\n---\nname: a\ndescription: \"Use it when it\\'s a form.\"\n" + b, []string{"error yaml-escape"}},
		{"continuation at the margin", "-- a/SKILL.md --\n---\nname: a\ndescription: Fill in forms of every kind.\nUse when asked to.\n" + b, []string{"error yaml-indent"}},
		{"text on the next line", "-- a/SKILL.md --\n---\nname: a\ndescription:\n  Fill in forms, \"PDF\" or not. Use when asked,\n  or not.\n" + b, nil},
		{"text over several lines", "-- a/SKILL.md --\n---\nname: a\ndescription: Fill in forms, \"PDF\" or not. Use\n  when asked, or not.\ntags: [a, b]\n" + b, nil},
		{"name that is a flag", "-- --help/SKILL.md --\n---\nname: --help\n" + d + b, []string{"warning name-format"}},
		{"name yes", "-- yes/SKILL.md --\n---\nname: yes\n" + d + b, nil},
		{"placeholders in fenced samples", "-- a/SKILL.md --\n---\nname: a\n" + d + "---\n\n```yaml\ntools:\n  - <tool-name>\n```\n", nil},
		{"listed whole", "-- a/SKILL.md --\n---\nname: a\n" + d + "when_to_use: " + strings.Repeat("x", 1536-len(d)+len("description: \n")) + "\n" + b, nil},
		{"listed but for a character", "-- a/SKILL.md --\n---\nname: a\n" + d + "when_to_use: " + strings.Repeat("x", 1537-len(d)+len("description: \n")) + "\n" + b, []string{"warning description-listing"}},
		{"long document", "-- a/SKILL.md --\n---\nname: a\n" + d + b + "-- a/references/x.md (100000 bytes) --\nA field has a name and a value.\n", nil},
		{"huge document", "-- a/SKILL.md --\n---\nname: a\n" + d + b + "-- a/references/x.md (100004 bytes) --\nA field has a name and a value.\n", []string{"warning document-tokens"}},
		{"tools in brackets", "-- a/SKILL.md --\n---\nname: a\n" + d + "allowed-tools: [Read, Write]\n" + b, nil},
	}
}

// TestCoreSeverity says of faulty skills what weighs how much by default: an
// error is what a client in wide use does not load, or loads as something else
// than what is written.
func TestCoreSeverity(t *testing.T) {
	t.Parallel()
	for _, c := range faulty() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, found(t, c.text, lint.Core)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestSoundSkill is clean for every profile.
func TestSoundSkill(t *testing.T) {
	t.Parallel()
	const text = "-- pdf-forms/SKILL.md --\n---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n" +
		"license: Apache-2.0\ncompatibility: Needs qpdf\nmetadata:\n  author: forms team\n  version: \"1.0\"\nallowed-tools: Bash(qpdf:*) Read\n---\n\n" +
		"# PDF forms\n\n1. Read [the fields](references/fields.md).\n2. Run `scripts/fill.sh`.\n" +
		"-- pdf-forms/references/fields.md --\n# Fields\n\nA field has a name.\n" +
		"-- pdf-forms/scripts/fill.sh (0755) --\n#!/bin/sh\nset -eu\nqpdf --check \"$1\"\n"
	if got := found(t, text, lint.Profiles()...); len(got) > 0 {
		t.Errorf("findings in a sound skill: %q", got)
	}
}

// TestHints holds what findings advise.
func TestHints(t *testing.T) {
	t.Parallel()
	const d = "description: Fill in PDF forms. Use when the user has a form to complete.\n"
	for _, c := range []struct{ rule, head, hint string }{
		{"name-format", "name: Writing Hookify Rules\n" + d, `"writing-hookify-rules"`},
		{"name-format", "name: 'dyad:lint'\n" + d, `write only "lint"`},
		{"name-directory-mismatch", "name: other\n" + d, `call the directory "other" or the skill "a"`},
		{"name-directory-mismatch", "name: sk\u0456ll\n" + d, `call the skill "a"`},
		{"misspelled-key", "name: a\n" + d + "user_invokable: true\n", "did you mean user-invocable?"},
		{"misspelled-key", "name: a\n" + d + "tools: Read\n", "did you mean allowed-tools?"},
		{"unknown-key", "name: a\n" + d + "origin: x\n", "below metadata"},
		{"metadata-value", "name: a\n" + d + "metadata:\n  version: 1.0\n", "write version: '1.0'"},
		{"yaml-unquoted-colon", "name: a\ndescription: Fill in. Use when: asked.\n", `"Fill in. Use when: asked."`},
		{"allowed-tools-form", "name: a\n" + d + "allowed-tools: Read, Bash(git diff *)\n", "write allowed-tools: Read Bash(git diff *)"},
	} {
		t.Run(c.rule+"/"+c.hint, func(t *testing.T) {
			t.Parallel()
			issues := linttest.Triggers(t, rules.All(), c.rule, "-- a/SKILL.md --\n---\n"+c.head+"---\n\n# A\n\nText.\n")
			if len(issues) != 1 || !strings.Contains(issues[0].Hint, c.hint) {
				t.Errorf("want one finding with a hint that contains %q, got %+v", c.hint, issues)
			}
		})
	}
}
