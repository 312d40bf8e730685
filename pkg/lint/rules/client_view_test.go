package rules_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/linttest"
	"github.com/skillctl/skillctl/pkg/lint/rules"
	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/client"
)

// TestRefusalsAreErrors holds lint against list: a skill that a client refuses
// has an error in the profile of that client.
func TestRefusalsAreErrors(t *testing.T) {
	t.Parallel()
	for _, profile := range lint.Profiles() {
		c, ok := client.Lookup(string(profile))
		if !ok {
			continue
		}
		for _, f := range faulty() {
			t.Run(string(profile)+"/"+f.name, func(t *testing.T) {
				t.Parallel()
				tree, err := linttest.ParseTree(f.text)
				if err != nil {
					t.Fatal(err)
				}
				catalog, err := parse.Scan(t.Context(), []parse.Root{{Kind: "dir", FS: tree.FS}}, parse.ScanOptions{})
				if err != nil {
					t.Fatal(err)
				}
				errors := tree.Run(t, lint.Options{Rules: rules.All(), Profiles: []lint.Profile{profile}, MinSeverity: parse.Error})
				for _, v := range c.View(catalog, "") {
					if strings.HasPrefix(v.Why, "refused") && len(errors) == 0 {
						t.Errorf("%s: %s, but lint has no error", c.Title, v.Why)
					}
				}
			})
		}
	}
}
