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
		descriptionPerson(),
		descriptionAngleBrackets(),
		descriptionSmartQuotes(),
		descriptionEscapedNewline(),
	}
}
