package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/pkg/parse"
)

// fingerprint hashes what makes an issue the same issue after lines and files
// moved: the rule, the skill, and the text it points at with its line, blanks
// folded. An issue without a line is known by its file's base name.
func fingerprint(d *parse.Diagnostic, at place) string {
	parts := []string{d.Rule, d.Skill, fold(at.line), fold(at.pointed)}
	if at.line == "" {
		parts = append(parts, path.Base(d.Path))
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// fold makes runs of blanks one, so that re-indenting changes nothing.
func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// lineText is the line at which a span starts; of a very long line what is
// near.
func lineText(lines *parse.Lines, src []byte, span parse.Span) string {
	start, end := lineAround(lines, src, span)
	if end-start > 4*maxPointedAt {
		at := min(max(span.Start.Offset, start), end)
		start, end = max(start, at-maxPointedAt), min(end, at+maxPointedAt)
	}
	return string(src[start:end])
}

// pointedAt is the text of a span, at most a line's worth of it.
func pointedAt(span parse.Span, source []byte) string {
	start, end := span.Start.Offset, span.End.Offset
	if start < 0 || start >= end || end > len(source) {
		return ""
	}
	return string(source[start:min(end, start+maxPointedAt)])
}

// maxPointedAt bounds, in bytes, how much of a long span or line is hashed.
const maxPointedAt = 1024

// number makes equal fingerprints of one run differ: the second is "…:2".
// The issues are sorted.
func number(issues []Issue) {
	seen := make(map[string]int, len(issues))
	for i := range issues {
		print := issues[i].Fingerprint
		seen[print]++
		issues[i].Fingerprint = print + ":" + strconv.Itoa(seen[print])
	}
}
