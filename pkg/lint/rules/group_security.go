package rules

import "github.com/skillctl/skillctl/pkg/lint"

func securityRules() []lint.Rule {
	return []lint.Rule{
		hiddenTags(),
		hiddenBidi(),
		hiddenZeroWidth(),
		hiddenPadding(),
		hiddenComment(),
		nameHomoglyph(),
		symlinkOutside(),
		secretInFile(),
		autoRunCommand(),
		autoRunFile(),
		downloadAndRunRule(),
		secretSent(),
		reverseShellRule(),
		destructiveCommand(),
		agentUnasked(),
		persistenceRule(),
		setuidRule(),
		encodedPayload(),
		fileBinary(),
		imageQuery(),
		chatMarker(),
		injectionPhrase(),
	}
}
