package pack

import (
	"errors"
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/internal/escape"
)

var (
	// ErrRefused is matched by every refusal: an unsafe or damaged archive, an
	// entry that may not be written or packed, a limit, a wrong digest or
	// signature.
	ErrRefused = errors.New("refused")
	// ErrFormat is matched when bytes are no archive of a known format.
	ErrFormat = errors.New("not a supported archive")
	// ErrMismatch is matched, besides [ErrRefused], when a digest or a
	// signature is not the expected one.
	ErrMismatch = errors.New("mismatch")
)

// Error is a refusal: which rule was broken, by which entry, and how. It
// matches [ErrRefused].
type Error struct {
	Entry  string // path in the archive or the skill as written there, "" when it is about the whole
	Rule   string // id of the rule, such as "link", "truncated" or "too-many-entries"
	Detail string // what is wrong, without the entry
	Err    error  // cause, or nil
}

// Error names entry, fault and rule; control characters of the entry's name
// appear escaped, and the middle of a name that is too long to read is left out.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Entry != "" {
		fmt.Fprintf(&b, "entry %s: ", escape.Hidden(strings.ReplaceAll(shortened(e.Entry), "\n", `\n`)))
	}
	b.WriteString(e.Detail)
	if e.Err != nil {
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	fmt.Fprintf(&b, " [%s]", e.Rule)
	return b.String()
}

// shortened leaves out the middle of a name that would fill the screen: an
// archive may name an entry with megabytes.
func shortened(name string) string {
	if len(name) <= maxShownName {
		return name
	}
	const half = maxShownName / 2
	head, tail := strings.ToValidUTF8(name[:half], ""), strings.ToValidUTF8(name[len(name)-half:], "")
	return head + "…" + tail
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is matches [ErrRefused] and, for the rules about digests and signatures,
// [ErrMismatch].
func (e *Error) Is(target error) bool {
	return target == ErrRefused || target == ErrMismatch && (e.Rule == RuleDigest || e.Rule == RuleSignature)
}

// Hint says what to do about the refusal.
func (e *Error) Hint() string { return hints[e.Rule] }

// The ids of the rules, beside those of the path policy in internal/safefs.
const (
	RuleArchiveSize = "archive-too-large"
	RuleFileSize    = "file-too-large"
	RuleTotalSize   = "too-large-unpacked"
	RuleEntries     = "too-many-entries"
	RuleLink        = "link"
	RuleSpecial     = "special-file"
	RuleSparse      = "sparse-file"
	RuleTruncated   = "truncated"
	RuleDamaged     = "damaged"
	RuleChecksum    = "checksum"
	RuleTrailing    = "trailing-data"
	RuleDiffering   = "ambiguous-structure"
	RuleMethod      = "compression-method"
	RuleEncrypted   = "encrypted"
	RuleEmpty       = "empty-archive"
	RuleNoSkill     = "no-skill"
	RuleSkillName   = "unsafe-skill-name"
	RuleExpansion   = "yaml-expansion"
	RuleDigest      = "digest"
	RuleSignature   = "signature"
	RuleChanged     = "changed-while-reading"
	RuleSecret      = "secret"
	RuleVersion     = "unsafe-version"
)

// refuse makes a refusal about an entry.
func refuse(entry, rule, format string, args ...any) *Error {
	return &Error{Entry: entry, Rule: rule, Detail: fmt.Sprintf(format, args...)}
}

// FormatError says that bytes are no archive skillctl reads. It matches
// [ErrFormat].
type FormatError struct {
	Found string // what the bytes look like, such as "an HTML page"
}

// Error names what was found instead of an archive.
func (e *FormatError) Error() string { return "not a supported archive: this is " + e.Found }

// Is matches [ErrFormat].
func (e *FormatError) Is(target error) bool { return target == ErrFormat }

// Hint names the supported formats.
func (e *FormatError) Hint() string { return "use tar, tar.gz, tar.zst or zip" }
