package parse

import (
	"io/fs"
	"slices"
)

// Skill is one skill as read: the directory, its SKILL.md and what stands in
// it. A Skill is made by [Parse] or [Scan] and not changed afterwards; all its
// methods are safe for concurrent use.
type Skill struct {
	// Name is the name by which clients know the skill: the frontmatter's
	// name, trimmed, or else the base name of the directory.
	Name string
	// Description is the frontmatter's description, trimmed.
	Description string
	// Recovered says that the frontmatter is no valid YAML and name and
	// description were recovered from its lines.
	Recovered bool

	License       string
	Compatibility string
	Metadata      []Entry       // metadata entries in source order, original scalar text
	AllowedTools  []AllowedTool // tokens of allowed-tools, see [ParseAllowedTools]

	// Path is SKILL.md as reports show it: slash-separated, relative to the
	// working directory when it lies below that.
	Path string
	// Dir is the skill's directory on disk, absolute; "" when the skill was
	// read from a file system that is not on disk.
	Dir string
	// DirName is the real base name of the skill's directory, "" when unknown
	// (a SKILL.md on standard input).
	DirName string
	// FileName is the real name of the file that was read: "SKILL.md", or
	// another casing of it.
	FileName string
	// FS is the skill's directory; nil for a SKILL.md on standard input.
	FS fs.FS

	Source      []byte       // SKILL.md as it is on disk
	Lines       *Lines       // positions in Source
	Frontmatter *Frontmatter // nil when there is none
	BodyStart   int          // byte offset in Source at which the body begins

	// Diagnostics tell what reading the skill had to tolerate or repair.
	Diagnostics []Diagnostic
	// Skip says why clients cannot load the skill; nil for a skill that loads.
	Skip *Diagnostic
	// ShadowedBy is the skill of the same name that wins, set by [Scan]; nil
	// for a skill that is not shadowed.
	ShadowedBy *Skill
	// Root is the index, in the roots given to [Scan], of the root the skill
	// was found in.
	Root int

	lazy lazy // what methods derive from the above on first use
}

// Body is the text behind the frontmatter, byte for byte. Made once, when first
// asked for.
func (s *Skill) Body() string {
	return s.lazy.body.get(func() string { return string(s.Source[s.BodyStart:]) })
}

// Frontmatter is the YAML block of a SKILL.md.
type Frontmatter struct {
	Open, Close Span    // the two fence lines
	Span        Span    // the text between them
	Entries     []Entry // top-level keys in source order, repeated keys included
	Valid       bool    // false when the block is no valid YAML and Entries were recovered
}

// Lookup finds the value of a top-level key. Of a repeated key the last one
// counts, as it does for clients.
func (f *Frontmatter) Lookup(key string) (*Value, bool) {
	if f == nil {
		return nil, false
	}
	for _, e := range slices.Backward(f.Entries) {
		if e.Key == key {
			return e.Value, true
		}
	}
	return nil, false
}

// Entry is one key of a mapping with its value.
type Entry struct {
	Key     string
	KeySpan Span
	Value   *Value
}

// Kind is the kind of a [Value].
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	Scalar
	Sequence
	Mapping
)

// Style says how a value is written in the source.
type Style uint8

// The styles of values.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal // |
	Folded  // >
	Flow    // [a, b] or {a: b}
	Block   // block sequence or mapping
)

// Value is a YAML value that remembers its source.
type Value struct {
	Kind  Kind
	Style Style
	// Text is a scalar's text as YAML reads it, never as another type: the
	// text of an unquoted 1.0 is "1.0", of yes is "yes".
	Text string
	// Tag is the type YAML 1.2 gives the scalar: "str", "int", "float",
	// "bool", "null", "timestamp"; or an explicit tag such as "!!binary".
	Tag     string
	Anchor  string // name of an anchor, without &
	Alias   string // name of an alias, without *; its target's value is filled in
	Span    Span   // the value in the source, quotes included
	Items   []*Value
	Entries []Entry
}

// Lookup finds a key of a mapping; of a repeated key the last one counts.
func (v *Value) Lookup(key string) (*Value, bool) {
	if v == nil {
		return nil, false
	}
	for _, e := range slices.Backward(v.Entries) {
		if e.Key == key {
			return e.Value, true
		}
	}
	return nil, false
}

// AllowedTool is one token of allowed-tools, such as Bash(git:*).
type AllowedTool struct {
	Tool      string // the name, such as "Bash"
	Specifier string // what stands in the parentheses, such as "git:*"
	Raw       string // the token as written
	Span      Span
}

// Tool is one name of the body's "Tools:" section.
type Tool struct {
	Name string
	Span Span
}

// Resource is a file of a skill other than its SKILL.md.
type Resource struct {
	Path       string // slash-separated, relative to the skill
	Kind       ResourceKind
	Bytes      int64
	Executable bool        // the owner's execute bit; on Windows, which has none, whether it begins with "#!"
	Mode       fs.FileMode // type and permission bits as Lstat reports them
}

// ResourceKind sorts a skill's files.
type ResourceKind string

// The kinds of resources, as printed.
const (
	Doc    ResourceKind = "doc"    // .md and .txt
	Script ResourceKind = "script" // a known script extension, a shebang, or the execute bit below scripts/
	Asset  ResourceKind = "asset"  // below assets/, or an image, font, archive or other binary
	Other  ResourceKind = "other"
)
