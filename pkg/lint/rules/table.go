package rules

import "github.com/skillctl/skillctl/pkg/lint"

// All lists every rule, by group and in the order in which the documentation
// shows them. The slice is new on each call.
func All() []lint.Rule {
	var all []lint.Rule
	for _, group := range [][]lint.Rule{
		structureRules(),
		frontmatterRules(),
		namingRules(),
		descriptionRules(),
		bodyRules(),
		linkRules(),
		scriptRules(),
		toolRules(),
		sizeRules(),
		portabilityRules(),
		fileRules(),
		clientRules(),
		repositoryRules(),
		securityRules(),
		metaRules(),
	} {
		all = append(all, group...)
	}
	return all
}
