package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func linkFragment() lint.Rule {
	return lint.Rule{
		ID:      "link-fragment",
		Group:   lint.Links,
		Summary: "link to a heading that is not there",
		What:    "A #fragment, alone or behind a path, for which the Markdown file it leads into has no heading (by GitHub's rules for ids) and no anchor.",
		Why:     "The reader lands at the top of the file, or an agent that searches for the heading finds nothing.",
		Bad:     linkSkill + "See [setup](#set-up).\n\n# Setup\n",
		Good:    linkSkill + "See [setup](#setup-1) and [more](references/guide.md#what-is-it).\n\n# Setup\n\n## Setup!\n-- skill/references/guide.md --\n# What *is* it?\n",
		Source:  "GitHub Flavored Markdown, heading ids",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, r := range skillLinks(p) {
				if r.target.fragment == "" || r.outcome != resolved {
					continue
				}
				if in, ok := fragmentFile(p, r); ok && !hasFragment(in, r.target.fragment) {
					p.ReportIn(r.file, r.span, "%s has no heading for #%s", in.Path, r.target.fragment).Hint("%s", fragmentHint(in, r.target.fragment))
				}
			}
		},
	}
}

// fragmentFile is the Markdown file that a link's fragment belongs to.
func fragmentFile(p *lint.Pass, r reference) (*lint.File, bool) {
	if r.target.kind == targetFragment {
		return r.file, true
	}
	f, ok := p.File(r.found)
	return f, ok && r.target.kind == targetPath && f.IsMarkdown() && len(f.Bytes()) > 0
}

func hasFragment(f *lint.File, fragment string) bool {
	m := f.Markdown()
	lower := strings.ToLower(fragment)
	for _, h := range m.Headings {
		if strings.HasSuffix(h.Text, "{#"+fragment+"}") {
			return true // an explicit id, as Pandoc and MkDocs have them
		}
	}
	if m.Fragment(fragment) || m.Fragment(lower) || m.Fragment(strings.TrimPrefix(lower, "user-content-")) {
		return true
	}
	return lower == "top" || isLineFragment(lower) || strings.HasPrefix(lower, ":~:")
}

// isLineFragment reports whether a fragment means a line, such as L10 or
// L10-L20.
func isLineFragment(s string) bool {
	rest, ok := strings.CutPrefix(s, "l")
	return ok && rest != "" && strings.Trim(rest, "0123456789-lc") == ""
}

func fragmentHint(f *lint.File, fragment string) string {
	want := strings.Trim(strings.ToLower(fragment), "-")
	for _, h := range f.Markdown().Headings {
		if squash(h.Slug) == squash(want) {
			return "did you mean #" + h.Slug + "?"
		}
	}
	for _, h := range f.Markdown().Headings {
		if len(want) > 3 && (strings.HasPrefix(h.Slug, want) || strings.HasPrefix(want, h.Slug) && len(h.Slug) > 3) {
			return "did you mean #" + h.Slug + "?"
		}
	}
	return "link to a heading of the file"
}

// squash drops hyphens and underscores.
func squash(s string) string { return strings.NewReplacer("-", "", "_", "").Replace(s) }
