package pack

import (
	"io/fs"

	"github.com/skillctl/skillctl/internal/digest"
)

// File is one file of an archive or of a pack.
type File struct {
	Path       string        `json:"path"`  // slash-separated, as unpacked; of a pack: relative to the skill
	Bytes      int64         `json:"bytes"` // size unpacked
	Mode       Mode          `json:"mode"`
	Digest     digest.Digest `json:"digest,omitempty"` // sha256 of the content
	LinkTarget string        `json:"link_target,omitempty"`
}

// Mode is one of the two modes a file has in an archive.
type Mode fs.FileMode

// The modes.
const (
	Plain      Mode = 0o644
	Executable Mode = 0o755 // the owner may execute it
)

// String writes the mode in octal: "0644" or "0755".
func (m Mode) String() string {
	if m == Executable {
		return "0755"
	}
	return "0644"
}

// MarshalText writes the mode in octal.
func (m Mode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

func modeOf(executable bool) Mode {
	if executable {
		return Executable
	}
	return Plain
}

// Manifest tells what was read from an archive.
type Manifest struct {
	Format       Format
	Digest       digest.Digest // sha256 of the archive's bytes, computed while they were unpacked
	TreeDigest   digest.Digest // h1 over all files, paths as unpacked
	ArchiveBytes int64
	Bytes        int64 // of all files unpacked
	Files        []File
	Skipped      []Skipped  // entries left out, in archive order
	Skills       []SkillRef // skills that load, by folder
}
