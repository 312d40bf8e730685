package secret

import (
	"math"
	"strings"
)

// Thresholds between a secret and a stand-in.
const (
	minEntropy = 2.9 // bits a character; 16 random hex digits have about 3.2
	maxRun     = 5   // equal or counted-up characters in a row
)

// What every OpenSSH key begins with, and every one without a passphrase: the
// latter's run of zeros says nothing about the key behind it.
const (
	opensshMagic = "b3BlbnNzaC1rZXktdjEA"
	opensshPlain = opensshMagic + "AAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAA"
	minOpenSSH   = 60 // characters of a real key behind that, at least
)

// placeholderWords occur in stand-ins and, by chance, in fewer than one of
// ten thousand random tokens.
var placeholderWords = []string{
	"example", "placeholder", "your", "xxxx", "dummy", "sample", "fake", "changeme", "redacted", "secret", "token",
	"insert", "replace", "foobar", "notreal", "abcdef", "abc123", "12345", "deadbeef", "test",
}

// isPlaceholder reports a text that stands for a secret. It is given the part
// behind the fixed beginning.
func isPlaceholder(s string) bool {
	if _, key, ok := strings.Cut(s, opensshPlain); ok && len(key) >= minOpenSSH {
		s = key
	}
	low := strings.ToLower(s)
	for _, word := range placeholderWords {
		if strings.Contains(low, word) {
			return true
		}
	}
	return longestRun(low) > maxRun || entropy(s) < minEntropy
}

// longestRun is the length of the longest run of characters that are equal or
// count up by one.
func longestRun(s string) int {
	longest, equal, up := 0, 0, 0
	for i := range len(s) {
		equal, up = equal+1, up+1
		if i > 0 && s[i] != s[i-1] {
			equal = 1
		}
		if i > 0 && s[i] != s[i-1]+1 {
			up = 1
		}
		longest = max(longest, equal, up)
	}
	return longest
}

// entropy is Shannon's, in bits a character.
func entropy(s string) float64 {
	var counts [256]int
	for i := range len(s) {
		counts[s[i]]++
	}
	bits := 0.0
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(s))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}
