package rules

import "github.com/skillctl/skillctl/pkg/lint"

func repositoryRules() []lint.Rule {
	return []lint.Rule{
		duplicateName(),
		descriptionOverlap(),
		skillReference(),
		manifestPath(),
		listingBudget(),
	}
}
