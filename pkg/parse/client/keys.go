package client

import (
	"slices"
	"strings"
)

// SpecKeys are the frontmatter keys of the specification.
func SpecKeys() []string {
	return []string{"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
}

// Knows tells whether the client reads or tolerates a frontmatter key by its
// name: one of the specification's that it does not lack, or one of its own.
func (c Client) Knows(key string) bool {
	if slices.Contains(SpecKeys(), key) {
		return !slices.Contains(c.Lacks, key)
	}
	return c.Defines(key)
}

// Defines tells whether a key is one of the client's own.
func (c Client) Defines(key string) bool {
	if slices.Contains(c.Keys, key) {
		return true
	}
	return c.LooseKeys && slices.ContainsFunc(c.Keys, func(k string) bool { return SameKey(k, key) })
}

// SameKey tells whether two keys differ in nothing but letter case and in what
// tells kebab, snake and camel case apart.
func SameKey(a, b string) bool {
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
