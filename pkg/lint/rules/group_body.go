package rules

import "github.com/skillctl/skillctl/pkg/lint"

func bodyRules() []lint.Rule {
	return []lint.Rule{
		bodyEmpty(),
		bodyUnclosedFence(),
		bodyConflictMarker(),
		bodySecondFrontmatter(),
		bodyUnclosedComment(),
		bodyGarbled(),
		bodyPlaceholder(),
		bodyHeadingBlank(),
		pathBackslash(),
	}
}
