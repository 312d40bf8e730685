package cache

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
)

// readyVersion is the version of the metadata; entries of another one are
// fetched anew.
const readyVersion = 1

// Ready is what the .ready file of an entry says. It holds no credential.
type Ready struct {
	Version int    `json:"version"`
	Key     string `json:"key"`
	Kind    Kind   `json:"kind"`
	Source  string `json:"source"`        // redacted
	URL     string `json:"url,omitempty"` // where redirects ended, redacted
	// ETag and LastModified are the server's validators.
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	Commit       string `json:"commit,omitempty"` // of git sources

	Digest        digest.Digest `json:"digest,omitempty"` // of the archive's bytes
	ContentDigest digest.Digest `json:"content_digest"`   // see [Entry]
	ArchiveBytes  int64         `json:"archive_bytes,omitempty"`
	Bytes         int64         `json:"bytes"` // of all files
	Files         int           `json:"files"`
	Skills        []SkillRef    `json:"skills"`
	Notes         []string      `json:"notes,omitempty"` // what was left out, and why
	LinksLeftOut  bool          `json:"links_left_out,omitempty"`

	Fetched time.Time `json:"fetched"` // when the content was last known to be current
	Tool    string    `json:"tool,omitempty"`
	Limits  Limits    `json:"limits"`
	// Stamp tells whether a local archive changed since.
	Stamp *stamp `json:"stamp,omitempty"`
	// Tree lists every file of the entry, by path.
	Tree []TreeFile `json:"tree"`
}

// SkillRef is a skill in an entry.
type SkillRef struct {
	Name string `json:"name"`
	Dir  string `json:"dir"` // slash-separated, below the entry; "." for the entry itself
}

// TreeFile is one file of an entry.
type TreeFile struct {
	Path       string        `json:"path"`
	Bytes      int64         `json:"bytes"`
	Executable bool          `json:"executable,omitempty"`
	Digest     digest.Digest `json:"digest"`
}

func treeOf(files []pack.File) []TreeFile {
	tree := make([]TreeFile, len(files))
	for i, f := range files {
		tree[i] = TreeFile{Path: f.Path, Bytes: f.Bytes, Executable: f.Mode == pack.Executable, Digest: f.Digest}
	}
	return tree
}

// readReady reads the metadata of the entry at dir. An error that matches
// fs.ErrNotExist means that there is no entry; one that matches
// [ErrInvalidEntry], that it cannot be used.
func readReady(dir, key string) (*Ready, error) {
	info, err := os.Lstat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s: %w: no directory", dir, ErrInvalidEntry)
	}
	path := filepath.Join(dir, safefs.Reserved)
	if info, err = os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w: no %s file", dir, ErrInvalidEntry, safefs.Reserved)
	}
	data, err := safefs.ReadFile(os.DirFS(dir), safefs.Reserved, maxReadyBytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", dir, ErrInvalidEntry, err)
	}
	var r Ready
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", path, ErrInvalidEntry, err)
	}
	if r.Version != readyVersion || r.Key != key {
		return nil, fmt.Errorf("%s: %w: written by another version or for another source", path, ErrInvalidEntry)
	}
	if name, ok := r.paths(); !ok {
		return nil, fmt.Errorf("%s: %w: %q is no path in the entry", path, ErrInvalidEntry, name)
	}
	return &r, nil
}

// paths reports whether all paths lead into the entry; it names one that does
// not.
func (r *Ready) paths() (bad string, ok bool) {
	for _, f := range r.Tree {
		if !fs.ValidPath(f.Path) || f.Path == "." {
			return f.Path, false
		}
	}
	for _, s := range r.Skills {
		if !fs.ValidPath(s.Dir) {
			return s.Dir, false
		}
	}
	return "", true
}

// write puts the metadata into dir.
func (r *Ready) write(dir string) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return safefs.WriteFile(filepath.Join(dir, safefs.Reserved), 0o600, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// present checks, without reading contents, that every file is there in its
// size and mode.
func (r *Ready) present(dir string) error {
	for _, f := range r.Tree {
		info, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(f.Path)))
		if err != nil {
			return fmt.Errorf("%w: %w", ErrInvalidEntry, err)
		}
		if !info.Mode().IsRegular() || info.Size() != f.Bytes || safefs.ExecBits && isExecutable(info) != f.Executable {
			return fmt.Errorf("%s: %w: changed", f.Path, ErrInvalidEntry)
		}
	}
	return nil
}

// within holds an entry against limits that may be tighter than those it was
// fetched with.
func (r *Ready) within(l Limits) error {
	for _, f := range r.Tree {
		if f.Bytes > l.File {
			return &pack.Error{Entry: f.Path, Rule: pack.RuleFileSize, Detail: fmt.Sprintf("%d bytes: more than %d", f.Bytes, l.File)}
		}
	}
	switch {
	case r.ArchiveBytes > l.Download && r.Kind != KindWellKnown: // there it is a sum
		return &pack.Error{Rule: pack.RuleArchiveSize, Detail: fmt.Sprintf("the archive has %d bytes: more than %d", r.ArchiveBytes, l.Download)}
	case r.Bytes > l.Total:
		return &pack.Error{Rule: pack.RuleTotalSize, Detail: fmt.Sprintf("%d bytes in all: more than %d", r.Bytes, l.Total)}
	case len(r.Tree) > l.Files:
		return &pack.Error{Rule: pack.RuleEntries, Detail: fmt.Sprintf("%d files: more than %d", len(r.Tree), l.Files)}
	}
	return nil
}

func isExecutable(info fs.FileInfo) bool { return info.Mode()&0o100 != 0 }

// Change is a difference between a tree and what it should be.
type Change struct {
	Path string `json:"path"`
	What What   `json:"what"`
}

// What says how a file differs.
type What string

// The differences.
const (
	Added       What = "added"
	Removed     What = "removed"
	Modified    What = "modified"
	ModeChanged What = "mode"         // the execute bit
	LineEndings What = "line-endings" // the same text but for CR LF
)

// verify hashes every file of the entry at dir and lists what differs.
func (r *Ready) verify(ctx context.Context, dir string) ([]Change, error) {
	tree, err := readEntryTree(ctx, dir)
	if err != nil {
		return nil, err
	}
	return diffTrees(r.Tree, tree), nil
}
