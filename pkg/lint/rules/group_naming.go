package rules

import "github.com/skillctl/skillctl/pkg/lint"

func namingRules() []lint.Rule {
	return []lint.Rule{
		nameFormat(),
		nameTooLong(),
		nameNotASCII(),
		nameDirectoryMismatch(),
		nameReserved(),
		nameVague(),
		nameUnsafe(),
		nameNotString(),
		nameBlanks(),
	}
}
