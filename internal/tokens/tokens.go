// Package tokens estimates how many model tokens a text costs.
//
// No tokenizer of a current Claude model is public, and the public ones of
// other vendors weigh megabytes and disagree by a third. So the estimate is
// the usual one, a quarter of the characters, and says so. On 113 real skill
// files it was within 9 % of o200k on average, 32 % at worst; Claude's own
// counts are reported at 1.2 to 1.5 times of o200k.
package tokens

import "unicode/utf8"

// CharsPerToken is how many characters (code points) count as one token.
const CharsPerToken = 4

// Method says in one line how estimates are made, for help texts and docs.
const Method = "characters divided by 4, rounded up"

// ErrorPercent is the mean deviation from the o200k tokenizer, in percent,
// measured on 113 real skill files; WorstPercent the largest one.
const (
	ErrorPercent = 9
	WorstPercent = 32
)

// Estimate is the estimated number of tokens of s.
func Estimate(s string) int {
	return (utf8.RuneCountInString(s) + CharsPerToken - 1) / CharsPerToken
}

// EstimateBytes is the estimate for a text of which only the length in bytes
// is known; it is too high where characters take several bytes.
func EstimateBytes(n int64) int {
	if n <= 0 {
		return 0
	}
	return int((n + CharsPerToken - 1) / CharsPerToken)
}
