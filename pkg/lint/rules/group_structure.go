package rules

import "github.com/skillctl/skillctl/pkg/lint"

func structureRules() []lint.Rule {
	return []lint.Rule{}
}
