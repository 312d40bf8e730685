// Package digest computes and compares the two digests skillctl knows:
// "sha256:<hex>" over the bytes of one file or archive, and "h1:<base64>" over
// a tree of files, which is Hash1 of golang.org/x/mod/sumdb/dirhash and hence
// the same for a folder, any archive of it and the extracted copy.
package digest

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strings"
)

// ErrSyntax is matched by every error of [Parse].
var ErrSyntax = errors.New("no digest: use sha256:<64 hex digits> or h1:<44 base64 characters>")

const (
	sha256Prefix = "sha256:"
	treePrefix   = "h1:"
)

// Digest is a digest in its canonical spelling, or "". Equal digests are
// equal strings.
type Digest string

// Parse reads "sha256:<hex>" (either case) or "h1:<base64>".
func Parse(s string) (Digest, error) {
	if h, ok := strings.CutPrefix(s, sha256Prefix); ok {
		if b, err := hex.DecodeString(h); err == nil && len(b) == sha256.Size {
			return Digest(sha256Prefix + strings.ToLower(h)), nil
		}
	}
	if h, ok := strings.CutPrefix(s, treePrefix); ok {
		b, err := base64.StdEncoding.Strict().DecodeString(h)
		if err == nil && len(b) == sha256.Size && !strings.ContainsAny(h, "\r\n") {
			return Digest(s), nil
		}
	}
	return "", fmt.Errorf("%q: %w", s, ErrSyntax)
}

// IsTree reports whether d is the digest of a tree, "h1:…".
func (d Digest) IsTree() bool { return strings.HasPrefix(string(d), treePrefix) }

// UnmarshalText reads a digest as [Parse] does; an empty text is "".
func (d *Digest) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*d = ""
		return nil
	}
	v, err := Parse(string(text))
	if err == nil {
		*d = v
	}
	return err
}

// Hash computes the digest of the bytes written to it. The zero value is not
// usable; make one with [NewHash]. Not safe for concurrent use.
type Hash struct {
	h hash.Hash
	n int64
}

// NewHash returns an empty Hash.
func NewHash() *Hash { return &Hash{h: sha256.New()} }

// Write never fails.
func (h *Hash) Write(p []byte) (int, error) {
	h.n += int64(len(p))
	return h.h.Write(p)
}

// Digest is the digest of what was written so far.
func (h *Hash) Digest() Digest {
	return Digest(sha256Prefix + hex.EncodeToString(h.h.Sum(nil)))
}

// Size is the number of bytes written so far.
func (h *Hash) Size() int64 { return h.n }

// Reader reads r to its end and returns its sha256 digest and length in bytes.
func Reader(r io.Reader) (Digest, int64, error) {
	h := NewHash()
	_, err := io.Copy(h, r)
	return h.Digest(), h.n, err
}

// Bytes is the sha256 digest of b.
func Bytes(b []byte) Digest {
	sum := sha256.Sum256(b)
	return Digest(sha256Prefix + hex.EncodeToString(sum[:]))
}

// Entry is one file of a tree whose content digest is known already.
type Entry struct {
	Path   string
	Digest Digest // "sha256:…"
}

// Entries is the "h1:" digest of a tree from the sha256 digests of its files,
// in whatever order they come. Paths are slash-separated and relative to the
// tree; they must differ and hold no newline.
func Entries(entries []Entry) (Digest, error) {
	sorted := slices.SortedFunc(slices.Values(entries), func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	h := sha256.New()
	for i, e := range sorted {
		sum, ok := strings.CutPrefix(string(e.Digest), sha256Prefix)
		switch {
		case !ok:
			return "", fmt.Errorf("%s: %q: %w", e.Path, e.Digest, ErrSyntax)
		case strings.Contains(e.Path, "\n"):
			return "", fmt.Errorf("%q: newline in a path", e.Path)
		case i > 0 && sorted[i-1].Path == e.Path:
			return "", fmt.Errorf("%s: listed twice", e.Path)
		}
		fmt.Fprintf(h, "%s  %s\n", sum, e.Path)
	}
	return Digest(treePrefix + base64.StdEncoding.EncodeToString(h.Sum(nil))), nil
}

// WithoutCR is b with every CRLF turned into LF: the text whose digest stays
// the same when a checkout changes line endings.
func WithoutCR(b []byte) []byte {
	return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
}

// Hex is the hex part of a sha256 digest.
func (d Digest) Hex() string { return strings.TrimPrefix(string(d), sha256Prefix) }
