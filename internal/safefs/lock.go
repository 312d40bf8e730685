package safefs

import (
	"context"
	"errors"
	"fmt"
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
	l := newLock(path)
	if _, err := l.TryLockContext(ctx, lockPoll); err != nil {
		return nil, errors.Join(lockError(path, err), l.Close())
	}
	return l.Close, nil
}

// TryLock is [Lock] that does not wait: ok is false when another holds the
// lock.
func TryLock(path string) (unlock func() error, ok bool, err error) {
	l := newLock(path)
	ok, err = l.TryLock()
	if err != nil {
		return nil, false, errors.Join(lockError(path, err), l.Close())
	}
	if !ok {
		return nil, false, l.Close()
	}
	return l.Close, true, nil
}

func newLock(path string) *flock.Flock { return flock.New(path, flock.SetPermissions(0o600)) }

func lockError(path string, err error) error {
	if errors.Is(err, syscall.ENOSYS) || errors.Is(err, errors.ErrUnsupported) || errors.Is(err, errNoLocks) {
		return fmt.Errorf("%s: %w: %w", path, ErrNoLocks, err)
	}
	return fmt.Errorf("lock %s: %w", path, err)
}
