package pack

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
)

// MaxSigners is how many bytes a signers file may have.
const MaxSigners = 1 << 20

// ErrSigners is matched by the errors of [ParseSigners].
var ErrSigners = errors.New("invalid signers file")

// Signers are the keys of an allowed_signers file of ssh-keygen(1), section
// ALLOWED SIGNERS. Immutable.
type Signers struct {
	entries []signer
}

type signer struct {
	principals    string
	key           ssh.PublicKey
	authority     bool
	namespaces    string // patterns, "" for any
	after, before time.Time
}

// ParseSigners reads an allowed_signers file. A line that cannot be read makes
// the whole file invalid: a restriction that is not understood must not be
// passed over.
func ParseSigners(b []byte) (*Signers, error) {
	s := &Signers{}
	n := 0
	for line := range bytes.Lines(b) {
		n++
		text := strings.TrimSpace(string(line))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		e, err := parseSigner(text)
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrSigners, n, err)
		}
		s.entries = append(s.entries, e)
	}
	return s, nil
}

func parseSigner(text string) (signer, error) {
	var s signer
	principals, rest, err := field(text)
	if err != nil {
		return s, err
	}
	s.principals = principals
	key, _, options, tail, err := ssh.ParseAuthorizedKey([]byte(rest))
	if err != nil || len(tail) > 0 {
		return s, errors.New("no key after the principals")
	}
	s.key = key
	for _, o := range options {
		if err := s.option(o); err != nil {
			return s, err
		}
	}
	return s, nil
}

// field takes the first word of a line, which may be quoted.
func field(text string) (word, rest string, err error) {
	if after, ok := strings.CutPrefix(text, `"`); ok {
		word, rest, ok = strings.Cut(after, `"`)
		if !ok {
			return "", "", errors.New("unclosed quote")
		}
	} else {
		end := strings.IndexAny(text, " \t")
		if end < 0 {
			return "", "", errors.New("no key after the principals")
		}
		word, rest = text[:end], text[end:]
	}
	return word, strings.TrimSpace(rest), nil
}

func (s *signer) option(o string) (err error) {
	name, value, _ := strings.Cut(o, "=")
	if v, ok := strings.CutPrefix(value, `"`); ok {
		value = strings.TrimSuffix(v, `"`)
	}
	switch strings.ToLower(name) {
	case "cert-authority":
		s.authority = true
	case "namespaces":
		if value == "" {
			err = errors.New("namespaces without a value")
		}
		s.namespaces = value
	case "valid-after":
		s.after, err = signerTime(value)
	case "valid-before":
		s.before, err = signerTime(value)
	default:
		err = fmt.Errorf("unknown option %q", name)
	}
	return err
}

// signerTime reads YYYYMMDD[HHMM[SS]], local time unless a Z follows.
func signerTime(s string) (time.Time, error) {
	digits, utc := strings.CutSuffix(strings.ToUpper(s), "Z")
	zone := time.Local
	if utc {
		zone = time.UTC
	}
	for _, layout := range []string{"20060102", "200601021504", "20060102150405"} {
		if len(layout) == len(digits) {
			return time.ParseInLocation(layout, digits, zone)
		}
	}
	return time.Time{}, fmt.Errorf("invalid time %q", s)
}

// allows finds who owns a key. When no entry allows it, reason says why, as
// the rest of a sentence about the key.
func (s *Signers) allows(key ssh.PublicKey, now time.Time) (principal, reason string) {
	reason = "is not among the signers"
	for _, e := range s.entries {
		if e.authority || !bytes.Equal(e.key.Marshal(), key.Marshal()) {
			continue
		}
		switch {
		case e.namespaces != "" && !matchList(e.namespaces, Namespace):
			reason = fmt.Sprintf("is allowed for the namespaces %s only", e.namespaces)
		case !e.after.IsZero() && now.Before(e.after):
			reason = "is not valid yet"
		case !e.before.IsZero() && !now.Before(e.before):
			reason = "is not valid any more"
		default:
			return e.principals, ""
		}
	}
	return "", reason
}

// matchList matches a name against comma-separated patterns with * and ?; one
// that begins with an exclamation mark excludes.
func matchList(patterns, name string) bool {
	matched := false
	for p := range strings.SplitSeq(patterns, ",") {
		p, negated := strings.CutPrefix(strings.TrimSpace(p), "!")
		p = strings.NewReplacer(`\`, `\\`, `[`, `\[`).Replace(p) // only * and ? are special
		ok, err := path.Match(p, name)
		if err != nil || !ok {
			continue
		}
		if negated {
			return false
		}
		matched = true
	}
	return matched
}
