package rules

import "github.com/skillctl/skillctl/pkg/lint"

func frontmatterRules() []lint.Rule {
	return []lint.Rule{
		frontmatterMissing(),
		frontmatterUnclosed(),
		frontmatterEmpty(),
		frontmatterNotMapping(),
		blankBeforeFrontmatter(),
		fenceTrailingBlanks(),
		frontmatterDashes(),
		yamlSyntax(),
		yamlTabBlank(),
		yamlUnevenIndent(),
		yamlTooDeep(),
		yamlAnchor(),
		yamlAlias(),
		yamlTag(),
		yamlFlow(),
		duplicateKey(),
		nonStringKey(),
		nameMissing(),
		descriptionMissing(),
		fieldType(),
		clientKeyRule(),
		misspelledKey(),
		unknownKey(),
		compatibilityTooLong(),
		compatibilityEmpty(),
		metadataValue(),
		licenseFileMissing(),
	}
}
