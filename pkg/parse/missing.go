package parse

import (
	"bytes"
	"strings"
)

// explainMissing says what stands where the opening fence should be: first is
// the offset of the first line that is not blank.
func explainMissing(r *report, src []byte, first int) {
	end, next := lineAt(src, first)
	line := string(src[first:end])
	trimmed := strings.TrimSpace(line)
	d := r.add(RuleMissing, first, end, "no frontmatter: the file does not start with a line ---")
	d.Hint = "start the file with ---, then name: and description:, then ---"
	switch {
	case trimmed == "":
		d.Message = "no frontmatter: the file is empty"
	case fenceRun(trimmed) != "":
		d.Message = "frontmatter must start on the first line; found a code fence"
		d.Hint = "the file is wrapped in a code fence: delete its first and its last line"
		d.Fix = unwrap(src, first, next, fenceRun(trimmed))
	case strings.HasPrefix(line, "---"):
		openingFence(d, first, end, trimmed)
	case strings.HasPrefix(trimmed, "---"):
		d.Message = "no frontmatter: the opening --- is indented"
		d.Hint = "start it at column 1"
	case isBareKey(src[first:end]):
		bareKeys(d, src, first)
	default:
		otherFile(d, trimmed, len(bytes.TrimSpace(src[next:])) == 0)
		if later := laterFence(src, next); later > 0 {
			d.Message = "frontmatter must start on the first line; it starts in line " + itoa(r.lines.Pos(later).Line)
			d.Hint = "move what stands before it behind its closing ---"
		}
	}
}

// otherFile says what kind of file begins with this line.
func otherFile(d *Diagnostic, line string, alone bool) {
	switch {
	case strings.HasPrefix(line, `{\rtf`):
		d.Message = "no frontmatter: the file is RTF, not Markdown"
		d.Hint = "save it as plain text"
	case strings.HasPrefix(line, "@") && alone:
		d.Message = "no frontmatter: the file is only an @import line"
		d.Hint = "most clients do not follow imports: write the skill here"
	case isPath(line) && alone:
		d.Message = "no frontmatter: the file holds the target of a symbolic link"
		d.Hint = "check out with symbolic links enabled, or copy the file it names"
	case isATXHeading(line):
		d.Message = "no frontmatter: the file starts with a heading"
	case strings.HasPrefix(line, "<!--"):
		d.Message = "no frontmatter: the file starts with an HTML comment"
	case strings.HasPrefix(line, "{"):
		d.Message = "no frontmatter: the file looks like JSON"
	case strings.HasPrefix(line, "--") && strings.Contains(line, "oundary"):
		d.Message = "no frontmatter: the file looks like the body of an upload form"
		d.Hint = "store the file itself, not the request that carried it"
	}
}

// openingFence is about a first line that begins with three hyphens and is no
// fence.
func openingFence(d *Diagnostic, first, end int, trimmed string) {
	if strings.Trim(trimmed, "-") == "" {
		d.Message = "no frontmatter: the opening fence has " + itoa(len(trimmed)) + " hyphens instead of three"
		d.Hint = "write ---"
		d.Fix = []Edit{{Start: first, End: end, New: "---"}}
		return
	}
	d.Message = "no frontmatter: text follows the three hyphens of the opening fence"
	d.Hint = "write --- alone on the line"
}

// laterFence is the offset of an opening fence further down, or 0: a fence
// with the key of a skill on the line behind it.
func laterFence(src []byte, at int) int {
	for at < len(src) {
		end, next := lineAt(src, at)
		if isFence(src[at:end]) && isBareKey(src[next:]) {
			return at
		}
		at = next
	}
	return 0
}

// unwrap deletes the code fence that is the first line and the one that is the
// last.
func unwrap(src []byte, first, next int, run string) []Edit {
	text := bytes.TrimRight(src, " \t\r\n")
	last := bytes.LastIndexAny(text, "\r\n") + 1
	if last <= next || string(bytes.TrimSpace(text[last:])) != run {
		return nil
	}
	return []Edit{{Start: first, End: next}, {Start: last, End: len(src)}}
}

// isPath reports whether a line is a relative path to a file, which is what a
// checkout without symbolic links leaves of one.
func isPath(line string) bool {
	return strings.HasPrefix(line, "../") && !strings.ContainsAny(line, " \t")
}

// isBareKey reports whether a line is one of the keys of a skill.
func isBareKey(line []byte) bool {
	return bytes.HasPrefix(line, []byte("name:")) || bytes.HasPrefix(line, []byte("description:"))
}

func bareKeys(d *Diagnostic, src []byte, first int) {
	d.Message = "no frontmatter; the first lines look like YAML"
	d.Hint = "write --- on a line before them and behind them"
	for at := first; at < len(src); {
		end, next := lineAt(src, at)
		if isFence(src[at:end]) {
			d.Hint = "write --- on a line before them"
			d.Fix = []Edit{{Start: first, End: first, New: "---\n"}}
			return
		}
		at = next
	}
}

// explainUnclosed says where the frontmatter was probably meant to end.
func explainUnclosed(r *report, src []byte, f fences) {
	d := r.add(RuleUnclosed, f.open, f.openEnd, "frontmatter is not closed")
	d.Hint = "write a line --- behind the last key"
	for at := f.text; at < len(src); {
		end, next := lineAt(src, at)
		line := bytes.TrimSpace(src[at:end])
		number := itoa(r.lines.Pos(at).Line)
		switch {
		case isFence(line):
			d.Message += "; an indented --- in line " + number + " looks like the intended end"
			d.Hint = "start it at column 1"
			return
		case string(line) == "...":
			d.Message += "; ... in line " + number + " ends YAML, but no frontmatter"
			d.Hint = "write --- there"
			return
		case len(line) > 1 && len(bytes.Trim(line, "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212")) == 0:
			d.Message += "; line " + number + " is " + string(line) + " and not ---"
			d.Hint = "write --- there"
			return
		case len(line) > 3 && bytes.HasSuffix(line, []byte("---")) || bytes.HasPrefix(src[at:end], []byte("---")):
			d.Message += "; the --- in line " + number + " does not stand alone on its line"
			d.Hint = "put it on a line of its own"
			return
		case notYAML(src[at:end]):
			d.Message += "; line " + number + " is no YAML any more"
			d.Hint = "write a line --- before it"
			return
		}
		at = next
	}
}

// notYAML reports whether a line looks like Markdown: a heading, or text at
// the margin without a colon. # begins a comment in YAML, but in an unclosed
// frontmatter it is more likely a heading.
func notYAML(line []byte) bool {
	if len(line) == 0 || isBlankOrBreak(line[0]) || line[0] == '-' {
		return false
	}
	return isATXHeading(string(line)) || bytes.IndexByte(line, ':') < 0 && line[0] != '#'
}
