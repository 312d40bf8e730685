package safefs

// Limits of the path policy.
const (
	// MaxPathBytes is the longest path, in bytes.
	MaxPathBytes = 1024
	// MaxNameBytes is the longest path element, in bytes.
	MaxNameBytes = 255
	// MaxDepth is the largest number of elements in a path.
	MaxDepth = 32
)

// Reserved is the name of the cache's marker of a complete entry. It may not
// occur in an archive, in any casing.
const Reserved = ".ready"
