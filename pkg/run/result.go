package run

import (
	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// Result is what a run did.
type Result struct {
	Skill         string         `json:"skill"`
	Command       string         `json:"command"`
	Stdout        string         `json:"stdout"` // "" when the streams were passed on
	Stderr        string         `json:"stderr"`
	StdoutBytes   int64          `json:"stdout_bytes"`
	StderrBytes   int64          `json:"stderr_bytes"`
	ExitCode      int            `json:"exit_code"` // 124 after a time-out
	TimedOut      bool           `json:"timed_out"`
	DurationMS    int64          `json:"duration_ms"`
	OutputFiles   []OutputFile   `json:"output_files"`
	PrimaryOutput string         `json:"primary_output,omitempty"`
	LimitsHit     bool           `json:"limits_hit"`
	ArtifactFiles []ArtifactFile `json:"artifact_files,omitempty"`
	Workspace     string         `json:"workspace,omitempty"` // when it was kept
	Session       string         `json:"session,omitempty"`
	Sandbox       sandbox.Report `json:"sandbox"`
	Warnings      []string       `json:"warnings,omitempty"`
	Failure       string         `json:"-"` // the warning that says why the command did not start, or was not seen to end
}

// OutputFile is one file that the run wrote or changed.
type OutputFile struct {
	Name      string        `json:"name"` // relative to the workspace, slash-separated
	MIMEType  string        `json:"mime_type"`
	SizeBytes int64         `json:"size_bytes"`
	Digest    digest.Digest `json:"digest"`
	Content   string        `json:"content,omitempty"` // of text files, up to the limit
	Truncated bool          `json:"truncated"`         // Content is not all of it
}

// ArtifactFile says where an output file was saved.
type ArtifactFile struct {
	Name string `json:"name"`
	Path string `json:"path"`
}

// ExitTimeout is the exit code of a run whose command was ended for its time.
// A command that could not be started has 126 or 127, as in a shell.
const ExitTimeout = 124
