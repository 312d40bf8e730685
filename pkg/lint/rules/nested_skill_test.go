package rules_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/lint"
)

// TestNestedSkillNamed weighs a nested skill by whether the outer one sends
// its reader there.
func TestNestedSkillNamed(t *testing.T) {
	t.Parallel()
	const (
		outer = "-- a/SKILL.md --\n---\nname: a\ndescription: Fill in PDF forms. Use when asked.\n---\n\n# A\n\n"
		inner = "-- a/steps/SKILL.md --\n---\nname: steps\ndescription: The steps of it. Use when asked.\n---\n\n# Steps\n"
	)
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"named", outer + "Read `steps/SKILL.md`.\n" + inner, nil},
		{"not named", outer + "Read the form.\n" + inner, []string{"warning nested-skill"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, found(t, c.text, lint.Core)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
