package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

const linkSkill = "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has links. Use when testing.\n---\n"

func linkBroken() lint.Rule {
	return lint.Rule{
		ID:      "link-broken",
		Group:   lint.Links,
		Summary: "link to a file that is not there",
		What:    "A relative link, image or link definition in a Markdown file of the skill whose target exists neither beside the document nor below the skill's folder. It is a remark when only the `.md` is left out, as web sites of documents have it, when the document is a template, an example or a test, or when it is of the project whose top folder the skill is, and SKILL.md does not name it. Web addresses, code, Markdown examples and placeholders are left alone.",
		Why:     "The agent follows the link in the middle of its work, finds nothing and goes on without the instructions.",
		Bad:     linkSkill + "See [the guide](guide.md).\n-- skill/references/guide.md --\n# Guide\n",
		Good:    linkSkill + "See [the guide](references/guide.md), [the web](https://test.invalid/x) or [yours](<path>/x.md).\n-- skill/references/guide.md --\n# Guide\n",
		Source:  "agentskills.io specification, file references; heygen-com/hyperframes#3922",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, r := range skillLinks(p) {
				if r.outcome != missing && r.outcome != elsewhere && r.outcome != pageName {
					continue
				}
				found := p.ReportIn(r.file, r.span, "link to %q, which does not exist", r.target.raw).Hint("correct the path or add the file")
				if r.outcome != missing {
					found.Hint("did you mean %s?", r.found)
				}
				if r.outcome == pageName || isMaterial(r.file.Path) || ofProject(p, r.file) {
					found.At(lint.Levels{lint.Any: parse.Info})
				}
			}
		},
	}
}

func linkCase() lint.Rule {
	return lint.Rule{
		ID:      "link-case",
		Group:   lint.Links,
		Summary: "link whose letter case differs from the file's",
		What:    "A link or path in a document that names a file of the skill in another letter case, as a disk sees it that tells upper from lower case.",
		Why:     "It works on macOS and Windows and fails on Linux, where most agents run.",
		Bad:     linkSkill + "See [the guide](references/Guide.md).\n-- skill/references/guide.md --\n# Guide\n",
		Good:    linkSkill + "See [the guide](references/guide.md).\n-- skill/references/guide.md --\n# Guide\n",
		Source:  "anthropics/skills#375",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, r := range append(skillLinks(p), skillPaths(p)...) {
				if r.outcome == otherCase {
					p.ReportIn(r.file, r.span, "%q is called %q", r.target.raw, r.found).Hint("write %s", r.found)
				}
			}
		},
	}
}

func linkOutside() lint.Rule {
	return lint.Rule{
		ID:      "link-outside-skill",
		Group:   lint.Links,
		Summary: "link that leaves the skill",
		What:    "A relative link whose target lies outside of the skill's folder. It is a warning when the target's folder is in the repository and the target is not in it, else a remark.",
		Why:     "Skills are installed one by one: what stands beside the folder in the repository is not there on the user's machine.",
		Bad:     linkSkill + "See [the guide](../docs/guide.md).\n-- docs/other.md --\n# Other\n",
		Good:    linkSkill + "See [the guide](references/guide.md).\n-- skill/references/guide.md --\n# Guide\n",
		Source:  "agentskills.io specification, file references; security reference S14",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, r := range skillLinks(p) {
				if r.outcome == outside {
					p.ReportIn(r.file, r.span, "link to %q leaves the skill", r.target.raw).
						At(lint.Levels{lint.Any: parse.Info}).
						Hint("whoever installs the skill alone does not have the file")
				}
				if r.outcome == outsideGone {
					p.ReportIn(r.file, r.span, "link to %q leaves the skill and leads nowhere", r.target.raw).
						Hint("correct the path, or put the file into the skill")
				}
			}
		},
	}
}

func linkRepoRoot() lint.Rule {
	return lint.Rule{
		ID:      "link-from-repository",
		Group:   lint.Links,
		Summary: "link that works only from the top of the repository",
		What:    "A relative link that leads nowhere from the document or the skill, but to a file as seen from the top of the repository.",
		Why:     "Links are followed from the skill's folder. Installed anywhere else, the path leads nowhere.",
		Bad:     "-- skills/skill/SKILL.md --\n---\nname: skill\ndescription: Has links. Use when testing.\n---\nSee [the guide](skills/skill/references/guide.md).\n-- skills/skill/references/guide.md --\n# Guide\n-- skills/skill/references/other/guide.md --\n# Guide\n",
		Good:    "-- skills/skill/SKILL.md --\n---\nname: skill\ndescription: Has links. Use when testing.\n---\nSee [the guide](references/guide.md).\n-- skills/skill/references/guide.md --\n# Guide\n",
		Source:  "anomalyco/opencode#6900, anthropics/claude-code#11011",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, r := range skillLinks(p) {
				if r.outcome == fromRepo {
					p.ReportIn(r.file, r.span, "link to %q works only from the top of the repository", r.target.raw).
						Hint("write the path from the skill's folder")
				}
			}
		},
	}
}

func linkAbsolute() lint.Rule {
	return lint.Rule{
		ID:      "link-absolute",
		Group:   lint.Links,
		Summary: "link to a path of one machine",
		What:    "A link with a file: address, a Windows drive, or a path below somebody's home directory.",
		Why:     "The file is on the author's machine only.",
		Bad:     linkSkill + "See [the guide](file:///Users/kim/notes/guide.md).\n",
		Good:    linkSkill + "See [the guide](references/guide.md).\n-- skill/references/guide.md --\n# Guide\n",
		Source:  "agentskills.io specification, file references",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, r := range skillLinks(p) {
				if r.target.kind == targetFileURL || r.target.kind == targetMachine {
					p.ReportIn(r.file, r.span, "link to %q, a path of one machine", r.target.raw).
						Hint("put the file into the skill and link to it from there")
				}
			}
		},
	}
}

func linkBackslash() lint.Rule {
	return lint.Rule{
		ID:      "link-backslash",
		Group:   lint.Links,
		Summary: "link written with backslashes",
		What:    "A relative link whose path uses backslashes.",
		Why:     "On Linux and macOS a backslash is no separator, and in Markdown it may even vanish.",
		Bad:     linkSkill + "See [the guide](references\\guide.md).\n-- skill/references/guide.md --\n# Guide\n",
		Good:    linkSkill + "See [the guide](references/guide.md).\n-- skill/references/guide.md --\n# Guide\n",
		Source:  "platform best practices (forward slashes only)",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, r := range skillLinks(p) {
				if r.target.back && r.target.kind == targetPath {
					p.ReportIn(r.file, r.span, "link to %q uses backslashes", r.target.raw).Hint("write %s", r.target.path)
				}
			}
		},
	}
}
