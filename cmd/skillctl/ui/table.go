package ui

import (
	"bufio"
	"io"
	"strings"
)

// Column describes a column of a [Table].
type Column struct {
	Title string
	// Right aligns the cells to the right, as suits numbers.
	Right bool
	// Weight is the column's share when the table is too wide; 0 means that
	// it keeps its width.
	Weight int
	// Min is the width in cells below which the column is not narrowed.
	Min int
	// Rank decides who goes when even the minimal widths do not fit: the
	// column with the highest rank. Rank 0 always stays.
	Rank int
	// Shorten cuts a cell to a width; [Cut] when nil.
	Shorten func(s string, width int) string
	// Style colors a cell; nil leaves it plain.
	Style func(string) string
}

// Table aligns cells in columns and fits them into a terminal.
type Table struct {
	Columns []Column
	// Isolate puts cells with right-to-left text in directional isolates.
	// It is for terminals only.
	Isolate bool
	rows    [][]string
}

// columnGap is the number of blanks between two columns.
const columnGap = 2

// Add appends a row. Cells must be single lines without control characters.
func (t *Table) Add(cells ...string) { t.rows = append(t.rows, cells) }

// Write prints the table, its titles first, in at most width cells a line.
func (t *Table) Write(w io.Writer, width int, theme *Theme) error {
	shown, widths := t.layout(width)
	out := bufio.NewWriter(w)
	titles := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		titles[i] = c.Title
	}
	t.line(out, titles, shown, widths, func(int) func(string) string { return theme.Faint })
	for _, row := range t.rows {
		t.line(out, row, shown, widths, func(i int) func(string) string { return t.Columns[i].Style })
	}
	return out.Flush()
}

// layout chooses the columns to show and their widths.
func (t *Table) layout(width int) (shown, widths []int) {
	natural := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		natural[i] = Width(c.Title)
		for _, row := range t.rows {
			natural[i] = max(natural[i], Width(row[i]))
		}
	}
	for i := range t.Columns {
		shown = append(shown, i)
	}
	for {
		want, least, weight := t.wishes(shown, natural)
		widths = share(want, least, weight, width-columnGap*(len(shown)-1))
		if total(widths)+columnGap*(len(shown)-1) <= width {
			return shown, widths
		}
		drop := t.expendable(shown)
		if drop < 0 {
			return shown, squeeze(widths, width)
		}
		shown = append(shown[:drop:drop], shown[drop+1:]...)
	}
}

func (t *Table) wishes(shown, natural []int) (want, least, weight []int) {
	for _, i := range shown {
		c := t.Columns[i]
		low := natural[i]
		if c.Weight > 0 {
			low = min(low, c.Min)
		}
		want, least, weight = append(want, natural[i]), append(least, low), append(weight, c.Weight)
	}
	return want, least, weight
}

// squeeze narrows the widest columns until the rest fits or all are one wide.
func squeeze(widths []int, width int) []int {
	for total(widths)+columnGap*(len(widths)-1) > width {
		widest := 0
		for i := range widths {
			if widths[i] > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= 1 {
			break
		}
		widths[widest]--
	}
	return widths
}

// expendable is the place in shown of the column to drop, -1 for none.
func (t *Table) expendable(shown []int) int {
	place, rank := -1, 0
	for at, i := range shown {
		if t.Columns[i].Rank > rank {
			place, rank = at, t.Columns[i].Rank
		}
	}
	return place
}

// line prints the chosen cells of one row.
func (t *Table) line(out *bufio.Writer, cells []string, shown, widths []int, style func(i int) func(string) string) {
	blanks := 0
	for at, i := range shown {
		c, cell := t.Columns[i], cells[i]
		shorten := c.Shorten
		if shorten == nil {
			shorten = Cut
		}
		cell = shorten(cell, widths[at])
		space := max(0, widths[at]-Width(cell))
		if c.Right {
			blanks += space
			space = 0
		}
		if t.Isolate {
			cell = isolate(cell)
		}
		if f := style(i); f != nil {
			cell = f(cell)
		}
		if cell != "" {
			out.WriteString(strings.Repeat(" ", blanks)) //nolint:errcheck // bufio keeps the error for Flush
			out.WriteString(cell)                        //nolint:errcheck // as above
			blanks = 0
		}
		blanks += space + columnGap
	}
	out.WriteByte('\n') //nolint:errcheck // as above
}

// share divides width among columns: each gets what it wants when that fits;
// else those with a weight are narrowed towards their share of what the
// others leave, never below their least.
func share(want, least, weight []int, width int) []int {
	got := append([]int{}, want...)
	open := map[int]bool{}
	for i, w := range weight {
		if w > 0 {
			open[i] = true
		}
	}
	if total(want) <= width {
		return got
	}
	for changed := true; changed; {
		changed = false
		left, weights := width, 0
		for i := range got {
			if open[i] {
				weights += weight[i]
			} else {
				left -= got[i]
			}
		}
		for i := range got {
			if !open[i] {
				continue
			}
			fair := max(left, 0) * weight[i] / weights
			switch {
			case want[i] <= fair:
				got[i] = want[i]
			case fair <= least[i]:
				got[i] = least[i]
			default:
				got[i] = fair
				continue
			}
			delete(open, i)
			changed = true
			break
		}
	}
	return spread(got, want, open, width)
}

// spread gives the cells that rounding left over to the narrowed columns.
func spread(got, want []int, open map[int]bool, width int) []int {
	for left := width - total(got); left > 0; {
		before := left
		for i := range got {
			if open[i] && left > 0 && got[i] < want[i] {
				got[i]++
				left--
			}
		}
		if left == before {
			break
		}
	}
	return got
}

func total(widths []int) int {
	sum := 0
	for _, w := range widths {
		sum += w
	}
	return sum
}
