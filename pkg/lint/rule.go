package lint

// Group sorts rules by what they look at.
type Group string

// The groups, in the order in which they are listed.
const (
	Structure   Group = "structure"
	Frontmatter Group = "frontmatter"
	Naming      Group = "naming"
	Description Group = "description"
	Body        Group = "body"
	Links       Group = "links"
	Scripts     Group = "scripts"
	Tools       Group = "tools"
	Size        Group = "size"
	Portability Group = "portability"
	Client      Group = "client"
	Repository  Group = "repository"
	Security    Group = "security"
	// Meta holds the linter's findings about its own work: unused
	// suppressions, files that were not analyzed, a rule that failed.
	Meta Group = "lint"
)

// Groups lists every group in order.
func Groups() []Group {
	return []Group{
		Structure, Frontmatter, Naming, Description, Body, Links, Scripts, Tools, Size,
		Portability, Client, Repository, Security, Meta,
	}
}

// Rule is one thing the linter knows: what it means, why it matters, how it
// looks when it is wrong and right, and the check. A Rule without any check
// documents a diagnostic that the parser or the scan makes: those are passed
// through with the levels of the rule. A Check speaks for the diagnostics of
// the same id, see [Pass.Diagnostics].
//
// The texts are Markdown without headings. Checks must be safe for concurrent
// use on different skills; they keep no state.
type Rule struct {
	ID      string // lower-case words with hyphens; never changes once released
	Group   Group
	Summary string // one line, no full stop
	What    string // what the rule reports, exactly
	Why     string // what goes wrong when it is ignored
	Bad     string // example that triggers the rule; see package linttest
	Good    string // the same done right, which does not
	Source  string // specification section, client, or thread as owner/repo#n
	Levels  Levels // severity by profile; a finding may bring its own, see [Finding.At]
	Fixable bool   // some findings of the rule carry a fix

	// Settles names a profile for which this rule, once it finds something in
	// a skill, decides alone: errors of other rules in SKILL.md are warnings
	// there. It is for readers that see another frontmatter than all others.
	Settles Profile

	// NeedsLoaded keeps Check and Collect away from skills that clients
	// cannot load (those with Skip set).
	NeedsLoaded bool
	// Check looks at one skill.
	Check func(p *Pass)
	// Collect takes from one skill what CheckRepo needs of it. It should be
	// small: it is kept for every skill until the end of the run. Nil results
	// are kept, too.
	Collect func(p *Pass) any
	// CheckRepo looks across all skills, after every Check and Collect is
	// done. It runs once.
	CheckRepo func(p *RepoPass)
}

// passesThrough says that the rule stands for a diagnostic of the parser.
func (r *Rule) passesThrough() bool { return r.Check == nil && r.CheckRepo == nil }
