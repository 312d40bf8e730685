package lint

import "sync"

// memo keeps what rules derive from a skill, so that rules that need the same
// derive it once.
type memo struct {
	mu     sync.Mutex
	values map[string]any
}

func (m *memo) get(key string, derive func() any) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v, ok := m.values[key]; ok {
		return v
	}
	if m.values == nil {
		m.values = make(map[string]any)
	}
	v := derive()
	m.values[key] = v
	return v
}

// Once returns what derive returned when it was first called with this key for
// the skill of the pass: rules that need the same costly value share it. derive
// must not call Once.
func Once[T any](p *Pass, key string, derive func() T) T {
	return p.files.memo.get(key, func() any { return derive() }).(T)
}
