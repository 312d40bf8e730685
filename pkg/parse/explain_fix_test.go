package parse_test

import (
	"slices"
	"testing"

	"github.com/skillctl/skillctl/pkg/parse"
)

// A fix of broken YAML leaves a skill that says what was recovered before.
func TestFixesKeepMeaning(t *testing.T) {
	t.Parallel()
	for _, c := range yamlCases {
		s := parse.Parse([]byte("---\n"+c.yaml+"---\nbody"), parse.Options{DirName: "dir"})
		for _, d := range s.Diagnostics {
			if len(d.Fix) == 0 || s.Skip != nil {
				continue
			}
			fixed := string(s.Source)
			for _, e := range slices.Backward(d.Fix) {
				fixed = fixed[:e.Start] + e.New + fixed[e.End:]
			}
			again := parse.Parse([]byte(fixed), parse.Options{DirName: "dir"})
			if again.Name != s.Name || again.Description != s.Description || again.Body() != s.Body() {
				t.Errorf("%q fixed is %q: %q %q", s.Source, fixed, again.Name, again.Description)
			}
			if len(again.Diagnostics) >= len(s.Diagnostics) {
				t.Errorf("the fix of %s in %q leaves %v", d, s.Source, again.Diagnostics)
			}
		}
	}
}
