package parse

// lazy holds what a skill's methods derive on first use.
type lazy struct{}
