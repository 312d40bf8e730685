package cli

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/safefs"
)

// maxFlagFile is the largest file that a flag may name to be read, in bytes.
const maxFlagFile = 64 << 20

// readFlagFile reads a file that a flag names, of at most limit bytes. A named
// pipe and a device are refused before they are opened: they might be waited
// for without end. What a shell hands over by descriptor, as for <(command), is
// read until the context ends.
func (a *app) readFlagFile(ctx context.Context, file string, limit int64) ([]byte, error) {
	data, err := a.readPlain(ctx, file, limit)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, plainCause(err))
	}
	return data, nil
}

func (a *app) readPlain(ctx context.Context, file string, limit int64) ([]byte, error) {
	path := a.abs(file)
	if !isDescriptor(path) {
		return safefs.ReadFile(os.DirFS(filepath.Dir(path)), filepath.Base(path), limit)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only
	return readAll(ctx, f, limit)
}

// isNamedPipe reports whether opening a file would wait for someone to open its
// other end.
func isNamedPipe(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&fs.ModeNamedPipe != 0 && !isDescriptor(path)
}

// isDescriptor reports whether a path names a descriptor of this process.
func isDescriptor(path string) bool {
	return path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/self/fd/")
}

// readAll reads up to limit bytes and fails when there are more, or when the
// context ends before the reader does.
func readAll(ctx context.Context, r io.Reader, limit int64) ([]byte, error) {
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1) // so that the reader ends even if nobody waits
	go func() {
		data, err := io.ReadAll(io.LimitReader(r, limit+1))
		done <- result{data, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case got := <-done:
		if got.err == nil && int64(len(got.data)) > limit {
			return nil, fmt.Errorf("%w: more than %d bytes", safefs.ErrTooLarge, limit)
		}
		return got.data, got.err
	}
}
