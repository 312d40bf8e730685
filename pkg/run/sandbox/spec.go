package sandbox

import (
	"os"
	"time"
)

// Level says how much is enforced.
type Level string

// The levels, as they are printed. Auto is only ever asked for; Partial is
// only ever an answer. Container is enforced by a container engine, not here.
const (
	Auto      Level = "auto"
	Strict    Level = "strict"
	Partial   Level = "partial"
	None      Level = "none"
	Container Level = "container"
)

// Network says whether the command may use the network.
type Network string

// The two states of the network.
const (
	NetworkOff Network = "off"
	NetworkOn  Network = "on"
)

// Spec is an order: one command and what it may see, change and use. All
// paths are absolute and without symbolic links.
type Spec struct {
	// Level is Auto, Strict, Partial or None. Auto means the best that this
	// machine can do; a level asked for by name is enforced or refused.
	Level Level `json:"level"`
	// Argv is the command; Argv[0] is the path of the program.
	Argv []string `json:"argv"`
	// Env is the whole environment of the command, as "KEY=value".
	Env []string `json:"env"`
	// Dir is the directory the command starts in.
	Dir string `json:"dir"`
	// ReadOnly are files and directories the command may read besides the
	// system's own, Writable those it may change. What Writable names may lie
	// inside what ReadOnly names, not the other way round.
	ReadOnly []string `json:"read_only,omitempty"`
	Writable []string `json:"writable,omitempty"`
	Network  Network  `json:"network"`
	Limits   Limits   `json:"limits"`
	// Cleanup are commands that the supervisor runs, each at most
	// [CleanupTime], when the program that called Start dies before the
	// command. They run outside any sandbox, with Env; level None only.
	Cleanup [][]string `json:"cleanup,omitempty"`

	// Stdin, Stdout and Stderr become the command's; nil is the null device.
	// The caller keeps the duty to close them.
	Stdin  *os.File `json:"-"`
	Stdout *os.File `json:"-"`
	Stderr *os.File `json:"-"`
}

// Limits are the resource limits of every process of the command; 0 sets
// none. They bind at every level on Linux, and nowhere else.
type Limits struct {
	CPU       time.Duration `json:"cpu,omitempty"`        // processor time of one process, whole seconds
	FileBytes int64         `json:"file_bytes,omitempty"` // size of one file
	OpenFiles int           `json:"open_files,omitempty"` // descriptors of one process
	Processes int           `json:"processes,omitempty"`  // processes of the user in the namespace; root is bound by the namespace's highest process id only
	Memory    int64         `json:"memory,omitempty"`     // address space of one process, bytes
}

// Report says what is in force.
type Report struct {
	Level       Level    `json:"level"`
	LandlockABI int      `json:"landlock_abi"`
	Namespaces  []string `json:"namespaces,omitempty"`
	Seccomp     bool     `json:"seccomp"`
	Network     Network  `json:"network"`
	// NotEnforced names, one phrase each, what the strict level would enforce
	// and this run does not.
	NotEnforced []string `json:"not_enforced"`
}

// Status says how a command ended.
type Status struct {
	Code   int    `json:"code"`             // exit status; 128+n when signal n ended it
	Signal int    `json:"signal,omitempty"` // the signal that ended it, or 0
	Lost   bool   `json:"lost,omitempty"`   // the supervisor was killed, so Code is 137 by convention
	Start  string `json:"start,omitempty"`  // why the program could not be started; Code is then 125 (not now), 126 or 127
}
