package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// textReport prints issues grouped by file:
//
//	skills/a/SKILL.md
//	  2:7 error: name has upper-case letters [name-format]
//	    2 | name: My-Skill
//	      |       ^^^^^^^^
//	    hint: use my-skill
type textReport struct {
	*bufio.Writer
	style   Style
	columns int
}

func writeText(w io.Writer, r *Report) error {
	t := &textReport{Writer: bufio.NewWriter(w), style: r.Style, columns: r.Columns}
	if t.style == nil {
		t.style = Plain{}
	}
	if t.columns == 0 {
		t.columns = DefaultColumns
	}
	path := ""
	for i := range r.Result.Issues {
		issue := &r.Result.Issues[i]
		if issue.Path != path || i == 0 {
			path = issue.Path
			fmt.Fprintln(t, t.style.Paint(Place, escape.Hidden(path)))
		}
		t.issue(issue)
	}
	t.summary(r.Result)
	return t.Flush()
}

// roleOf is the look of a severity.
func roleOf(s parse.Severity) Role {
	switch s {
	case parse.Error:
		return Failure
	case parse.Warning:
		return Caution
	default:
		return Note
	}
}

func (t *textReport) issue(i *lint.Issue) {
	at := ""
	if i.Span.IsValid() {
		at = t.style.Paint(Place, fmt.Sprintf("%d:%d", i.Span.Start.Line, i.Span.Start.Column)) + " "
	}
	fmt.Fprintf(t, "  %s%s %s %s\n", at,
		t.style.Paint(roleOf(i.Severity), i.Severity.String()+":"),
		escape.Hidden(i.Message), t.style.Paint(Secondary, "["+i.Rule+"]"))
	t.excerpt(i)
	if i.Hint != "" {
		fmt.Fprintf(t, "    %s %s\n", t.style.Paint(Secondary, "hint:"), hint(i.Hint))
	}
	fmt.Fprintln(t)
}

// hint keeps the lines of a hint, indented under its first.
func hint(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = escape.Hidden(lines[i])
	}
	return strings.Join(lines, "\n          ")
}

// excerpt prints the source line with carets below what is wrong.
func (t *textReport) excerpt(i *lint.Issue) {
	if i.Excerpt.Text == "" {
		return
	}
	number := strconv.Itoa(i.Span.Start.Line)
	gutter := len("    ") + len(number) + len(" | ")
	line, indent, carets := t.fit(i.Excerpt, max(t.columns-gutter, 20))
	bar := t.style.Paint(Secondary, "|")
	fmt.Fprintf(t, "    %s %s %s\n", t.style.Paint(Secondary, number), bar, line)
	fmt.Fprintf(t, "    %*s %s %s%s\n", len(number), "", bar, strings.Repeat(" ", indent),
		t.style.Paint(roleOf(i.Severity), strings.Repeat("^", carets)))
}

// fit makes the excerpt visible and cuts it to the width around its column.
// It returns the line, the cells before the first caret and their number.
func (t *textReport) fit(e lint.Excerpt, width int) (line string, indent, carets int) {
	runes := []rune(e.Text)
	start := min(max(e.Column-1, 0), len(runes))
	end := min(start+e.Length, len(runes))
	before, at, after := t.cells(runes[:start]), t.cells(runes[start:end]), t.cells(runes[end:])
	cutLeft, cutRight := e.CutLeft, e.CutRight

	// What stands before a long place gets a third of the width at most: the
	// reader needs to see where it begins.
	at, cut := head(at, max(width/2, width-total(before)-2))
	if cut {
		after, cutRight = nil, true
	}
	if total(before)+total(at)+total(after) > width {
		before, cut = tail(before, width/3)
		cutLeft = cutLeft || cut
	}
	after, cut = head(after, width-total(before)-total(at)-2)
	cutRight = cutRight || cut

	var b strings.Builder
	if cutLeft {
		b.WriteString("…")
		indent++
	}
	for _, part := range [][]cell{before, at, after} {
		for _, c := range part {
			b.WriteString(c.text)
		}
	}
	if cutRight {
		b.WriteString("…")
	}
	return b.String(), indent + total(before), max(total(at), 1)
}

// cell is one character as it is shown, and its width.
type cell struct {
	text  string
	width int
}

func (t *textReport) cells(runes []rune) []cell {
	cells := make([]cell, len(runes))
	for i, r := range runes {
		text := "  "
		if r != '\t' {
			text = escape.Hidden(string(r))
		}
		cells[i] = cell{text, t.style.Width(text)}
	}
	return cells
}

func total(cells []cell) int {
	n := 0
	for _, c := range cells {
		n += c.width
	}
	return n
}

// head keeps the first cells that fit the width.
func head(cells []cell, width int) ([]cell, bool) {
	for i, c := range cells {
		if width -= c.width; width < 0 {
			return cells[:i], true
		}
	}
	return cells, false
}

// tail keeps the last cells that fit the width.
func tail(cells []cell, width int) ([]cell, bool) {
	for i := len(cells); i > 0; i-- {
		if width -= cells[i-1].width; width < 0 {
			return cells[i:], true
		}
	}
	return cells, false
}

// summary is the last line.
func (t *textReport) summary(r *lint.Result) {
	s := r.Summary
	line := count(r.Skills, "skill") + ": "
	var parts []string
	for _, p := range []struct {
		n    int
		word string
		role Role
	}{{s.Errors, "error", Failure}, {s.Warnings, "warning", Caution}, {s.Infos, "info", Note}} {
		if p.n > 0 {
			parts = append(parts, t.style.Paint(p.role, count(p.n, p.word)))
		}
	}
	if len(parts) == 0 {
		parts = []string{t.style.Paint(Good, "no findings")}
	}
	line += strings.Join(parts, ", ")
	var notes []string
	for _, p := range []struct {
		n    int
		text string
	}{{s.Fixable, "fixable with --fix"}, {s.Suppressed, "suppressed"}, {s.Baselined, "in the baseline"}} {
		if p.n > 0 {
			notes = append(notes, fmt.Sprintf("%d %s", p.n, p.text))
		}
	}
	if len(notes) > 0 {
		line += " (" + strings.Join(notes, ", ") + ")"
	}
	fmt.Fprintln(t, line)
}

// count writes a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
