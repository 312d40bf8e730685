package main

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/rules"
)

// rulePages are a page for each lint rule, as lint --explain prints it, an
// index, and the schema of the configuration.
func rulePages() ([]page, error) {
	table := rules.All()
	var pages []page
	for _, r := range table {
		pages = append(pages, page{"rules/" + r.ID + ".md", lint.Page(r)})
	}
	schema, err := lint.ConfigSchema(table)
	if err != nil {
		return nil, err
	}
	return append(pages,
		page{"rules/README.md", ruleIndex(table)},
		page{"schema/skillctl.schema.json", string(schema)}), nil
}

// ruleIndex lists the rules by group.
func ruleIndex(table []lint.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Lint rules\n\nMade by gendocs from the table of rules: %d rules. Severities are those of the default target,\n"+
		"`core`; a rule without one there is for other targets, which its page names.\n", len(table))
	for _, group := range lint.Groups() {
		fmt.Fprintf(&b, "\n## %s\n\n| Rule | Severity | Fix | Means |\n| --- | --- | --- | --- |\n", group)
		for _, r := range table {
			if r.Group != group {
				continue
			}
			level, fix := "", ""
			if s := r.Levels.In(lint.Core); s != 0 {
				level = s.String()
			}
			if r.Fixable {
				fix = "yes"
			}
			fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s | %s |\n", r.ID, r.ID, level, fix, tableCell(r.Summary))
		}
	}
	return b.String()
}

// tableCell keeps a text inside of its cell and from being read as HTML.
func tableCell(s string) string {
	return strings.NewReplacer("|", `\|`, "<", `\<`, "*", `\*`).Replace(s)
}
