package parse

// Ids of the diagnostics about the bytes of a SKILL.md.
const (
	// RuleUnreadable: the file cannot be opened or read.
	RuleUnreadable = "file-unreadable"
	// RuleTooLarge: SKILL.md is longer than [MaxFileBytes]; it is skipped.
	RuleTooLarge = "file-too-large"
	// RuleUTF16: the file is UTF-16 or UTF-32, not UTF-8; it is skipped.
	RuleUTF16 = "utf-16"
	// RuleNotUTF8: a byte is not part of valid UTF-8; the file is skipped.
	RuleNotUTF8 = "not-utf-8"
	// RuleNUL: a NUL character. In the frontmatter no YAML reader goes past
	// it and the skill is skipped; in the body it is only reported.
	RuleNUL = "nul-character"
	// RuleControl: a control character (C0 but tab and line ends, DEL; in the
	// frontmatter also C1), which YAML forbids and terminals obey.
	RuleControl = "control-character"
	// RuleBOM: a UTF-8 byte order mark before the fence, behind which several
	// clients see no frontmatter.
	RuleBOM = "byte-order-mark"
	// RuleCRLF: lines end with CRLF.
	RuleCRLF = "crlf-line-ends"
	// RuleMixedLineEnds: some lines end with CRLF, others with LF.
	RuleMixedLineEnds = "mixed-line-ends"
	// RuleLoneCR: a carriage return that no line feed follows.
	RuleLoneCR = "lone-carriage-return"
)

// Ids of the diagnostics about the fences around the frontmatter.
const (
	// RuleMissing: the file does not begin with a fence of three hyphens.
	RuleMissing = "frontmatter-missing"
	// RuleUnclosed: no line of three hyphens ends the frontmatter.
	RuleUnclosed = "frontmatter-unclosed"
	// RuleEmpty: there is nothing between the fences.
	RuleEmpty = "frontmatter-empty"
	// RuleFrontmatterTooLarge: longer than [MaxFrontmatterBytes].
	RuleFrontmatterTooLarge = "frontmatter-too-large"
	// RuleNotMapping: the frontmatter is a list or a text, not keys with values.
	RuleNotMapping = "frontmatter-not-mapping"
	// RuleBlankBefore: blank lines stand before the opening fence.
	RuleBlankBefore = "blank-before-frontmatter"
	// RuleFenceBlanks: blanks follow the hyphens of a fence.
	RuleFenceBlanks = "fence-trailing-blanks"
	// RuleFenceAtEnd: the file ends with its closing fence, without a line end.
	RuleFenceAtEnd = "fence-without-newline"
)

// Ids of the diagnostics about YAML that every or some readers refuse.
const (
	// RuleYAMLSyntax: YAML that cannot be read, for a reason that none of the
	// more exact rules below names.
	RuleYAMLSyntax = "yaml-syntax"
	// RuleYAMLColon: an unquoted text contains a colon followed by a blank.
	RuleYAMLColon = "yaml-unquoted-colon"
	// RuleYAMLBlockText: text follows the | or > of a block scalar on its line.
	RuleYAMLBlockText = "yaml-block-text"
	// RuleYAMLStart: an unquoted text starts with a character that has a
	// meaning in YAML, such as * @ ` % & ! or a comma.
	RuleYAMLStart = "yaml-reserved-start"
	// RuleYAMLQuote: a quoted text is not closed, or goes on behind its quote.
	RuleYAMLQuote = "yaml-quote"
	// RuleYAMLEscape: an escape in a double-quoted text that YAML lacks or that
	// only some readers take, such as \' or one half of a surrogate pair.
	RuleYAMLEscape = "yaml-escape"
	// RuleYAMLBracket: a [ or { is not closed.
	RuleYAMLBracket = "yaml-bracket"
	// RuleYAMLTab: a tab in the indentation.
	RuleYAMLTab = "yaml-tab"
	// RuleYAMLIndent: a line stands at a column where YAML does not expect it.
	RuleYAMLIndent = "yaml-indent"
	// RuleYAMLFullwidth: a fullwidth colon (U+FF1A) follows a key.
	RuleYAMLFullwidth = "yaml-fullwidth-colon"
	// RuleYAMLMarkdown: the frontmatter was escaped by a Markdown editor.
	RuleYAMLMarkdown = "yaml-escaped-markdown"
	// RuleYAMLTooDeep: collections nest deeper than [MaxYAMLDepth].
	RuleYAMLTooDeep = "yaml-too-deep"
	// RuleYAMLExpansion: aliases expand to more than [MaxYAMLNodes] values, or
	// a value contains itself.
	RuleYAMLExpansion = "yaml-expansion"
	// RuleDuplicateKey: a key stands twice in one mapping; the last one counts.
	RuleDuplicateKey = "duplicate-key"
	// RuleNonStringKey: a key is a number, a boolean, null or a collection.
	RuleNonStringKey = "non-string-key"
	// RuleAnchor: an anchor (&name).
	RuleAnchor = "yaml-anchor"
	// RuleAlias: an alias (*name) or a merge key (<<).
	RuleAlias = "yaml-alias"
	// RuleTag: an explicit tag (!name or !!name).
	RuleTag = "yaml-tag"
	// RuleFlow: a flow collection ([a, b] or {a: b}).
	RuleFlow = "yaml-flow"
	// RuleRecovered: the frontmatter is no valid YAML; name and description
	// were recovered from its lines.
	RuleRecovered = "recovered"
)

