package parse

import "errors"

// ErrSkipped matches the error that [Skill.Err] returns for a skill that no
// client can load.
var ErrSkipped = errors.New("skill cannot be loaded")

// SkipError says why a skill cannot be loaded. It matches [ErrSkipped].
type SkipError struct {
	Diagnostic Diagnostic
}

// Error is the position and the reason, path first.
func (e *SkipError) Error() string { return e.Diagnostic.String() }

// Hint says what to do about it, or "".
func (e *SkipError) Hint() string { return e.Diagnostic.Hint }

// Unwrap makes the error match [ErrSkipped].
func (e *SkipError) Unwrap() error { return ErrSkipped }
