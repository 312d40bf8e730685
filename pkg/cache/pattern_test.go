package cache

import "testing"

func TestPatterns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern pattern
		in      string
		want    bool
	}{
		{fullCommit, "0123456789abcdef0123456789abcdef01234567", true},
		{fullCommit, "0123456", false},
		{shortCommit, "0123456", true},
		{ownerName, "-owner", false},
		{repoName, "agent-skills", true},
		{refName, "a b", false},
		{refName, "release/1.0", true},
		{schemeLike, "c:", false},
		{schemeLike, "https://x", true},
	} {
		if got := c.pattern.MatchString(c.in); got != c.want {
			t.Errorf("matching %q: %v, want %v", c.in, got, c.want)
		}
	}
}
