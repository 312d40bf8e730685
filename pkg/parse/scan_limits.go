package parse

// Limits of a scan; [ScanOptions] can lower them.
const (
	// MaxScanDepth is how many directory levels below a root are searched.
	MaxScanDepth = 16
	// MaxScanDirs is how many directories below one root are read.
	MaxScanDirs = 200_000
	// maxLinkHops is how many symbolic links may follow one another, as on
	// Linux.
	maxLinkHops = 40
	// fenceHead is how many bytes of a file with another casing of SKILL.md
	// are read to see whether it starts with a fence.
	fenceHead = 512
)
