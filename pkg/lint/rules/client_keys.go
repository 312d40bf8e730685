package rules

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/client"
)

// keyReaders are the clients that define a frontmatter key of their own.
type keyReaders struct {
	titles   []string
	profiles []lint.Profile
}

// readersOf finds the clients that define a key; none when no known client
// does.
func readersOf(clients []client.Client, key string) keyReaders {
	var r keyReaders
	for _, c := range clients {
		if c.Defines(key) {
			r.titles = append(r.titles, c.Title)
			r.profiles = append(r.profiles, lint.Profile(c.ID))
		}
	}
	return r
}

// names lists the readers for a message.
func (r keyReaders) names() string {
	n := len(r.titles)
	if n < 2 {
		return strings.Join(r.titles, "")
	}
	return strings.Join(r.titles[:n-1], ", ") + " and " + r.titles[n-1]
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

// similarKey finds the key that another one was meant to be: a field of the
// specification with other separators or letter case, or any known key but
// for a slip of the keyboard; "" when it was meant as it is.
func similarKey(clients []client.Client, key string, readers keyReaders) string {
	if key == "tools" || key == "tool" {
		return "allowed-tools"
	}
	for _, k := range client.SpecKeys() {
		if sameKey(k, key) {
			return k
		}
	}
	if len(readers.titles) > 0 {
		return ""
	}
	known := client.SpecKeys()
	for _, c := range clients {
		known = append(known, c.Keys...)
	}
	flat := flatKey(key)
	for _, k := range known {
		if sameKey(k, key) || isSlip(flat, flatKey(k)) {
			return k
		}
	}
	return ""
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

// foreignKey is a top-level key that the specification lacks.
type foreignKey struct {
	parse.Entry
	readers keyReaders
	meant   string // the key it was probably meant to be, or ""
}

// foreignKeys are the top-level keys that the specification lacks.
func foreignKeys(p *lint.Pass) []foreignKey {
	if p.Skill.Frontmatter == nil {
		return nil
	}
	clients := lint.Once(p, "clients", client.All)
	return lint.Once(p, "foreign keys", func() []foreignKey {
		var keys []foreignKey
		for _, e := range p.Skill.Frontmatter.Entries {
			if slices.Contains(client.SpecKeys(), e.Key) {
				continue
			}
			k := foreignKey{Entry: e, readers: readersOf(clients, e.Key)}
			k.meant = similarKey(clients, e.Key, k.readers)
			keys = append(keys, k)
		}
		return keys
	})
}
