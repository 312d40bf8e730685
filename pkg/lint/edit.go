package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/parse"
)

// selectFixes chooses, among the fixes of one file, those that can be applied
// together: in order, a fix with an edit that touches an edit already chosen
// waits for the next round. Equal fixes count once.
func selectFixes(fixes [][]parse.Edit, size int) []parse.Edit {
	var chosen []parse.Edit
	for _, fix := range fixes {
		if len(fix) == 0 || !sound(fix, size) {
			continue
		}
		if !slices.ContainsFunc(fix, func(e parse.Edit) bool { return touchesAny(e, chosen) }) {
			chosen = append(chosen, fix...)
		}
	}
	slices.SortStableFunc(chosen, byStart)
	return chosen
}

func byStart(a, b parse.Edit) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

// sound reports whether a fix lies inside the file and does not overlap
// itself.
func sound(fix []parse.Edit, size int) bool {
	sorted := slices.SortedStableFunc(slices.Values(fix), byStart)
	at := 0
	for _, e := range sorted {
		if e.Start < at || e.End < e.Start || e.End > size {
			return false
		}
		at = e.End
	}
	return true
}

// touchesAny reports whether an edit shares a byte or a border with another:
// two insertions at one place have no order that both rules meant.
func touchesAny(e parse.Edit, others []parse.Edit) bool {
	return slices.ContainsFunc(others, func(o parse.Edit) bool {
		return e.Start <= o.End && o.Start <= e.End
	})
}

// apply makes the edits, which are sorted and do not overlap.
func apply(src []byte, edits []parse.Edit) []byte {
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.Write(src[at:e.Start])
		b.WriteString(e.New)
		at = e.End
	}
	b.Write(src[at:])
	return []byte(b.String())
}
