package run

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/skillctl/skillctl/internal/safefs"
)

// A temporary workspace says so in its metadata, and its directory is locked
// for as long as its run lives. The kernel frees that lock at the death of the
// process, whatever it dies of: a temporary workspace without a lock is dead.

// claim locks a workspace. Where directories cannot be locked, release is nil:
// such a workspace is not marked as temporary, and never swept.
func claim(ctx context.Context, dir string) (release func() error, err error) {
	release, err = safefs.LockDir(ctx, dir)
	if err != nil && (errors.Is(err, fs.ErrNotExist) || ctx.Err() != nil) {
		return nil, err
	}
	return release, nil
}

// workspaceNames are those that [workspaceName] gives.
var workspaceNames = regexp.MustCompile(`^ws_[A-Za-z0-9_-]*_[0-9a-f]{16}$`)

// Sweep removes the temporary workspaces below a workspace root whose runs
// were killed before they could do it, and returns their paths. It leaves
// alone whatever is in use, kept, another user's, part of a session, or was
// changed after before. It may run in any number of processes at once. What
// cannot be removed is told in the error and does not stop it.
func Sweep(ctx context.Context, root string, before time.Time) (removed []string, err error) {
	top, err := os.OpenRoot(root)
	if err != nil {
		return nil, inputError("sweep "+root, err)
	}
	defer func() { _ = top.Close() }()
	if info, err := top.Stat("."); err != nil || !isSafeToSweep(info) {
		return nil, err
	}
	entries, err := fs.ReadDir(top.FS(), ".")
	if err != nil {
		return nil, inputError("sweep "+root, err)
	}
	var failed []error
	for _, e := range entries {
		if ctx.Err() != nil {
			break
		}
		if !e.IsDir() || !workspaceNames.MatchString(e.Name()) {
			continue
		}
		gone, err := sweepOne(top, root, e.Name(), before)
		if err != nil {
			failed = append(failed, inputError("sweep "+filepath.Join(root, e.Name()), err))
		}
		if gone {
			removed = append(removed, filepath.Join(root, e.Name()))
		}
	}
	return removed, errors.Join(failed...)
}

// isSafeToSweep reports whether nobody but root can put another directory in
// the place of a workspace: the root is the user's or the system's, and what
// others may write to has to be sticky, as the temporary directory is.
func isSafeToSweep(root fs.FileInfo) bool {
	return (ownedBy(root, os.Geteuid()) || ownedBy(root, 0)) &&
		(root.Mode().Perm()&0o022 == 0 || root.Mode()&fs.ModeSticky != 0)
}

// sweepOne removes one workspace if it is dead.
func sweepOne(top *os.Root, root, name string, before time.Time) (gone bool, err error) {
	info, err := top.Lstat(name)
	if err != nil || !info.IsDir() || !ownedBy(info, os.Geteuid()) || !info.ModTime().Before(before) {
		return false, nil
	}
	release, ok, err := safefs.TryLockDir(filepath.Join(root, name))
	if err != nil || !ok {
		return false, nil // in use, or gone meanwhile
	}
	defer func() { _ = release() }()
	temporary, err := isTemporary(top, name, info)
	if err != nil {
		return false, nil
	}
	if !temporary {
		// Killed before it could say what it is, a workspace is empty.
		return top.Remove(name) == nil, nil
	}
	if err := removeAt(top, name); err != nil {
		return false, err
	}
	return true, nil
}

// isTemporary reads from a workspace, of which info was taken before it was
// locked, whether it was to go with its run.
func isTemporary(top *os.Root, name string, info fs.FileInfo) (bool, error) {
	ws, err := top.OpenRoot(name)
	if err != nil {
		return false, err
	}
	defer func() { _ = ws.Close() }()
	now, err := ws.Stat(".")
	if err != nil {
		return false, err
	}
	return os.SameFile(info, now) && readMetadata(ws, time.Time{}).Temporary, nil
}
