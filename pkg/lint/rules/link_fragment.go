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
		What:    "A #fragment, alone or behind a path, for which the Markdown file it leads into has no heading (by GitHub's rules for ids) and no anchor. It is a remark when a heading has the same letters, and only hyphens differ, or when the document is of the project whose top folder the skill is, and SKILL.md does not name it.",
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
				in, ok := fragmentFile(p, r)
				if !ok || hasFragment(in, r.target.fragment) {
					continue
				}
				found := p.ReportIn(r.file, r.span, "%s has no heading for #%s", in.Path, r.target.fragment).Hint("link to a heading of the file")
				slug, same := nearestHeading(in, r.target.fragment)
				if slug != "" {
					found.Hint("did you mean #%s?", slug)
				}
				if same || ofProject(p, r.file) {
					found.At(lint.Levels{lint.Any: parse.Info})
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

// nearestHeading is the id of the heading that a fragment may mean, "" when
// there is none; same says that nothing but hyphens differs.
func nearestHeading(f *lint.File, fragment string) (slug string, same bool) {
	want := strings.Trim(strings.ToLower(fragment), "-")
	for _, h := range f.Markdown().Headings {
		if squash(h.Slug) == squash(want) {
			return h.Slug, true
		}
	}
	for _, h := range f.Markdown().Headings {
		if len(want) > 3 && (strings.HasPrefix(h.Slug, want) || strings.HasPrefix(want, h.Slug) && len(h.Slug) > 3) {
			return h.Slug, false
		}
	}
	return "", false
}

// squash drops hyphens and underscores.
func squash(s string) string { return strings.NewReplacer("-", "", "_", "").Replace(s) }
