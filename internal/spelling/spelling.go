// Package spelling finds the word that was meant when a name is not known: for
// hints such as "did you mean codex?", and for rules about misspelled keys.
package spelling

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxClose is how many candidates [Closest] picks at most.
const maxClose = 3

// Closest picks the candidates that look most like name, the closest first,
// three at most: those within a third of its length by [Distance], and those
// that contain it. Letter case does not count.
func Closest(name string, candidates []string) []string {
	type rated struct {
		name     string
		distance int
	}
	want := strings.ToLower(name)
	limit := max(1, utf8.RuneCountInString(want)/3)
	var near []rated
	for _, c := range candidates {
		have := strings.ToLower(c)
		d := Distance(want, have)
		if d <= limit || len(want) >= 3 && strings.Contains(have, want) {
			near = append(near, rated{c, d})
		}
	}
	slices.SortFunc(near, func(a, b rated) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(a.name, b.name))
	})
	var names []string
	for _, n := range near {
		if len(names) < maxClose && !slices.Contains(names, n.name) {
			names = append(names, n.name)
		}
	}
	return names
}

// Distance counts the characters (code points) to insert, delete, replace, or
// swap with their neighbor to turn one text into the other. Its time is the
// product of their lengths.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
