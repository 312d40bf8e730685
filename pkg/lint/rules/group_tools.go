package rules

import "github.com/skillctl/skillctl/pkg/lint"

func toolRules() []lint.Rule {
	return []lint.Rule{
		allowedToolsSyntax(),
		allowedToolsForm(),
		allowedToolsBlank(),
		allowedToolsWildcard(),
		allowedToolsBash(),
		allowedToolsDuplicate(),
		allowedToolsCase(),
		allowedAndDisallowed(),
		allowedToolsEmpty(),
		allowedToolsIgnored(),
		trpcToolsSection(),
	}
}
