package rules

import (
	"bytes"
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func dependencyUnpinned() lint.Rule {
	return lint.Rule{
		ID:      "dependency-unpinned",
		Group:   lint.Scripts,
		Summary: "dependency without a version",
		What:    "A line of requirements.txt, or an entry of the dependencies in a PEP 723 block, that names a package without any version. One finding a file.",
		Why:     "The script gets another version tomorrow than it was tested with, and whoever takes over the package runs code in the workspace.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.py.\n-- skill/scripts/requirements.txt --\nrequests\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.py.\n-- skill/scripts/requirements.txt --\n# tested with\nrequests==2.32.3\n-r more.txt\n",
		Source:  "agentskills.io using-scripts (pin versions); NVIDIA SkillSpector SC1",
		Levels:  lint.Levels{lint.Any: parse.Info},
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				switch {
				case strings.HasPrefix(path.Base(f.Path), "requirements") && path.Ext(f.Path) == ".txt":
					reportUnpinned(p, f, requirements(f.Bytes()))
				case path.Ext(f.Path) == ".py":
					reportUnpinned(p, f, inlineDependencies(f.Bytes()))
				}
			}
		},
	}
}

// dependency is one requirement at a byte offset of a file.
type dependency struct {
	text string
	at   int
}

func reportUnpinned(p *lint.Pass, f *lint.File, all []dependency) {
	var loose []dependency
	for _, d := range all {
		if !strings.ContainsAny(d.text, "=<>~@!") && !strings.Contains(d.text, "://") {
			loose = append(loose, d)
		}
	}
	if len(loose) == 0 {
		return
	}
	first := loose[0]
	span := f.Span(first.at, first.at+len(first.text))
	if len(loose) == 1 {
		p.ReportIn(f, span, "%q has no version", first.text).Hint("name the version it was tested with")
		return
	}
	p.ReportIn(f, span, "%q and %d more have no version", first.text, len(loose)-1).Hint("name the versions they were tested with")
}

// requirements are the entries of a requirements.txt.
func requirements(text []byte) []dependency {
	var found []dependency
	for start := 0; start < len(text); {
		line := lineAt(text, start)
		entry, _, _ := bytes.Cut(line, []byte("#"))
		entry = bytes.TrimSpace(entry)
		if len(entry) > 0 && entry[0] != '-' {
			found = append(found, dependency{string(entry), start + bytes.Index(line, entry)})
		}
		start += len(line) + 1
	}
	return found
}

// inlineDependencies are the entries of a PEP 723 block.
func inlineDependencies(text []byte) []dependency {
	at := bytes.Index(text, []byte("# /// script"))
	if at < 0 {
		return nil
	}
	end := bytes.Index(text[at+12:], []byte("# ///"))
	if end < 0 {
		return nil
	}
	block := text[at : at+12+end]
	list := bytes.Index(block, []byte("dependencies"))
	if list < 0 || bytes.Contains(block[:list], []byte("requires-python")) && bytes.HasPrefix(block[list:], []byte("requires")) {
		return nil
	}
	var found []dependency
	for i := list; i < len(block) && block[i] != ']'; i++ {
		if block[i] != '"' && block[i] != '\'' {
			continue
		}
		n := bytes.IndexByte(block[i+1:], block[i])
		if n < 0 {
			break
		}
		found = append(found, dependency{string(block[i+1 : i+1+n]), at + i + 1})
		i += n + 1
	}
	return found
}

func scriptPEP723() lint.Rule {
	return lint.Rule{
		ID:      "script-pep723",
		Group:   lint.Scripts,
		Summary: "inline script metadata that is never closed",
		What:    "A Python script with a `# /// script` line and no `# ///` line that ends the block.",
		Why:     "uv and pipx then see no block at all and run the script without its dependencies.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.py.\n-- skill/scripts/run.py --\n# /// script\n# dependencies = [\"rich==13.9.4\"]\nprint(1)\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.py.\n-- skill/scripts/run.py --\n# /// script\n# dependencies = [\"rich==13.9.4\"]\n# ///\nprint(1)\n",
		Source:  "PEP 723",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				if path.Ext(f.Path) != ".py" {
					continue
				}
				at := bytes.Index(f.Bytes(), []byte("# /// script"))
				if at < 0 || at > 0 && f.Bytes()[at-1] != '\n' {
					continue
				}
				rest := f.Bytes()[at+12:]
				if !bytes.Contains(rest, []byte("\n# ///\n")) && !bytes.Contains(rest, []byte("\n# ///\r")) && !bytes.HasSuffix(rest, []byte("\n# ///")) {
					p.ReportIn(f, f.Span(at, at+12), "the script block is not closed by a line `# ///`")
				}
			}
		},
	}
}
