package lint

import (
	"fmt"
	"strings"
)

// Page is a rule's documentation as Markdown: what --explain prints, what
// docs/rules holds, and the help text of SARIF.
func Page(r Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", r.ID, upperFirst(r.Summary))
	fix := "no"
	if r.Fixable {
		fix = "yes, `skillctl lint --fix`"
	}
	fmt.Fprintf(&b, "- Group: %s\n- Severity: %s\n- Fix: %s\n\n", r.Group, r.Levels, fix)
	fmt.Fprintf(&b, "## What it means\n\n%s\n\n## Why it matters\n\n%s\n\n", strings.TrimSpace(r.What), strings.TrimSpace(r.Why))
	fmt.Fprintf(&b, "## Wrong\n\n%s\n\n## Right\n\n%s\n\n", codeBlock(abridge(r.Bad)), codeBlock(abridge(r.Good)))
	fmt.Fprintf(&b, "## Source\n\n%s\n\n", strings.TrimSpace(r.Source))
	fmt.Fprintf(&b, "## Turn it off\n\nIn one place, with a reason: `<!-- skillctl-disable-next-line %s -- reason -->` in Markdown, "+
		"`# skillctl-disable-line %s -- reason` in frontmatter and scripts. Everywhere: `%s: off` below `lint: rules:` in `%s`.\n",
		r.ID, r.ID, r.ID, ConfigName)
	return b.String()
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// codeBlock fences a text with more backticks than stand in it.
func codeBlock(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "text\n" + strings.TrimRight(text, "\n") + "\n" + fence
}
