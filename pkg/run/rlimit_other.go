//go:build !unix

package run

// processLimit is none here.
func processLimit() uint64 { return 0 }
