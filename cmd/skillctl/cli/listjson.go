package cli

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/skillctl/skillctl/pkg/parse"
)

// listDocument is the JSON of list.
type listDocument struct {
	Roots   []rootDocument    `json:"roots"`
	Skills  []skillDocument   `json:"skills"`
	Skipped []skippedDocument `json:"skipped"`
	Summary listSummary       `json:"summary"`
	// Diagnostics are about the scan, not about one skill.
	Diagnostics []diagnosticDocument `json:"diagnostics,omitempty"`
}

type rootDocument struct {
	Source string `json:"source"`
	Path   string `json:"path,omitempty"`
	Kind   string `json:"kind"`
	Error  string `json:"error,omitempty"`
}

type skippedDocument struct {
	Path   string `json:"path"`
	Rule   string `json:"rule"`
	Reason string `json:"reason"`
	Hint   string `json:"hint,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

type listSummary struct {
	Found         int `json:"found"`
	Loaded        int `json:"loaded"`
	Shadowed      int `json:"shadowed"`
	Skipped       int `json:"skipped"`
	IgnoredDirs   int `json:"ignored_dirs"`
	CatalogTokens int `json:"catalog_tokens"`
}

func (o *listOptions) printJSON(ctx context.Context, l *listing) error {
	skills, err := describeAll(ctx, l.skills)
	if err != nil {
		return err
	}
	for i, s := range l.skills {
		if v, ok := l.views[s]; ok {
			skills[i].Visible, skills[i].Why = &v.Visible, v.Why
		}
	}
	doc := listDocument{Roots: o.rootDocuments(l.cat.Roots), Skills: skills, Skipped: []skippedDocument{}}
	for _, s := range l.skipped {
		doc.Skipped = append(doc.Skipped, skippedDocument{
			Path: s.Path, Rule: s.Rule, Reason: s.Reason, Hint: s.Hint, Line: s.Pos.Line, Column: s.Pos.Column,
		})
	}
	for _, d := range l.cat.Diagnostics {
		doc.Diagnostics = append(doc.Diagnostics, diagnosticOf(d))
	}
	doc.Summary = listSummary{
		Found: len(l.skills) + len(l.skipped), Shadowed: l.shadowed(), Skipped: len(l.skipped),
		Loaded: len(l.skills) - l.shadowed(), IgnoredDirs: l.cat.IgnoredDirs,
	}
	for i, s := range l.skills {
		if l.wins(s) {
			doc.Summary.CatalogTokens += skills[i].Tokens.Catalog
		}
	}
	return o.writeJSON(doc)
}

func (a *app) rootDocuments(roots []parse.Root) []rootDocument {
	docs := make([]rootDocument, len(roots))
	for i, r := range roots {
		docs[i] = rootDocument{Source: r.Source, Path: r.Path, Kind: r.Kind}
		if r.Err != nil {
			docs[i].Error = a.shown(pathFirst(rootError(r)).Error())
		}
	}
	return docs
}

// describeAll describes skills side by side, as that lists their files.
func describeAll(ctx context.Context, skills []*parse.Skill) ([]skillDocument, error) {
	docs := make([]skillDocument, len(skills))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, s := range skills {
		group.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			docs[i] = describe(s)
			return nil
		})
	}
	return docs, group.Wait()
}
