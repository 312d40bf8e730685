package parse

// Ids of the diagnostics about where skills stand.
const (
	// RuleNested: a SKILL.md below another skill. It is part of that skill
	// for clients, not a skill of its own.
	RuleNested = "nested-skill"
	// RuleLinkOutside: a symbolic link whose target lies outside of every
	// place a scan may read, see [ScanOptions].
	RuleLinkOutside = "link-outside"
	// RuleLinkDangling: a symbolic link to nothing.
	RuleLinkDangling = "link-dangling"
	// RuleNotAFile: SKILL.md is a directory, a device or a pipe.
	RuleNotAFile = "skill-file-kind"
	// RuleScanLimit: a scan stopped at one of its limits.
	RuleScanLimit = "scan-limit"
)
