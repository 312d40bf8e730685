//go:build !windows

package run

// systemNames are variables of the caller without which programs do not run:
// none here.
var systemNames []string
