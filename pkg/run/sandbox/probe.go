package sandbox

import "context"

// Check is one line of what a machine can enforce.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail,omitempty"`
	Hint   string `json:"hint,omitempty"` // what to install or to enable, when not OK
}

// Machine is what this machine can enforce.
type Machine struct {
	// Best is the level that Auto would reach.
	Best   Level   `json:"best"`
	Report Report  `json:"report"`
	Checks []Check `json:"checks"`
}

// Probe tries every level on this machine without running a command. Spec's
// ReadOnly and Writable may be empty.
func Probe(ctx context.Context) Machine { return probe(ctx) }
