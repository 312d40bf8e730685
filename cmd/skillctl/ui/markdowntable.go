package ui

import (
	"strings"

	east "github.com/yuin/goldmark/extension/ast"
)

// table renders a table with its cells wrapped, so that nothing is lost in a
// narrow terminal.
func (m *markdown) table(n *east.Table, first, rest string) {
	rows := m.cells(n)
	widths := cellWidths(rows, m.room(rest))
	for i, row := range rows {
		for _, s := range m.tableRow(row, widths, n.Alignments) {
			m.line(first, s)
			first = rest
		}
		if i == 0 {
			m.line(rest, m.theme.Faint(rule(widths)))
		}
	}
}

// cells reads the inline text of all cells, header first.
func (m *markdown) cells(n *east.Table) [][]*inline {
	var rows [][]*inline
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		how := look(0)
		if _, ok := row.(*east.TableHeader); ok {
			how = lookBold
		}
		var cells []*inline
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			l := new(inline)
			m.inlines(l, cell, how)
			cells = append(cells, l)
		}
		rows = append(rows, cells)
	}
	return rows
}

// cellWidths divides the width: a column gets what its widest cell takes, or
// its share, but not less than its longest word up to twelve cells.
func cellWidths(rows [][]*inline, width int) []int {
	const longWord = 12
	columns := 0
	for _, row := range rows {
		columns = max(columns, len(row))
	}
	want, least, weight := make([]int, columns), make([]int, columns), make([]int, columns)
	for _, row := range rows {
		for i, cell := range row {
			s := cell.text.String()
			want[i] = max(want[i], Width(s), 1)
			for word := range strings.FieldsSeq(s) {
				least[i] = max(least[i], min(Width(word), longWord))
			}
			weight[i] = 1
		}
	}
	return share(want, least, weight, width-columnGap*(columns-1))
}

// tableRow is one row as lines.
func (m *markdown) tableRow(row []*inline, widths []int, align []east.Alignment) []string {
	height := 1
	cells := make([][]string, len(widths))
	plain := make([][]string, len(widths))
	for i, cell := range row {
		cells[i], plain[i] = cell.wrap(widths[i], m.theme), cell.wrap(widths[i], &Theme{})
		height = max(height, len(cells[i]))
	}
	lines := make([]string, height)
	for y := range lines {
		var b strings.Builder
		for i, width := range widths {
			space, s := width, ""
			if y < len(cells[i]) {
				s, space = cells[i][y], max(0, width-Width(plain[i][y]))
			}
			left := 0
			if i < len(align) && align[i] == east.AlignRight {
				left = space
			}
			b.WriteString(strings.Repeat(" ", left) + s + strings.Repeat(" ", space-left+columnGap))
		}
		lines[y] = strings.TrimRight(b.String(), " ")
	}
	return lines
}

// rule is the line below a header.
func rule(widths []int) string {
	parts := make([]string, len(widths))
	for i, w := range widths {
		parts[i] = strings.Repeat("─", w)
	}
	return strings.Join(parts, strings.Repeat(" ", columnGap))
}
