package rules

import "github.com/skillctl/skillctl/pkg/lint"

func linkRules() []lint.Rule {
	return []lint.Rule{
		linkBroken(),
		linkCase(),
		linkFragment(),
		linkOutside(),
		linkRepoRoot(),
		linkAbsolute(),
		linkBackslash(),
		pathMissing(),
		fileUnreferenced(),
	}
}
