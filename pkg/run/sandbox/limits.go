package sandbox

import "time"

const (
	// StartTime is how long the supervisor may take to shut itself in.
	StartTime = 10 * time.Second
	// KillTime is how long the end may take after a kill was ordered, before
	// the processes are killed from outside.
	KillTime = 500 * time.Millisecond
	// CleanupTime bounds each command of [Spec.Cleanup].
	CleanupTime = time.Minute

	// tmpBytes is the size of the private /tmp and of /dev/shm.
	tmpBytes = 512 << 20
)

// The limits callers use when nothing else is asked for.
const (
	DefaultOpenFiles = 1024    // files open in one process
	DefaultProcesses = 1024    // processes and threads at a time
	DefaultFileBytes = 1 << 30 // bytes of one file
)

// GapProcesses is how [Report.NotEnforced] says that the number of processes
// has no limit.
const GapProcesses = "number of processes"
