package parse

import "fmt"

// Severity says how much a diagnostic weighs.
type Severity uint8

// The severities, lightest first, so that they compare with < and >.
const (
	Info Severity = iota + 1
	Warning
	Error
)

// String is the name used in every output: "info", "warning" or "error".
func (s Severity) String() string {
	switch s {
	case Info:
		return "info"
	case Warning:
		return "warning"
	case Error:
		return "error"
	}
	return "none"
}

// MarshalText writes the severity's name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// ParseSeverity reads a severity's name.
func ParseSeverity(name string) (Severity, error) {
	for _, s := range []Severity{Info, Warning, Error} {
		if s.String() == name {
			return s, nil
		}
	}
	return 0, fmt.Errorf("unknown severity %q: use error, warning or info", name)
}

// Diagnostic is one thing to say about one place of a skill. It is the only
// such type: the parser makes it, rules make it, every report prints it.
type Diagnostic struct {
	Rule     string   // the rule's id, such as "name-format"
	Severity Severity // how much it weighs
	Message  string   // lower case, no full stop, names the fault
	Hint     string   // what to do about it, or ""
	Path     string   // the file, slash-separated, as the report shows it
	Skill    string   // name of the skill it belongs to, or ""
	Span     Span     // where in the file; invalid when it is about the file
	Targets  []string // profiles for which it holds; empty means all
	Fix      []Edit   // certain fix, or nil; edits of the file at Path
}

// Edit replaces the bytes from Start to End (half-open, 0-based offsets) of a
// file by New. Start equal to End inserts.
type Edit struct {
	Start, End int
	New        string
}
