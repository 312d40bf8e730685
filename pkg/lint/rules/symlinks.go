package rules

import (
	"io/fs"
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func symlinkOutside() lint.Rule {
	return lint.Rule{
		ID:      "symlink-outside",
		Group:   lint.Security,
		Summary: "symbolic link that leaves the skill",
		What:    "A symbolic link among the skill's files whose target lies outside of the skill.",
		Why:     "Whoever installs the skill gets a link to a file of their own machine: at best it dangles, at worst the agent reads or writes a file that is none of the skill's business. Archives with such links are refused.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has a link. Use when testing.\n---\n# Body\n-- skill/notes.md (link) --\n/etc/passwd\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has a link. Use when testing.\n---\n# Body\n-- skill/notes.md (link) --\nreferences/notes.md\n-- skill/references/notes.md --\ntext\n",
		Source:  "openclaw/openclaw#9512; archive rules of claude.ai",
		Levels:  lint.Levels{lint.Any: parse.Error},
		Check: func(p *lint.Pass) {
			for _, l := range links(p) {
				if l.outside {
					p.ReportPath(l.path, "symbolic link to %q leaves the skill", l.target).
						Hint("put a copy of the file into the skill")
				}
			}
		},
	}
}

func symlinkBroken() lint.Rule {
	return lint.Rule{
		ID:      "symlink-broken",
		Group:   lint.Portability,
		Summary: "symbolic link to nothing",
		What:    "A symbolic link inside the skill whose target, inside the skill, does not exist.",
		Why:     "The file is missing for everybody, and copying or packing the skill stumbles over it.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has a link. Use when testing.\n---\n# Body\n-- skill/notes.md (link) --\nreferences/gone.md\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has a link. Use when testing.\n---\n# Body\n-- skill/notes.md (link) --\nreferences/notes.md\n-- skill/references/notes.md --\ntext\n",
		Source:  "portability",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, l := range links(p) {
				if l.broken {
					p.ReportPath(l.path, "symbolic link to %q, which does not exist", l.target).Hint("remove the link or add the file")
				}
			}
		},
	}
}

func symlinkInside() lint.Rule {
	return lint.Rule{
		ID:      "symlink-inside",
		Group:   lint.Portability,
		Summary: "symbolic link within the skill",
		What:    "A symbolic link whose target is another file of the same skill.",
		Why:     "Windows checkouts often turn links into small text files, several clients skip them, and uploads to claude.ai with links are refused. `skillctl pack` stores the target's content instead.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has a link. Use when testing.\n---\n# Body\n-- skill/CLAUDE.md (link) --\nAGENTS.md\n-- skill/AGENTS.md --\ntext\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has no link. Use when testing.\n---\n# Body\n-- skill/AGENTS.md --\ntext\n",
		Source:  "Claude API upload rules; microsoft/agent-framework _skills.py",
		Levels:  lint.Levels{lint.Any: parse.Info},
		Check: func(p *lint.Pass) {
			for _, l := range links(p) {
				if !l.outside && !l.broken {
					p.ReportPath(l.path, "symbolic link to %q; some clients skip links", l.target).Hint("replace the link by a copy, or leave it to pack")
				}
			}
		},
	}
}

// symlink is a symbolic link among a skill's files.
type symlink struct {
	path, target    string
	outside, broken bool
}

// links lists the symbolic links among the skill's files.
func links(p *lint.Pass) []symlink {
	var found []symlink
	for _, f := range p.Files() {
		if f.Mode&fs.ModeSymlink == 0 {
			continue
		}
		target, err := fs.ReadLink(p.Skill.FS, f.Path)
		if err != nil {
			continue
		}
		found = append(found, followLink(p.Skill.FS, f.Path, target))
	}
	return found
}

// maxLinks is how many links in a row are followed, as many as Linux does.
const maxLinks = 40

// followLink finds out by names alone where a link leads.
func followLink(fsys fs.FS, name, target string) symlink {
	l := symlink{path: name, target: target}
	at := name
	for range maxLinks {
		if strings.HasPrefix(target, "/") || windowsPath(target) {
			l.outside = true
			return l
		}
		at = path.Join(path.Dir(at), strings.ReplaceAll(target, `\`, "/"))
		if at == ".." || strings.HasPrefix(at, "../") {
			l.outside = true
			return l
		}
		info, err := fs.Lstat(fsys, at)
		if err != nil {
			l.broken = true
			return l
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			return l
		}
		if target, err = fs.ReadLink(fsys, at); err != nil {
			break
		}
	}
	l.broken = true
	return l
}
