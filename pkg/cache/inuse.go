package cache

import (
	"context"
	"path/filepath"
	"sync"

	"github.com/skillctl/skillctl/internal/safefs"
)

// usePrefix begins the names of the locks that readers share.
const usePrefix = "use-"

// held is the shared locks of the entries that a store gave out, so that no
// other process removes what is being read. The kernel frees them when the
// process dies.
type held struct {
	mu     sync.Mutex
	unlock map[string]func() error // by key
}

// hold marks an entry as in use until the store is closed. Where there are no
// locks, or no right to make them, nothing can be removed by others either, or
// nobody can tell.
func (s *Store) hold(ctx context.Context, key string) {
	s.held.mu.Lock()
	defer s.held.mu.Unlock()
	if s.held.unlock[key] != nil {
		return
	}
	unlock, err := safefs.Share(ctx, filepath.Join(s.dir, locksDir, usePrefix+key))
	if err != nil {
		return
	}
	if s.held.unlock == nil {
		s.held.unlock = map[string]func() error{}
	}
	s.held.unlock[key] = unlock
}

// release ends the uses of an entry by this store; "" means of all.
func (s *Store) release(key string) {
	s.held.mu.Lock()
	defer s.held.mu.Unlock()
	for k, unlock := range s.held.unlock {
		if key == "" || k == key {
			_ = unlock() // it only closes a file
			delete(s.held.unlock, k)
		}
	}
}

// claim makes sure that no other process uses an entry until unlock is called.
func (s *Store) claim(key string) (unlock func() error, ok bool, err error) {
	s.release(key)
	return s.tryLock(usePrefix + key)
}
