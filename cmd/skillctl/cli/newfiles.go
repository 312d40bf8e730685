package cli

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// newFile is a file of a new skill.
type newFile struct {
	path    string
	mode    fs.FileMode
	content string
}

// skillParts are the values of new --with.
func skillParts() []string { return []string{"scripts", "references", "assets", "evals"} }

// scaffold makes the files of a new skill. Every file that it makes is named
// in SKILL.md, so that agents find it.
func scaffold(name, description string, with []string) []newFile {
	words := strings.ReplaceAll(name, "-", " ")
	if description == "" {
		description = fmt.Sprintf("Guides work on %s step by step and checks the result. "+
			"Use when the user asks for %s or names a task that belongs to it.", words, words)
	}
	var body strings.Builder
	fmt.Fprintf(&body, "---\nname: %s\ndescription: %s\nmetadata:\n  version: \"0.1.0\"\n---\n\n", name, yamlText(description))
	fmt.Fprintf(&body, "# %s\n\n", titleCase(words))
	body.WriteString("## Steps\n\n")
	body.WriteString("1. Ask for what is missing: the input, the wanted result and its format.\n")
	body.WriteString("2. Do the work in small steps and say what each step changes.\n")
	body.WriteString("3. Check the result against what the user asked for before you hand it over.\n")
	files := []newFile{{path: "SKILL.md", mode: 0o666}}
	for _, part := range skillParts() {
		if slices.Contains(with, part) {
			section, file := scaffoldPart(part, name, words)
			body.WriteString(section)
			files = append(files, file)
		}
	}
	body.WriteString("\n## When something goes wrong\n\nTell the user which step failed and what the message says. Do not guess a result.\n")
	files[0].content = body.String()
	return files
}

// scaffoldPart is a section of SKILL.md with the file that it names.
func scaffoldPart(part, name, words string) (section string, file newFile) {
	switch part {
	case "scripts":
		return "\n## Script\n\nRun the check on the result before you hand it over:\n\n```bash\npython3 scripts/check.py result.txt\n```\n\n" +
				"It prints `ok` and exits with status 0, or prints what is wrong and exits with status 1.\n",
			newFile{"scripts/check.py", 0o777, checkScript}
	case "references":
		return "\n## Details\n\nRead [the checklist](references/checklist.md) when the result is for someone other than the user.\n",
			newFile{"references/checklist.md", 0o666, "# Checklist for " + words + "\n\n" +
				"- The result answers the question that was asked.\n- Names, numbers and dates are those of the input.\n" +
				"- What was assumed is said, with the reason.\n"}
	case "assets":
		return "\n## Template\n\nStart the result from `assets/template.txt` and keep its headings.\n",
			newFile{"assets/template.txt", 0o666, "SUMMARY\n\nRESULT\n\nASSUMPTIONS\n"}
	}
	return "\n## Evaluation\n\nThe cases in `evals/evals.json` say what a good answer contains.\n",
		newFile{"evals/evals.json", 0o666, evals(name, words)}
}

// evals are the first evaluation case, in the shape of the client
// implementation guide.
func evals(name, words string) string {
	type eval struct {
		ID         int      `json:"id"`
		Prompt     string   `json:"prompt"`
		Expected   string   `json:"expected_output"`
		Assertions []string `json:"assertions"`
	}
	doc := struct {
		SkillName string `json:"skill_name"`
		Evals     []eval `json:"evals"`
	}{name, []eval{{
		ID: 1, Prompt: "Help me with " + words + ".",
		Expected:   "Asks for the input and the wanted format before starting.",
		Assertions: []string{"The answer asks at least one question.", "The answer does not invent an input."},
	}}}
	text, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return string(text) + "\n"
}

const checkScript = `#!/usr/bin/env python3
"""Check that a result file is there and not empty.

Usage: check.py FILE
"""

import pathlib
import sys


def main(args):
    if len(args) != 1:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    path = pathlib.Path(args[0])
    if not path.is_file() or not path.read_text(encoding="utf-8").strip():
        print(f"check.py: {path}: no such file, or it is empty", file=sys.stderr)
        return 1
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
`

// titleCase puts the first letter in upper case.
func titleCase(words string) string { return strings.ToUpper(words[:1]) + words[1:] }

// yamlText writes a one-line text as a YAML scalar: plain when nothing in it
// has a meaning in YAML, else as a block scalar, which the clients that read
// line by line take too, unlike quotes.
func yamlText(s string) string {
	if plainYAML(s) {
		return s
	}
	return ">-\n  " + s
}

func plainYAML(s string) bool {
	first := s[0]
	letter := first >= 'a' && first <= 'z' || first >= 'A' && first <= 'Z'
	word := strings.Contains(s, " ")
	return letter && word && !strings.Contains(s, ": ") && !strings.Contains(s, " #") && !strings.HasSuffix(s, ":")
}
