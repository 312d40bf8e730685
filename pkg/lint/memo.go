package lint

// memo keeps what rules derive from a skill, so that rules that need the same
// derive it once. Like a pass, it is used by one goroutine at a time.
type memo map[string]any

// Once returns what derive returned when it was first called with this key for
// the skill of the pass: rules that need the same costly value share it. derive
// may call Once with other keys.
func Once[T any](p *Pass, key string, derive func() T) T {
	if v, ok := p.files.memo[key]; ok {
		return v.(T)
	}
	v := derive()
	p.files.memo[key] = v
	return v
}
