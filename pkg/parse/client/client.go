package client

// Client is what one client does with skills. Zero fields mean: no limit, or
// not known.
type Client struct {
	ID    string // as used in flags: "claude-code"
	Title string // as printed: "Claude Code"

	// Places are the directories in which it looks for skills, those that win
	// a name first. Frameworks that are told where to look have none.
	Places []Place
	// Depth is how many levels below a place a skill's directory may stand: 1
	// for direct children only, 0 for any depth.
	Depth int
	// Dirs is how many directories of one place it reads at most.
	Dirs int
	// TakesPlace says that a SKILL.md in the place itself is a skill.
	TakesPlace bool
	// SkipsHidden says that directories whose name begins with a dot are not
	// entered below a place.
	SkipsHidden bool
	Links       Links
	Twins       Twins

	// FileNames are the names of SKILL.md it finds on a file system that
	// tells letter cases apart.
	FileNames []string
	// Refuses are ids of the parser's diagnostics with which it does not load
	// a skill.
	Refuses []string
	// Blanks are ids of the parser's diagnostics with which it loads a skill
	// as if there were no frontmatter: under the directory's name and without
	// description.
	Blanks []string

	// Requires are the keys without which it does not load a skill.
	Requires    []string
	Name        NameRule
	Description Limit
	// Compatibility limits the key of that name.
	Compatibility Limit
	// RefusesTags says that < or > in the name or the description is refused.
	RefusesTags bool

	// Keys are the frontmatter keys it defines besides those of the
	// specification.
	Keys []string
	// LooseKeys says that it takes the keys of Keys in snake case and camel
	// case as well.
	LooseKeys bool
	// Lacks are keys of the specification that it does not know.
	Lacks []string
	// RefusesKeys says that an unknown key is an error, not ignored.
	RefusesKeys bool

	Listing Listing
	Upload  Upload

	// Source says where the facts come from.
	Source string
}

// Scope says whose skills a place holds.
type Scope uint8

// The scopes.
const (
	Project Scope = iota // Dir is relative to a project, or to a folder of it
	User                 // Dir is relative to the user's home directory
)

// Place is a directory in which a client looks for skills.
type Place struct {
	Scope Scope
	Dir   string // slash-separated
}

// String is the place as people write it: .claude/skills, ~/.claude/skills.
func (p Place) String() string {
	if p.Scope == User {
		return "~/" + p.Dir
	}
	return p.Dir
}

// Links says what a client does with links to directories.
type Links uint8

// What clients do with links.
const (
	FollowsLinks   Links = iota
	IgnoresLinks         // they are not entered
	ContainedLinks       // they are followed inside of the place only
)

// Twins says which of two skills of one name a client takes.
type Twins uint8

// What clients do with twins. Between places the order of [Client.Places]
// decides, whichever it is.
const (
	FirstTwin Twins = iota // the first one by path
	LastTwin               // the last one by path
	BothTwins              // both are listed
)

// NameRule is what a client demands of a name.
type NameRule struct {
	Min, Max int      // characters
	Kebab    bool     // only a-z, 0-9 and single inner hyphens
	MatchDir bool     // equals the directory's name
	Without  string   // characters it must not contain
	Reserved []string // words it must not contain
}

// Limit is the greatest length of a text.
type Limit struct {
	Max   int
	Bytes bool // Max counts bytes, not characters
	Cuts  bool // a longer text is cut; otherwise the skill is not loaded
}

// Listing is what a client spends on its list of skills, in characters.
type Listing struct {
	Entry int // for the description of one skill, when_to_use included
	Total int // for the whole list, when the context window is not known
}

// Upload limits what a client takes of a skill that it is given. What an
// archive must look like besides is known to package pack.
type Upload struct {
	Bytes     int64 // of all files, unpacked
	FileBytes int64 // of one file
	Files     int
}

// Lookup finds a client by its id, or by the name that other tools use for it.
func Lookup(id string) (Client, bool) {
	switch id {
	case "github-copilot":
		id = "copilot"
	case "gemini-cli":
		id = "gemini"
	}
	for _, c := range All() {
		if c.ID == id {
			return c, true
		}
	}
	return Client{}, false
}

// IDs are the ids of all clients, in the order of [All].
func IDs() []string {
	var ids []string
	for _, c := range All() {
		ids = append(ids, c.ID)
	}
	return ids
}
