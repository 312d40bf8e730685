package rules

import "github.com/skillctl/skillctl/pkg/lint"

func frontmatterRules() []lint.Rule {
	return []lint.Rule{}
}
