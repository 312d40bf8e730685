package run

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// capture keeps the head and the tail of a stream and counts the rest. It
// never holds more than its limit. Not safe for concurrent use.
type capture struct {
	limit int64 // bytes kept; half of them head
	head  []byte
	tail  []byte // ring, once it is full
	next  int    // where the ring goes on
	total int64
}

func newCapture(limit int64) *capture { return &capture{limit: max(limit, 2)} }

// Write never fails.
func (c *capture) Write(p []byte) (int, error) {
	n := len(p)
	c.total += int64(n)
	if room := int(c.limit/2) - len(c.head); room > 0 {
		k := min(room, len(p))
		c.head = append(c.head, p[:k]...)
		p = p[k:]
	}
	c.keepTail(p)
	return n, nil
}

func (c *capture) keepTail(p []byte) {
	size := int(c.limit - c.limit/2)
	if len(p) >= size {
		c.tail = append(c.tail[:0], p[len(p)-size:]...)
		c.next = 0
		return
	}
	if room := size - len(c.tail); room > 0 {
		k := min(room, len(p))
		c.tail = append(c.tail, p[:k]...)
		p = p[k:]
	}
	for len(p) > 0 {
		k := copy(c.tail[c.next:], p)
		c.next = (c.next + k) % size
		p = p[k:]
	}
}

// text is what was kept, as UTF-8. cut says that the middle is missing, dirty
// that bytes had to be replaced.
func (c *capture) text() (s string, cut, dirty bool) {
	tail := append(bytes.Clone(c.tail[c.next:]), c.tail[:c.next]...)
	left := c.total - int64(len(c.head)) - int64(len(tail))
	if left == 0 {
		s, dirty = clean(append(bytes.Clone(c.head), tail...))
		return s, false, dirty
	}
	head := trimPartialEnd(c.head)
	tail = trimPartialStart(tail)
	left = c.total - int64(len(head)) - int64(len(tail))
	first, dirty1 := clean(head)
	last, dirty2 := clean(tail)
	if !strings.HasSuffix(first, "\n") {
		first += "\n"
	}
	return first + fmt.Sprintf("… %d bytes left out …\n", left) + last, true, dirty1 || dirty2
}

// clean replaces what is not UTF-8.
func clean(b []byte) (string, bool) {
	if utf8.Valid(b) {
		return string(b), false
	}
	return strings.ToValidUTF8(string(b), "\uFFFD"), true
}

// trimPartialEnd drops a character that was cut at the end.
func trimPartialEnd(b []byte) []byte {
	for i := 1; i <= utf8.UTFMax && i <= len(b); i++ {
		if utf8.RuneStart(b[len(b)-i]) {
			if !utf8.FullRune(b[len(b)-i:]) {
				return b[:len(b)-i]
			}
			return b
		}
	}
	return b
}

// trimPartialStart drops the rest of a character that was cut at the start.
func trimPartialStart(b []byte) []byte {
	for i := 0; i < utf8.UTFMax-1 && i < len(b); i++ {
		if utf8.RuneStart(b[i]) {
			return b[i:]
		}
	}
	return b
}
