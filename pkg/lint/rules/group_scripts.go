package rules

import "github.com/skillctl/skillctl/pkg/lint"

func scriptRules() []lint.Rule {
	return []lint.Rule{
		shellSyntax(),
		scriptPrivatePath(),
		scriptInteractive(),
		scriptCommand(),
		scriptPEP723(),
		dependencyUnpinned(),
	}
}
