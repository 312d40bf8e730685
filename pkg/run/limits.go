package run

import "time"

// Defaults of [Limits], and what bounds a run that no option changes.
const (
	DefaultTimeout     = 300 * time.Second
	DefaultMaxOutput   = 1 << 20  // bytes kept of each of stdout and stderr
	DefaultMaxInline   = 64 << 10 // bytes of one output file given as text
	MaxInlineTotal     = 1 << 20  // bytes of all output files given as text
	DefaultMaxFiles    = 100      // output files collected
	DefaultMaxTotal    = 64 << 20 // bytes of all output files
	MaxStagedFiles     = 20_000   // files of a skill or an input
	MaxStagedBytes     = 512 << 20
	MaxStagedDepth     = 64      // directory levels
	MaxWalkedEntries   = 200_000 // files and directories looked at for outputs
	MaxWalkedDepth     = 64      // directory levels looked at for outputs
	MaxMetadataRecords = 1000    // runs kept in metadata.json

	// SweepAge is how long a workspace has to be unchanged before a sweep
	// looks at it. The lock decides; this only keeps out of the way of runs
	// that begin.
	SweepAge = time.Minute

	// maxCandidates is how many output files are remembered to choose from,
	// unless more are to be collected.
	maxCandidates = 10_000
	// maxTold is of how many files a warning says why they are not collected.
	maxTold = 100

	// Grace is the time between TERM and KILL.
	Grace = 2 * time.Second
	// drainTime is how long more output is waited for after every process that
	// we know of is gone.
	drainTime = 500 * time.Millisecond
	// pipeBytes is the size asked for the pipes from the command.
	pipeBytes = 1 << 20
	// copyBytes is the size of the buffer that empties a pipe or reads a file.
	copyBytes = 256 << 10
)

// Limits bound one run. Zero values of Memory, CPUs and Processes set none
// beyond the sandbox's own.
type Limits struct {
	Timeout        time.Duration `json:"-"`
	TimeoutSeconds float64       `json:"timeout_seconds"`
	MaxOutput      int64         `json:"max_output"` // bytes per stream
	MaxInline      int64         `json:"max_inline"` // bytes per file
	MaxFiles       int           `json:"max_files"`
	MaxTotal       int64         `json:"max_total"`        // bytes of all output files
	Memory         int64         `json:"memory,omitempty"` // bytes: of a process, or of the container
	CPUs           float64       `json:"cpus,omitempty"`   // container only
	Processes      int           `json:"pids,omitempty"`
}

// DefaultLimits are the limits of a run that no option changes.
func DefaultLimits() Limits {
	return Limits{
		Timeout: DefaultTimeout, MaxOutput: DefaultMaxOutput, MaxInline: DefaultMaxInline,
		MaxFiles: DefaultMaxFiles, MaxTotal: DefaultMaxTotal,
	}
}
