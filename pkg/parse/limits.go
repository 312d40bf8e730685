package parse

// Limits of reading one skill. They bound time and memory on hostile input;
// real skills stay far below them.
const (
	// MaxFileBytes is the largest SKILL.md that is read, in bytes.
	MaxFileBytes = 1 << 20
	// MaxFrontmatterBytes is the longest frontmatter, in bytes, that is read
	// as YAML; what goes beyond it is taken as it stands, at most [MaxFaults]
	// keys.
	MaxFrontmatterBytes = 64 << 10
	// MaxYAMLDepth is how deep, in levels, collections may nest.
	MaxYAMLDepth = 64
	// MaxYAMLNodes is how many values a document may have once every alias
	// stands for a copy of its target.
	MaxYAMLNodes = 100_000
	// MaxFaults is how many mistakes of one frontmatter are explained.
	MaxFaults = 100
	// MaxMarkdownBytes is how much of one Markdown text is indexed, in bytes.
	MaxMarkdownBytes = 4 << 20
	// MaxResources is how many files of one skill are listed.
	MaxResources = 100_000
	// MaxResourceDepth is how many directory levels below a skill are listed.
	MaxResourceDepth = 32
)
