// Package needle looks for many short texts at once: one pass over the bytes
// serves all of them, where a search for each would be a pass each. It is the
// cheap look that decides whether a closer one is worth it.
package needle

import "iter"

// Set is some texts to look for. It is made once and safe for concurrent use.
type Set struct {
	words []string
	fold  byte // bits that letters of either case have in common are set here
	// pairs has a bit for each two bytes that a word begins with. It is small
	// enough to stay in the fastest memory.
	pairs [1 << 16 / 64]uint64
	ranks [256][]int // indexes of words by their second byte
}

// NewSet is the set of texts that are looked for as they are written. Each
// has at least two bytes.
func NewSet(words ...string) *Set { return newSet(words, 0) }

// NewFoldedSet is the set of texts, written in lower case, in which ASCII
// letters of either case are the same. Each has at least two bytes.
func NewFoldedSet(words ...string) *Set { return newSet(words, 'a'-'A') }

func newSet(words []string, fold byte) *Set {
	s := &Set{words: words, fold: fold}
	for i, w := range words {
		key := uint16(w[0]|fold)<<8 | uint16(w[1]|fold)
		s.pairs[key/64] |= 1 << (key % 64)
		s.ranks[byte(key)] = append(s.ranks[byte(key)], i)
	}
	return s
}

// In are the places at which a word begins, as byte offset and index of the
// word: in the order of the text, at one place in the order of the words.
// Words may overlap.
func (s *Set) In(text []byte) iter.Seq2[int, int] {
	return func(yield func(at, word int) bool) {
		if len(text) == 0 {
			return
		}
		key, fold := uint16(text[0]|s.fold), s.fold
		for i, b := range text[1:] {
			key = key<<8 | uint16(b|fold)
			if s.pairs[key/64]>>(key%64)&1 == 0 {
				continue
			}
			for _, word := range s.ranks[byte(key)] {
				if s.begins(text[i:], s.words[word]) && !yield(i, word) {
					return
				}
			}
		}
	}
}

// Any reports whether one of the words is in the text.
func (s *Set) Any(text []byte) bool {
	for range s.In(text) {
		return true
	}
	return false
}

func (s *Set) begins(text []byte, word string) bool {
	if len(text) < len(word) {
		return false
	}
	for i := range len(word) {
		b := text[i]
		if s.fold != 0 && 'A' <= b && b <= 'Z' {
			b |= s.fold
		}
		if b != word[i] {
			return false
		}
	}
	return true
}
