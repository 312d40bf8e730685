package rules

// Limits of the specification, in characters (code points).
const (
	maxNameRunes          = 64   // field name
	maxDescriptionRunes   = 1024 // field description; Codex takes it for short-description, too
	maxCompatibilityRunes = 500  // field compatibility
)

// claudeListingRunes is how many characters of description and when_to_use
// together Claude Code shows in its list of skills.
const claudeListingRunes = 1536

// Estimated tokens of one document.
const (
	longDocumentTokens = 10_000 // takes a noticeable part of a context window
	hugeDocumentTokens = 25_000 // more than harnesses return from one read
)

// Limits of whole skills at clients, in bytes and files.
const (
	claudeUploadBytes = 30_000_000 // claude.ai and the Claude API, unpacked
	openClawBytes     = 8 << 20    // OpenClaw, managed skills
	openClawFileBytes = 1 << 20    // OpenClaw, one file
	openClawFiles     = 256        // OpenClaw, files of a skill
	tulipFiles        = 20         // Tulip, files it lists
)

// maxVersionBytes is how long a version may be as a part of a file name.
const maxVersionBytes = 64
