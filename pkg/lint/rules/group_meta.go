package rules

import "github.com/skillctl/skillctl/pkg/lint"

func metaRules() []lint.Rule { return lint.MetaRules() }
