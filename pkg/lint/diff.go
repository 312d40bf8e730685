package lint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// diffContext is how many unchanged lines a hunk shows around a change.
const diffContext = 3

// maxDiffWork bounds the number of changed lines for which the shortest diff
// is looked for; a larger change is shown as one replaced block.
const maxDiffWork = 1000

// UnifiedDiff is the change of a file as a unified diff with a/ and b/ in
// front of the path, or "" when nothing changed. Line ends count: a line that
// only lost its carriage return is shown as changed.
func UnifiedDiff(path string, before, after []byte) string {
	a, b := splitLines(string(before)), splitLines(string(after))
	ops := diffLines(a, b)
	if len(ops) == 0 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, "--- a/%s\n+++ b/%s\n", path, path)
	for len(ops) > 0 {
		n := hunkLength(ops)
		writeHunk(&out, a, b, ops[:n])
		ops = ops[n:]
	}
	return out.String()
}

// splitLines keeps the line ends.
func splitLines(s string) []string { return slices.Collect(strings.Lines(s)) }

// change replaces the lines a0 to a1 of the old text by b0 to b1 of the new.
type change struct{ a0, a1, b0, b1 int }

// hunkLength is how many changes lie so close that they share a hunk.
func hunkLength(ops []change) int {
	n := 1
	for n < len(ops) && ops[n].a0-ops[n-1].a1 <= 2*diffContext {
		n++
	}
	return n
}

func writeHunk(out *strings.Builder, a, b []string, ops []change) {
	first, last := ops[0], ops[len(ops)-1]
	before := min(diffContext, first.a0)
	after := min(diffContext, len(a)-last.a1)
	fmt.Fprintf(out, "@@ -%s +%s @@\n",
		hunkRange(first.a0-before, last.a1+after), hunkRange(first.b0-before, last.b1+after))
	at := first.a0 - before
	for _, op := range ops {
		writeLines(out, ' ', a[at:op.a0])
		writeLines(out, '-', a[op.a0:op.a1])
		writeLines(out, '+', b[op.b0:op.b1])
		at = op.a1
	}
	writeLines(out, ' ', a[at:at+after])
}

// hunkRange is start and length as diff writes them: 1-based, the line before
// for an empty range.
func hunkRange(start, end int) string {
	if start == end {
		return fmt.Sprintf("%d,0", start)
	}
	if end-start == 1 {
		return strconv.Itoa(start + 1)
	}
	return fmt.Sprintf("%d,%d", start+1, end-start)
}

func writeLines(out *strings.Builder, mark byte, lines []string) {
	for _, line := range lines {
		out.WriteByte(mark)
		out.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// diffLines finds what changed, in order.
func diffLines(a, b []string) []change {
	prefix := 0
	for prefix < len(a) && prefix < len(b) && a[prefix] == b[prefix] {
		prefix++
	}
	suffix := 0
	for suffix < len(a)-prefix && suffix < len(b)-prefix && a[len(a)-1-suffix] == b[len(b)-1-suffix] {
		suffix++
	}
	x, y := a[prefix:len(a)-suffix], b[prefix:len(b)-suffix]
	if len(x) == 0 && len(y) == 0 {
		return nil
	}
	var ops []change
	for _, op := range shortest(x, y) {
		ops = append(ops, change{op.a0 + prefix, op.a1 + prefix, op.b0 + prefix, op.b1 + prefix})
	}
	return ops
}

// shortest is the greedy algorithm of Myers, "An O(ND) difference algorithm
// and its variations" (1986): furthest[k] is how far one comes on diagonal k
// with d edits, and trace remembers it for each d.
func shortest(a, b []string) []change {
	n, m := len(a), len(b)
	limit := min(n+m, maxDiffWork)
	furthest := make([]int, 2*limit+2)
	var trace [][]int
	for d := 0; d <= limit; d++ {
		trace = append(trace, append([]int(nil), furthest[limit-d:limit+d+1]...))
		for k := -d; k <= d; k += 2 {
			x := step(furthest, limit, d, k)
			y := x - k
			for x < n && y < m && a[x] == b[y] {
				x++
				y++
			}
			furthest[limit+k] = x
			if x >= n && y >= m {
				return backtrack(trace, n, m)
			}
		}
	}
	return []change{{0, n, 0, m}}
}

// step is where one stands on diagonal k after the d-th edit.
func step(furthest []int, limit, d, k int) int {
	if d == 0 {
		return 0
	}
	if k == -d || k != d && furthest[limit+k-1] < furthest[limit+k+1] {
		return furthest[limit+k+1] // down: a line of b is inserted
	}
	return furthest[limit+k-1] + 1 // right: a line of a is deleted
}

// backtrack follows the trace from the end to the start and joins the edits
// that lie together.
func backtrack(trace [][]int, x, y int) []change {
	var ops []change // last first
	for d := len(trace) - 1; d > 0; d-- {
		before := trace[d] // furthest after d-1 edits, diagonals -d to d
		k := x - y
		at := func(k int) int { return before[k+d] }
		down := k == -d || k != d && at(k-1) < at(k+1)
		from := k - 1
		if down {
			from = k + 1
		}
		px := at(from)
		py := px - from
		op := change{px, px + 1, py, py}
		if down {
			op = change{px, px, py, py + 1}
		}
		if last := len(ops) - 1; last >= 0 && ops[last].a0 == op.a1 && ops[last].b0 == op.b1 {
			ops[last].a0, ops[last].b0 = op.a0, op.b0
		} else {
			ops = append(ops, op)
		}
		x, y = px, py
	}
	slices.Reverse(ops)
	return ops
}
