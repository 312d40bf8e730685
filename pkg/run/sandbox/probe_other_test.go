//go:build !linux

package sandbox_test

// probeMain has nothing to break out of here.
func probeMain([]string) (code int, ran bool) { return 0, false }
