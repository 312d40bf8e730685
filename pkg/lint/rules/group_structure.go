package rules

import "github.com/skillctl/skillctl/pkg/lint"

func structureRules() []lint.Rule {
	return []lint.Rule{
		skillFileName(),
		fileUnreadable(),
		fileTooLarge(),
		notUTF8(),
		utf16(),
		byteOrderMark(),
		nulCharacter(),
		controlCharacter(),
		nestedSkill(),
		junkFile(),
		evalsJSON(),
		resourceUnreadable(),
	}
}
