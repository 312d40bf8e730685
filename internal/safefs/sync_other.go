//go:build !unix

package safefs

// SyncDir does nothing where folders cannot be synced.
func SyncDir(string) error { return nil }
