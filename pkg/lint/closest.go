package lint

// closest finds the known name with the smallest edit distance to name, when
// that is small enough to be a slip of the keyboard.
func closest(name string, known []string) (string, bool) {
	best, at := 1+max(2, len(name)/3), ""
	for _, k := range known {
		if d := distance(name, k); d < best {
			best, at = d, k
		}
	}
	return at, at != ""
}

// distance is the Levenshtein distance in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
