package rules

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/skillctl/skillctl/pkg/lint"
)

// lineRange is a run of lines, 1-based, both ends included.
type lineRange struct{ first, last int }

// maxOpenExamples is how many examples without an end are looked for in a
// document: each is looked for to the end of it.
const maxOpenExamples = 16

// markdownExamples are the Markdown examples of a document as its author meant
// them. By CommonMark the bare fence that closes a block inside of an example
// ends the whole example when both fences are as long; what follows is text to
// whoever renders it, but an author who reads it on means it as an example.
// Examples whose end the author left out are none.
func markdownExamples(src []byte) []lineRange {
	var found []lineRange
	lines := bytes.Split(src, []byte("\n"))
	endless := 0
	for i := 0; i < len(lines); i++ {
		open, info := openingFence(lines[i])
		if open == nil {
			continue
		}
		last, ok := i, false
		if isMarkdownInfo(info) && endless < maxOpenExamples {
			if last, ok = exampleEnd(lines, i, open); !ok {
				endless++
			}
		}
		if ok {
			found = append(found, lineRange{first: i + 1, last: last + 1})
		} else {
			last = blockEnd(lines, i, open)
		}
		i = last
	}
	return found
}

// openingFence is the run of a line that can open a block, and what follows it.
func openingFence(line []byte) (run, info []byte) {
	line = bytes.TrimLeft(line, " \t>")
	run = fenceRun(line)
	info = bytes.TrimSpace(line[len(run):])
	if len(run) < 3 || run[0] == '`' && bytes.ContainsRune(info, '`') {
		return nil, nil
	}
	return run, info
}

func isMarkdownInfo(info []byte) bool {
	word, _, _ := bytes.Cut(bytes.ToLower(info), []byte(" "))
	return slices.Contains([]string{"markdown", "md", "mdx"}, string(word))
}

// exampleEnd is the line of the fence that closes an example, when blocks that
// begin with a language inside of it are closed by fences of their own.
func exampleEnd(lines [][]byte, start int, open []byte) (int, bool) {
	depth := 1
	for i := start + 1; i < len(lines); i++ {
		run, info := openingFence(lines[i])
		switch {
		case len(run) < len(open) || run[0] != open[0]:
			continue
		case len(info) > 0:
			depth++
		default:
			depth--
		}
		if depth == 0 {
			return i, true
		}
	}
	return 0, false
}

// blockEnd is the line of the fence that closes a block by CommonMark, or the
// last line.
func blockEnd(lines [][]byte, start int, open []byte) int {
	for i := start + 1; i < len(lines); i++ {
		run, info := openingFence(lines[i])
		if len(run) >= len(open) && run[0] == open[0] && len(info) == 0 {
			return i
		}
	}
	return len(lines) - 1
}

// outsideExamples leaves out the references that stand in Markdown examples of
// their document, as code is left out.
func outsideExamples(refs []reference) []reference {
	examples := map[*lint.File][]lineRange{}
	return slices.DeleteFunc(refs, func(r reference) bool {
		ranges, ok := examples[r.file]
		if !ok {
			ranges = markdownExamples(r.file.Bytes())
			examples[r.file] = ranges
		}
		line := r.span.Start.Line
		i, _ := slices.BinarySearchFunc(ranges, line, func(e lineRange, line int) int { return cmp.Compare(e.last, line) })
		return i < len(ranges) && ranges[i].first <= line
	})
}
