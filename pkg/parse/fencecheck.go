package parse

// checkFences reports what is unusual about the fences. It returns the rule
// for which there is no frontmatter, or "".
func checkFences(r *report, src []byte, f fences) string {
	switch {
	case !f.found:
		explainMissing(r, src, f.open)
		return RuleMissing
	case !f.closed:
		explainUnclosed(r, src, f)
		return RuleUnclosed
	}
	if !f.firstLine {
		d := r.add(RuleBlankBefore, f.open, f.openEnd, "blank lines before the frontmatter; several clients then see none")
		d.Hint = "start the file with ---"
		d.Fix = []Edit{{Start: blankStart(src), End: f.open}}
	}
	for _, line := range [][2]int{{f.open, f.openEnd}, {f.close, f.closeEnd}} {
		if line[1]-line[0] > 3 {
			d := r.add(RuleFenceBlanks, line[0]+3, line[1], "blanks after the hyphens of the fence")
			d.Hint = "delete them"
			d.Fix = []Edit{{Start: line[0] + 3, End: line[1]}}
		}
	}
	if f.atEnd {
		d := r.add(RuleFenceAtEnd, f.close, f.closeEnd, "the file ends with its closing fence, without a line end; some clients then see no frontmatter")
		d.Hint = "end the file with a line end"
		d.Fix = []Edit{{Start: f.closeEnd, End: f.closeEnd, New: "\n"}}
	}
	return ""
}

// blankStart is where blank lines before a fence begin: behind a byte order
// mark.
func blankStart(src []byte) int {
	if len(src) >= len(bom) && string(src[:len(bom)]) == bom {
		return len(bom)
	}
	return 0
}
