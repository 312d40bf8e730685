package tokens

import "testing"

func TestEstimate(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]int{"": 0, "a": 1, "abcd": 1, "abcde": 2, "漢字漢字漢": 2} {
		if got := Estimate(in); got != want {
			t.Errorf("Estimate(%q) = %d, want %d", in, got, want)
		}
	}
	for in, want := range map[int64]int{-1: 0, 0: 0, 1: 1, 4: 1, 5: 2} {
		if got := EstimateBytes(in); got != want {
			t.Errorf("EstimateBytes(%d) = %d, want %d", in, got, want)
		}
	}
}
