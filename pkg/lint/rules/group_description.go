package rules

import "github.com/skillctl/skillctl/pkg/lint"

func descriptionRules() []lint.Rule {
	return []lint.Rule{
		descriptionTooLong(),
		descriptionListing(),
		descriptionComment(),
		descriptionTooShort(),
		descriptionRestatesName(),
		descriptionPlaceholder(),
		descriptionNoTrigger(),
		descriptionEveryTask(),
		descriptionPerson(),
		descriptionAngleBrackets(),
		descriptionSmartQuotes(),
		descriptionEscapedNewline(),
	}
}
