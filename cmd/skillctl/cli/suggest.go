package cli

import (
	"fmt"
	"strings"
)

// suggestion is "did you mean X?" for the candidate closest to word, or
// otherwise when none is close.
func suggestion(word string, candidates []string, otherwise string) string {
	best, distance := "", len(word[strings.LastIndexByte(word, ' ')+1:])/3+2
	for _, c := range candidates {
		if d := editDistance(word, c); d < distance {
			best, distance = c, d
		}
	}
	if best == "" {
		return otherwise
	}
	return fmt.Sprintf("did you mean %s?", best)
}

// editDistance counts the characters to insert, delete, replace or swap with
// their neighbor to turn a into b.
func editDistance(a, b string) int {
	x, y := []rune(a), []rune(b)
	var before []int
	previous := make([]int, len(y)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := range x {
		row := make([]int, len(y)+1)
		row[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			row[j+1] = min(previous[j+1]+1, row[j]+1, previous[j]+cost)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, previous = previous, row
	}
	return previous[len(y)]
}
