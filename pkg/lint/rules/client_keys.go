package rules

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/spelling"
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
func readersOf(key string) keyReaders {
	var r keyReaders
	for _, c := range clients() {
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

// flatKey is a key without separators, in lower case.
func flatKey(key string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(key, "-", ""), "_", ""))
}

// similarKey finds the key that another one was meant to be: a field of the
// specification with other separators or letter case, or any known key but
// for a slip of the keyboard; "" when it was meant as it is.
func similarKey(key string, readers keyReaders) string {
	if key == "tools" || key == "tool" {
		return "allowed-tools"
	}
	for _, k := range client.SpecKeys() {
		if client.SameKey(k, key) {
			return k
		}
	}
	if len(readers.titles) > 0 {
		return ""
	}
	known := client.SpecKeys()
	for _, c := range clients() {
		known = append(known, c.Keys...)
	}
	flat := flatKey(key)
	for _, k := range known {
		if client.SameKey(k, key) || isSlip(flat, flatKey(k)) {
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
	return spelling.Distance(a, b) <= limit
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
	return lint.Once(p, "foreign keys", func() []foreignKey {
		var keys []foreignKey
		for _, e := range p.Skill.Frontmatter.Entries {
			if slices.Contains(client.SpecKeys(), e.Key) {
				continue
			}
			k := foreignKey{Entry: e, readers: readersOf(e.Key)}
			k.meant = similarKey(e.Key, k.readers)
			keys = append(keys, k)
		}
		return keys
	})
}
