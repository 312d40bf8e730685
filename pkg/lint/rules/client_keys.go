package rules

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// clientKey is a frontmatter key beyond the specification that some client
// defines.
type clientKey struct {
	key     string         // as its client spells it
	readers string         // who reads it, for messages
	read    []lint.Profile // profiles that read it
}

// clientKeys lists the keys that clients document. Separators and letter case
// do not count: several clients read argument-hint, argument_hint and
// argumentHint alike.
func clientKeys() []clientKey {
	code := []lint.Profile{lint.ClaudeCode}
	calls := []lint.Profile{lint.ClaudeCode, lint.VSCode, lint.OpenClaw}
	tulip := []lint.Profile{lint.Tulip}
	claw := []lint.Profile{lint.OpenClaw}
	return []clientKey{
		{"agent", "Claude Code", code},
		{"argument-hint", "Claude Code and VS Code", []lint.Profile{lint.ClaudeCode, lint.VSCode}},
		{"arguments", "Claude Code", code},
		{"background", "Claude Code", code},
		{"context", "Claude Code and VS Code", []lint.Profile{lint.ClaudeCode, lint.VSCode}},
		{"default-enabled", "Claude Code", code},
		{"disable-model-invocation", "Claude Code, VS Code, Cursor and OpenClaw", calls},
		{"disallowed-tools", "Claude Code", code},
		{"display-name", "Claude Code", code},
		{"effort", "Claude Code", code},
		{"fallback", "Claude Code", code},
		{"hooks", "Claude Code", code},
		{"model", "Claude Code", code},
		{"paths", "Claude Code and Cursor", code},
		{"shell", "Claude Code", code},
		{"user-invocable", "Claude Code, VS Code and OpenClaw", calls},
		{"when_to_use", "Claude Code and Kimi Code", code},
		{"command-arg-mode", "OpenClaw", claw},
		{"command-dispatch", "OpenClaw", claw},
		{"command-tool", "OpenClaw", claw},
		{"homepage", "OpenClaw", claw},
		{"required_probes", "Tulip", tulip},
		{"min-tool-calls", "Tulip", tulip},
		{"max-tool-calls", "Tulip", tulip},
		{"version", "ToolHive", nil},
	}
}

// lookupClientKey finds a key whatever its separators and letter case.
func lookupClientKey(key string) (clientKey, bool) {
	for _, k := range clientKeys() {
		if sameKey(k.key, key) {
			return k, true
		}
	}
	return clientKey{}, false
}

// sameKey compares keys without separators and letter case.
func sameKey(a, b string) bool {
	for {
		a, b = strings.TrimLeft(a, "-_"), strings.TrimLeft(b, "-_")
		switch {
		case a == "" || b == "":
			return a == b
		case lower(a[0]) != lower(b[0]):
			return false
		}
		a, b = a[1:], b[1:]
	}
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c - 'A' + 'a'
	}
	return c
}

// flatKey is a key without separators, in lower case.
func flatKey(key string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(key, "-", ""), "_", ""))
}

// similarKey finds the known key that a misspelled one was meant to be.
func similarKey(key string) (string, bool) {
	if key == "tools" || key == "tool" {
		return "allowed-tools", true
	}
	known := referenceFields()
	for _, k := range clientKeys() {
		known = append(known, k.key)
	}
	flat := flatKey(key)
	for _, k := range known {
		if flatKey(k) == flat || isSlip(flat, flatKey(k)) {
			return k, true
		}
	}
	return "", false
}

// isSlip says that one word is the other but for a slip of the keyboard: one
// character wrong, missing, too many or two exchanged; two of them in long
// words. The first character must be right.
func isSlip(a, b string) bool {
	if a == "" || b == "" || a[0] != b[0] || min(len(a), len(b)) < 5 {
		return false
	}
	limit := 1
	if len(b) >= 10 {
		limit = 2
	}
	return editDistance(a, b) <= limit
}

// editDistance counts the bytes to insert, delete, replace or exchange with
// their neighbor.
func editDistance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}

// unknownEntries are the top-level keys that the specification lacks.
func unknownEntries(s *parse.Skill) []parse.Entry {
	var entries []parse.Entry
	if s.Frontmatter == nil {
		return nil
	}
	for _, e := range s.Frontmatter.Entries {
		if !slices.Contains(referenceFields(), e.Key) {
			entries = append(entries, e)
		}
	}
	return entries
}
