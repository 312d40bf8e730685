package rules

import "github.com/skillctl/skillctl/pkg/lint"

func clientRules() []lint.Rule {
	return []lint.Rule{
		clientDepth(),
		clientSubstitution(),
		skillUnreachable(),
		agentWithoutFork(),
		claudeCodeField(),
		codexOpenAIYAML(),
		codexShortDescription(),
		openClawMetadata(),
		openClawMultiline(),
		trpcFrontmatter(),
		trpcMultiline(),
		tulipProbe(),
		tulipBound(),
		tulipResources(),
	}
}
