package spelling

import (
	"slices"
	"testing"
)

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "abc", 0},
		{"abc", "acb", 1},
		{"kitten", "sitting", 3},
		{"技能", "技巧", 1},
	} {
		if got := Distance(tc.a, tc.b); got != tc.want {
			t.Errorf("%q to %q: got %d, want %d", tc.a, tc.b, got, tc.want)
		}
		if got := Distance(tc.b, tc.a); got != tc.want {
			t.Errorf("%q to %q: got %d, want %d", tc.b, tc.a, got, tc.want)
		}
	}
}

func TestClosest(t *testing.T) {
	t.Parallel()
	known := []string{"claude-code", "claude-api", "codex", "core", "link-broken", "link-target"}
	for word, want := range map[string][]string{
		"kodex":       {"codex"},
		"link-borken": {"link-broken"},
		"LINK-BROKEN": {"link-broken"},
		"claude":      {"claude-api", "claude-code"},
		"co":          nil, // too short to be a part of a name
		"":            nil,
		"nothing":     nil,
	} {
		if got := Closest(word, known); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
	if got := Closest("skill-x", []string{"skill-d", "skill-a", "skill-a", "skill-c", "skill-b"}); !slices.Equal(got, []string{"skill-a", "skill-b", "skill-c"}) {
		t.Errorf("more than three, and one twice: %q", got)
	}
}
