package lint

import (
	"errors"
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/internal/spelling"
	"github.com/skillctl/skillctl/pkg/parse"
)

// ErrConfig marks everything that is wrong with a configuration, a baseline
// or an option: match it with errors.Is.
var ErrConfig = errors.New("invalid lint configuration")

// UnknownError says that a name is none of those known. It matches
// [ErrConfig].
type UnknownError struct {
	What  string   // "target", "rule", ...
	Name  string   // as given
	Known []string // all names that would do
}

// Error names what is unknown.
func (e *UnknownError) Error() string { return fmt.Sprintf("unknown %s %q", e.What, e.Name) }

// Hint names the closest known name, or all of them when they are few.
func (e *UnknownError) Hint() string {
	if near := spelling.Closest(e.Name, e.Known); len(near) > 0 {
		return fmt.Sprintf("did you mean %q?", near[0])
	}
	if len(e.Known) <= 12 {
		return "use one of " + strings.Join(e.Known, ", ")
	}
	return "skillctl lint --rules lists all rules"
}

// Is matches [ErrConfig].
func (e *UnknownError) Is(target error) bool { return target == ErrConfig }

// ConfigError says what is wrong with a configuration file or a baseline. It
// matches [ErrConfig].
type ConfigError struct {
	Path    string
	Pos     parse.Pos // invalid when it is about the file
	Message string
	Advice  string // what to do, or ""
}

// Error starts with path, line and column.
func (e *ConfigError) Error() string {
	if e.Pos.IsValid() {
		return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Pos.Line, e.Pos.Column, e.Message)
	}
	return e.Path + ": " + e.Message
}

// Hint is what to do about it.
func (e *ConfigError) Hint() string { return e.Advice }

// Is matches [ErrConfig].
func (e *ConfigError) Is(target error) bool { return target == ErrConfig }
