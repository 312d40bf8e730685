package safefs

import (
	"errors"

	"github.com/skillctl/skillctl/internal/escape"
)

// Errors to match with errors.Is.
var (
	// ErrTooLarge says that a file holds more bytes than allowed.
	ErrTooLarge = errors.New("file is too large")
	// ErrNotRegular says that a path names no regular file.
	ErrNotRegular = errors.New("not a regular file")
	// ErrNoLocks says that the file system has no file locks.
	ErrNoLocks = errors.New("file system without locks")
)

// Rule names the part of the path policy that a path breaks.
type Rule string

// The rules of the path policy, in the order in which they are checked.
const (
	RuleEmpty       Rule = "empty"        // empty path or element
	RuleNotUTF8     Rule = "not-utf8"     // not valid UTF-8
	RuleTooLong     Rule = "too-long"     // path or element over its limit
	RuleTooDeep     Rule = "too-deep"     // more than MaxDepth elements
	RuleAbsolute    Rule = "absolute"     // starts with a slash or a drive
	RuleBackslash   Rule = "backslash"    // a separator on one system, a character on the other
	RuleControl     Rule = "control"      // control, format or private-use character
	RuleCharacter   Rule = "character"    // one of : * ? " < > |
	RuleDotDot      Rule = "dot-dot"      // an element is . or .., or turns into one
	RuleSpace       Rule = "edge-space"   // an element starts or ends with a space
	RuleTrailingDot Rule = "trailing-dot" // an element ends with a dot
	RuleWindowsName Rule = "windows-name" // a device on Windows, such as NUL or con.txt
	RuleReserved    Rule = "reserved"     // .ready
	RuleDuplicate   Rule = "duplicate"    // the same path twice
	RuleTwins       Rule = "twins"        // equal under case folding or Unicode normalisation
	RuleFileAndDir  Rule = "file-and-dir" // one path is a file and a folder
)

// PathError says which rule of the path policy a path breaks.
type PathError struct {
	Path   string
	Rule   Rule
	Detail string // what is wrong, for people
}

// Error escapes the path: it may hold anything.
func (e *PathError) Error() string { return escape.Hidden(e.Path) + ": " + e.Detail }
