package lint

import (
	"fmt"
	"io/fs"

	"github.com/skillctl/skillctl/pkg/parse"
)

// Pass is what a rule's Check sees: one skill, its files, and a way to report.
// It is valid during the call only and used by one goroutine at a time.
type Pass struct {
	Skill *parse.Skill

	// Limits are the sizes that size rules compare with, as configured.
	Limits Limits
	// Profiles are those of this run. A rule rarely needs them: levels are
	// applied to what it reports.
	Profiles []Profile

	rule  *Rule
	files *fileSet
	repo  *repo
	out   *[]*Finding
	count int
}

// Report adds a finding at a place in SKILL.md. An invalid span means the
// file as a whole.
func (p *Pass) Report(span parse.Span, format string, args ...any) *Finding {
	return p.ReportIn(p.files.skillFile(), span, format, args...)
}

// ReportIn adds a finding at a place in any file of the skill.
func (p *Pass) ReportIn(f *File, span parse.Span, format string, args ...any) *Finding {
	return p.add(&Finding{rule: p.rule, file: f, path: f.Display, skill: p.Skill.Name, span: span, message: fmt.Sprintf(format, args...)})
}

// ReportPath adds a finding about a path of the skill that is no readable
// file: a directory, a link, a name.
func (p *Pass) ReportPath(path, format string, args ...any) *Finding {
	return p.add(&Finding{rule: p.rule, path: p.files.display(path), skill: p.Skill.Name, message: fmt.Sprintf(format, args...)})
}

// tooMany ends a rule that has reported [MaxRuleFindings] in one skill: what
// it would still say helps nobody, and a hostile file could make it endless.
type tooMany struct{}

func (p *Pass) add(f *Finding) *Finding {
	if p.count == MaxRuleFindings {
		panic(tooMany{})
	}
	p.count++
	*p.out = append(*p.out, f)
	return f
}

// Diagnostics are those the parser made with the given rule id.
func (p *Pass) Diagnostics(rule string) []parse.Diagnostic {
	return diagnosticsOf(p.Skill, rule)
}

// SkillFile is SKILL.md itself.
func (p *Pass) SkillFile() *File { return p.files.skillFile() }

// Files are the skill's files other than SKILL.md, sorted by path; files of
// nested skills are included. The slice must not be changed.
func (p *Pass) Files() []*File { return p.files.list() }

// File finds a file of the skill by its slash-separated path, SKILL.md
// included. The letter case counts.
func (p *Pass) File(path string) (*File, bool) { return p.files.find(path) }

// Repo is the tree around the skill: the enclosing git repository, or the
// root that was given when there is none, and the skill's directory in it,
// slash-separated ("." when the skill is the root). ok is false when nothing
// around the skill is known.
func (p *Pass) Repo() (fsys fs.FS, dir string, ok bool) {
	return p.repo.around(p.Skill)
}

// RepoPass is what a rule's CheckRepo sees.
type RepoPass struct {
	// Skills are all skills of the run in report order, loaded and skipped.
	Skills []RepoSkill
	// FS is the repository, or the root when there is no repository; nil when
	// the roots have nothing in common.
	FS fs.FS

	Limits   Limits
	Profiles []Profile

	rule *Rule
	repo *repo
	out  *[]*Finding
}

// RepoSkill is one skill as a rule across skills sees it.
type RepoSkill struct {
	// Skill is a [parse.Skill.Summary] with Root and ShadowedBy set. Source, Lines, Frontmatter and everything derived from them
	// are gone: what a rule needs of them its Collect takes.
	Skill *parse.Skill
	// NameSpan and DescriptionSpan are the values in SKILL.md; invalid when
	// the frontmatter has none.
	NameSpan, DescriptionSpan parse.Span
	// Fact is what the rule's Collect returned for the skill.
	Fact any
}

// Report adds a finding at a place in a skill's SKILL.md.
func (p *RepoPass) Report(s RepoSkill, span parse.Span, format string, args ...any) *Finding {
	found := &Finding{rule: p.rule, path: s.Skill.Path, skill: s.Skill.Name, span: span, message: fmt.Sprintf(format, args...)}
	*p.out = append(*p.out, found)
	return found
}

// ReportIn adds a finding at a place in a file that belongs to no skill, got
// from [RepoPass.File].
func (p *RepoPass) ReportIn(f *File, span parse.Span, format string, args ...any) *Finding {
	found := &Finding{rule: p.rule, file: f, path: f.Display, span: span, message: fmt.Sprintf(format, args...)}
	*p.out = append(*p.out, found)
	return found
}

// File reads a file of the repository by its slash-separated path in
// [RepoPass.FS].
func (p *RepoPass) File(path string) (*File, bool) { return p.repo.file(path) }
