//go:build !unix

package run

// processLimit is a number that no limit here is below.
func processLimit() uint64 { return 1 << 20 }
