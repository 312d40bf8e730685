package lint

// Limits are the sizes that rules compare with. A configuration may change
// those that have a key there; a zero value means the default.
type Limits struct {
	BodyLines     int // lines of a SKILL.md body before it is called long
	BodyTokens    int // estimated tokens of a body before it is called long
	CatalogTokens int // estimated tokens of all names and descriptions together
}

// The defaults of [Limits].
const (
	DefaultBodyLines     = 500   // the specification's advice, "under 500 lines"
	DefaultBodyTokens    = 5000  // the specification's advice, "under 5000 tokens"
	DefaultCatalogTokens = 16000 // about what a catalog may take of a context window
)

// Limits of the analysis itself.
const (
	// MaxFileBytes is the size in bytes up to which a file is analyzed; a
	// larger one is reported as not analyzed when it is text.
	MaxFileBytes = 1 << 20
	// MaxSkillFiles is the number of files of one skill that are analyzed.
	MaxSkillFiles = 10_000
	// MaxRuleFindings is how many findings of one rule are reported for one
	// skill; that there are more is a finding, too.
	MaxRuleFindings = 1000
	// MaxFixRounds is how often fixes are applied to one skill at most.
	MaxFixRounds = 10
)

// limitKey is a limit that a configuration can set.
type limitKey struct {
	name     string
	standard int
	about    string
	field    func(*Limits) *int
}

func limitKeys() []limitKey {
	return []limitKey{
		{"body-lines", DefaultBodyLines, "lines of a body", func(l *Limits) *int { return &l.BodyLines }},
		{"body-tokens", DefaultBodyTokens, "estimated tokens of a body", func(l *Limits) *int { return &l.BodyTokens }},
		{
			"catalog-tokens", DefaultCatalogTokens, "estimated tokens of all names and descriptions together",
			func(l *Limits) *int { return &l.CatalogTokens },
		},
	}
}

// withDefaults fills in what is zero.
func (l Limits) withDefaults() Limits {
	for _, k := range limitKeys() {
		if f := k.field(&l); *f == 0 {
			*f = k.standard
		}
	}
	return l
}
