package safefs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// lockPoll is how often a waiting [Lock] looks again.
const lockPoll = 20 * time.Millisecond

// Lock waits until it holds the exclusive lock of the file at path, which is
// made when it is missing (mode 0600) and must never be removed while others
// may use it. The kernel frees the lock when the process dies. Call unlock
// once. Errors: that of ctx; one that matches [ErrNoLocks] when the file
// system cannot lock; one that matches fs.ErrPermission and the like when the
// file cannot be made. Two calls in one process exclude each other too.
func Lock(ctx context.Context, path string) (unlock func() error, err error) {
	return wait(ctx, newLock(path))
}

// Share is [Lock] for those who may hold the lock together, while nobody has it
// for himself.
func Share(ctx context.Context, path string) (unlock func() error, err error) {
	l := newLock(path)
	if _, err := l.TryRLockContext(ctx, lockPoll); err != nil {
		return nil, errors.Join(lockError(path, err), l.Close())
	}
	return l.Close, nil
}

// TryLock is [Lock] that does not wait: ok is false when another holds the
// lock.
func TryLock(path string) (unlock func() error, ok bool, err error) {
	return try(newLock(path))
}

// LockDir is [Lock] on a directory, which must be there and be no link. It
// leaves no trace, and may be removed by who holds the lock. Windows, and some
// network file systems, cannot lock directories and give an error.
func LockDir(ctx context.Context, dir string) (unlock func() error, err error) {
	return wait(ctx, newDirLock(dir))
}

// TryLockDir is [LockDir] that does not wait.
func TryLockDir(dir string) (unlock func() error, ok bool, err error) {
	return try(newDirLock(dir))
}

func newLock(path string) *flock.Flock { return flock.New(path, flock.SetPermissions(0o600)) }

func newDirLock(dir string) *flock.Flock { return flock.New(dir, flock.SetFlag(dirFlags)) }

func wait(ctx context.Context, l *flock.Flock) (unlock func() error, err error) {
	if _, err := l.TryLockContext(ctx, lockPoll); err != nil {
		return nil, errors.Join(lockError(l.Path(), err), l.Close())
	}
	return l.Close, nil
}

func try(l *flock.Flock) (unlock func() error, ok bool, err error) {
	ok, err = l.TryLock()
	if err != nil {
		return nil, false, errors.Join(lockError(l.Path(), err), l.Close())
	}
	if !ok {
		return nil, false, l.Close()
	}
	return l.Close, true, nil
}

// LockFor waits until it alone may read, change and write again the file at
// path, which need not exist: processes that do so one after the other lose
// nothing of each other. The lock is a hidden file beside it, ".NAME.lock",
// which unlock removes where it can; a killed process leaves it to the next. A
// link is followed, as [WriteFile] does. Where there are no locks it does not
// wait. Errors are those of [Lock], in the name of path.
func LockFor(ctx context.Context, path string) (unlock func() error, err error) {
	path, err = target(path)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(path)
	beside := filepath.Join(filepath.Dir(path), "."+name[:min(len(name), MaxNameBytes-10)]+".lock")
	for {
		l := newLock(beside)
		err := patiently(func() error { _, err := l.TryLockContext(ctx, lockPoll); return err }) // its last holder may be removing it
		switch {
		case err != nil && errors.Is(lockError(path, err), ErrNoLocks):
			return l.Close, nil
		case err != nil:
			return nil, errors.Join(named(err, beside, path), l.Close())
		case isStill(beside, l):
			return func() error {
				return RemoveLocked(l.Close, func() error { _ = os.Remove(beside); return nil })
			}, nil
		}
		if err := l.Close(); err != nil { // its last holder removed it
			return nil, err
		}
	}
}

// isStill reports whether the file that is locked is the one at path.
func isStill(path string, l *flock.Flock) bool {
	locked, err := l.Stat()
	if err != nil {
		return false
	}
	now, err := os.Lstat(path)
	return err == nil && os.SameFile(locked, now)
}

func lockError(path string, err error) error {
	if errors.Is(err, syscall.ENOSYS) || errors.Is(err, errors.ErrUnsupported) || errors.Is(err, errNoLocks) {
		return fmt.Errorf("%s: %w: %w", path, ErrNoLocks, err)
	}
	return fmt.Errorf("lock %s: %w", path, err)
}
