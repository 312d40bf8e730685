package parse

import "sync"

// lazy holds what a skill's methods derive on first use.
type lazy struct {
	body      memo[string]
	tools     memo[[]Tool]
	toolsTRPC memo[[]Tool]
	markdown  memo[*Markdown]
	resources memo[listing]
}

// memo is a value made once, when first asked for.
type memo[T any] struct {
	once  sync.Once
	value T
}

func (m *memo[T]) get(create func() T) T {
	m.once.Do(func() { m.value = create() })
	return m.value
}
