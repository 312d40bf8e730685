package rules

// Estimated tokens of one document.
const (
	longDocumentTokens = 10_000 // takes a noticeable part of a context window
	hugeDocumentTokens = 25_000 // more than harnesses return from one read
)

// tulipFiles is how many files of a skill Tulip lists.
const tulipFiles = 20

// maxVersionBytes is how long a version may be as a part of a file name.
const maxVersionBytes = 64
