package rules

import "github.com/skillctl/skillctl/pkg/lint"

func structureRules() []lint.Rule {
	return []lint.Rule{
		skillFileName(),
		skillFileKind(),
		fileUnreadable(),
		fileTooLarge(),
		notUTF8(),
		utf16(),
		byteOrderMark(),
		nulCharacter(),
		controlCharacter(),
		nestedSkill(),
		linkDangling(),
		linkBeyondRoots(),
		scanLimit(),
		evalsJSON(),
		resourceUnreadable(),
	}
}