// Ids of the diagnostics about fields.
const (
	// RuleNameMissing: no name; the directory's name stands in.
	RuleNameMissing = "name-missing"
	// RuleDescriptionMissing: no description, or a blank one; the skill is
	// skipped.
	RuleDescriptionMissing = "description-missing"
	// RuleFieldType: a field of the specification has a value of another type.
	RuleFieldType = "field-type"
	// RuleAllowedTools: a token of allowed-tools cannot be read.
	RuleAllowedTools = "allowed-tools-syntax"
	// RuleClaudeCode: a value of a Claude Code key that it does not take.
	RuleClaudeCode = "claude-code-field"
	// RuleOpenClaw: OpenClaw metadata of the wrong shape.
	RuleOpenClaw = "openclaw-metadata"
	// RuleTulipProbe: a required probe that Tulip drops without a word.
	RuleTulipProbe = "tulip-probe"
	// RuleTulipBound: a bound on tool calls that Tulip ignores.
	RuleTulipBound = "tulip-bound"
	// RuleCodex: agents/openai.yaml of the wrong shape.
	RuleCodex = "codex-openai-yaml"
	// RuleResource: a file of the skill that cannot be listed.
	RuleResource = "resource-unreadable"
)

// DefaultSeverity is the severity the parser gives to diagnostics of a rule;
// 0 for a rule that is not its own. Package lint levels them by profile.
func DefaultSeverity(rule string) Severity {
	switch rule {
	case RuleUnreadable, RuleTooLarge, RuleUTF16, RuleNotUTF8, RuleNUL, RuleControl,
		RuleMissing, RuleUnclosed, RuleEmpty, RuleFrontmatterTooLarge, RuleNotMapping,
		RuleYAMLSyntax, RuleYAMLColon, RuleYAMLBlockText, RuleYAMLStart, RuleYAMLQuote,
		RuleYAMLEscape, RuleYAMLBracket, RuleYAMLTab, RuleYAMLIndent, RuleYAMLFullwidth,
		RuleYAMLMarkdown, RuleYAMLTooDeep, RuleYAMLExpansion,
		RuleDuplicateKey, RuleNameMissing, RuleDescriptionMissing:
		return Error
	case RuleBOM, RuleMixedLineEnds, RuleLoneCR, RuleBlankBefore, RuleFenceAtEnd,
		RuleNonStringKey, RuleRecovered, RuleFieldType, RuleAllowedTools,
		RuleClaudeCode, RuleOpenClaw, RuleTulipProbe, RuleTulipBound, RuleCodex, RuleResource:
		return Warning
	case RuleCRLF, RuleFenceBlanks, RuleAnchor, RuleAlias, RuleTag, RuleFlow:
		return Info
	}
	return 0
}
