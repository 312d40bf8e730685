package rules

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// encodedBytes is how long a stretch of base64 must be to count as a payload.
const encodedBytes = 256

func encodedPayload() lint.Rule {
	return lint.Rule{
		ID:      "encoded-payload",
		Group:   lint.Security,
		Summary: "script that decodes and runs a blob",
		What:    "A script with a stretch of base64 longer than 256 bytes that also decodes base64 and runs code (eval, exec, a shell). Images and fonts in documents are left alone.",
		Why:     "Nobody reviews what a blob does. This is how known malicious skills carry their second stage.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.py.\n-- skill/scripts/run.py --\nimport base64\nexec(base64.b64decode(\"" + string(bytes.Repeat([]byte("cHJpbnQo"), 40)) + "\"))\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.py.\n-- skill/scripts/run.py --\nLOGO = \"data:image/png;base64," + string(bytes.Repeat([]byte("iVBORw0K"), 40)) + "\"\n",
		Source:  "security reference S12; NVIDIA SkillSpector SC8",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				if !isScript(f) || !decodes(f.Bytes()) || !executes(f.Bytes()) {
					continue
				}
				if at, n := longestBase64(f.Bytes()); n > encodedBytes {
					p.ReportIn(f, f.Span(at, at+n), "the script decodes a blob of %d characters and can run it", n).
						Hint("ship the decoded file, so that it can be reviewed")
				}
			}
		},
	}
}

func decodes(text []byte) bool {
	return containsAny(text, "b64decode", "base64 -d", "base64 --decode", "atob(", "FromBase64String", "'base64'", "\"base64\"")
}

func executes(text []byte) bool {
	// The exec of a regular expression in JavaScript runs nothing.
	return containsAny(text, "| sh", "| bash", "Invoke-Expression", "new Function(", "child_process") ||
		containsWord(text, "exec(", ".") || containsWord(text, "eval(", "") || containsWord(text, "eval ", "") || containsWord(text, "iex ", "")
}

// containsWord reports whether a word stands in the text with no byte of a
// word and none of not before it.
func containsWord(text []byte, word, not string) bool {
	for {
		i := bytes.Index(text, []byte(word))
		if i < 0 {
			return false
		}
		if i == 0 || !isWordByte(text[i-1]) && strings.IndexByte(not, text[i-1]) < 0 {
			return true
		}
		text = text[i+len(word):]
	}
}

func containsAny(text []byte, words ...string) bool {
	for _, w := range words {
		if bytes.Contains(text, []byte(w)) {
			return true
		}
	}
	return false
}

// longestBase64 finds the longest stretch of base64 characters.
func longestBase64(text []byte) (at, n int) {
	start := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && (isWordByte(text[i]) && text[i] != '$' || text[i] == '+' || text[i] == '/' || text[i] == '=') {
			continue
		}
		if i-start > n {
			at, n = start, i-start
		}
		start = i + 1
	}
	return at, n
}
