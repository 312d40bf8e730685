package parse

import (
	"fmt"
	"strings"
)

// fault is what the explainer found.
type fault struct {
	rule       string
	start, end int
	message    string
	hint       string
	fix        []Edit
}

func faultAt(rule string, start, end int, format string, args ...any) *fault {
	return &fault{rule: rule, start: start, end: end, message: fmt.Sprintf(format, args...)}
}

func (f *fault) diagnostic(r *report) Diagnostic {
	return Diagnostic{
		Rule: f.rule, Severity: DefaultSeverity(f.rule), Message: f.message, Hint: f.hint,
		Path: r.path, Span: r.lines.Span(f.start, f.end), Fix: f.fix,
	}
}

// spot is a value that the explainer looks at: src[first:last+1] of a chunk.
// A nested one is a single line of the chunk's value.
type spot struct {
	chunk
	first, last int
	nested      bool
}

// suggest adds a repair to a fault: as a fix when, with it, the chunk is valid
// YAML that says what the lenient reading says, and in words in the hint.
func (d *document) suggest(f *fault, p spot, advice string, edits []Edit) *fault {
	f.hint = advice
	if len(edits) == 0 {
		return f
	}
	fixed := apply(d.src, d.base, d.end, edits)
	if d.says(fixed, p) {
		f.fix = edits
	}
	lines := NewLines([]byte(fixed))
	line := lines.Pos(edits[0].Start - d.base).Line
	if text := strings.TrimSpace(lines.Text(line)); text != "" {
		f.hint = advice + ": " + cut(text)
	}
	return f
}

// cut shortens a line for a hint, in characters.
func cut(line string) string {
	const limit = 200
	runes := []rune(line)
	if len(runes) <= limit {
		return line
	}
	return string(runes[:limit/2]) + " … " + string(runes[len(runes)-limit/2+3:])
}

// says reports whether a repaired chunk is valid and means the literal text.
// Of a list or mapping it is enough that it is valid: a repair of one line
// there puts into quotes what the line says.
func (d *document) says(fixed string, p spot) bool {
	part := &document{r: &report{lines: NewLines([]byte(fixed))}, src: []byte(fixed), end: len(fixed)}
	v, refused, err := part.read()
	if err != nil || refused || v == nil || v.Kind != Mapping || len(v.Entries) != 1 {
		return false
	}
	got := v.Entries[0].Value
	if got.Kind != Scalar {
		return p.nested || p.fullwidth || p.fused || d.firstTab(p.chunk) >= 0
	}
	return strings.TrimSpace(got.Text) == strings.TrimSpace(d.literalValue(p.chunk).Text)
}

// apply is src[base:end] after some edits, which are in order.
func apply(src []byte, base, end int, edits []Edit) string {
	var b strings.Builder
	at := base
	for _, e := range edits {
		b.Write(src[at:e.Start])
		b.WriteString(e.New)
		at = e.End
	}
	b.Write(src[at:end])
	return b.String()
}
