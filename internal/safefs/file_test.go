package safefs

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

func TestReadFile(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{"a": {Data: []byte("hello")}, "d/x": {}, "empty": {}, "pipe": {Mode: fs.ModeNamedPipe}}
	if got, err := ReadFile(fsys, "a", 5); err != nil || string(got) != "hello" {
		t.Errorf("ReadFile = %q, %v", got, err)
	}
	if got, err := ReadFile(fsys, "empty", 0); err != nil || len(got) != 0 {
		t.Errorf("ReadFile(empty) = %q, %v", got, err)
	}
	for name, want := range map[string]error{"d": ErrNotRegular, "pipe": ErrNotRegular, "nope": fs.ErrNotExist, "a": ErrTooLarge} {
		if _, err := ReadFile(fsys, name, 4); !errors.Is(err, want) {
			t.Errorf("ReadFile(%s) = %v, want %v", name, err, want)
		}
	}
}

// growing reports a smaller size than it has, like a file that is written to.
type growing struct{ fstest.MapFS }

func (g growing) Stat(name string) (fs.FileInfo, error) {
	info, err := g.MapFS.Stat(name)
	return smaller{info}, err
}

type smaller struct{ fs.FileInfo }

func (smaller) Size() int64 { return 1 }

func TestReadFileGrowing(t *testing.T) {
	t.Parallel()
	fsys := growing{fstest.MapFS{"a": {Data: []byte("0123456789")}}}
	if got, err := ReadFile(fsys, "a", 10); err != nil || string(got) != "0123456789" {
		t.Errorf("ReadFile = %q, %v", got, err)
	}
	if _, err := ReadFile(fsys, "a", 9); !errors.Is(err, ErrTooLarge) {
		t.Errorf("ReadFile over the limit: %v", err)
	}
}

func TestWriteFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	put := func(text string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
	}
	if err := WriteFile(path, 0o644, put("one")); err != nil {
		t.Fatal(err)
	}
	boom := errors.New("boom")
	err := WriteFile(path, 0o644, func(w io.Writer) error { _ = put("half")(w); return boom })
	if !errors.Is(err, boom) {
		t.Errorf("failing write: %v", err)
	}
	expect(t, dir, path, "one")
	if err := WriteFile(path, 0o755, put("two")); err != nil {
		t.Fatal(err)
	}
	expect(t, dir, path, "two")
	if info, _ := os.Stat(path); runtime.GOOS != "windows" && info.Mode().Perm() != 0o755 {
		t.Errorf("mode %v", info.Mode())
	}
	if err := WriteFile(dir, 0o644, put("x")); !errors.Is(err, ErrNotRegular) {
		t.Errorf("over a folder: %v", err)
	}
}

func expect(t *testing.T, dir, path, text string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != text {
		t.Errorf("%q, %v, want %q", got, err, text)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestWriteFileThroughLink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := os.WriteFile(real, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", link); err != nil {
		t.Skip("no symlinks here: ", err)
	}
	if err := WriteFile(link, 0o600, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(real); string(got) != "new" {
		t.Errorf("real holds %q", got)
	}
	if info, _ := os.Lstat(link); info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link was replaced")
	}
}

func TestLockDir(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	unlock, err := LockDir(t.Context(), dir)
	if err != nil {
		t.Skip("directories cannot be locked here: ", err)
	}
	if _, ok, err := TryLockDir(dir); ok || err != nil {
		t.Errorf("TryLockDir while locked = %v, %v", ok, err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	again, ok, err := TryLockDir(dir)
	if !ok || err != nil {
		t.Fatalf("TryLockDir = %v, %v", ok, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("the lock leaves %v, %v", left, err)
	}
	if err := again(); err != nil {
		t.Error(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{link, filepath.Join(dir, "missing")} {
		if _, ok, err := TryLockDir(path); ok || err == nil {
			t.Errorf("TryLockDir(%s) = %v, %v", path, ok, err)
		}
	}
}

func TestLock(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	unlock, err := Lock(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok, err := TryLock(path); ok || err != nil {
		t.Fatalf("TryLock while locked = %v, %v", ok, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Share(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("Share with a canceled context: %v", err)
	}
	if _, err := Lock(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("Lock with a canceled context: %v", err)
	}
	got := make(chan error, 1)
	go func() {
		second, err := Lock(t.Context(), path)
		if err == nil {
			err = second()
		}
		got <- err
	}()
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if err := <-got; err != nil {
		t.Error(err)
	}
	if _, err := Lock(t.Context(), filepath.Join(path, "below")); err == nil {
		t.Error("locked a path below a file")
	}
}

// Writers that take turns lose nothing of each other, and leave nothing.
func TestLockFor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "counter")
	add := func() error {
		unlock, err := LockFor(t.Context(), path)
		if err != nil {
			return err
		}
		old, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		if err == nil {
			err = WriteFile(path, 0o644, func(w io.Writer) error { _, err := w.Write(append(old, 'x')); return err })
		}
		return errors.Join(err, unlock())
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 4 {
				if err := add(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	expect(t, dir, path, strings.Repeat("x", 32))
}

// What one who was killed left is taken over; who cannot have the lock hears of
// the file that he wants to change.
func TestLockForRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	if err := os.WriteFile(filepath.Join(dir, ".f.lock"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	unlock, err := LockFor(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), lockPoll)
	defer cancel()
	if _, err := LockFor(ctx, path); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("locked twice: %v", err)
	}
	if err := unlock(); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	for _, path := range []string{filepath.Join(dir, "none", "f"), filepath.Join(dir, "none", "none", "f")} {
		_, err := LockFor(t.Context(), path)
		if e, ok := errors.AsType[*fs.PathError](err); !ok || e.Path != path || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v, want one about %s", err, path)
		}
	}
	if _, err := LockFor(t.Context(), dir); !errors.Is(err, ErrNotRegular) {
		t.Errorf("a folder: %v", err)
	}
}

// Errors name the file that was asked for, not the one beside it.
func TestWriteFileErrors(t *testing.T) {
	t.Parallel()
	put := func(io.Writer) error { return nil }
	path := filepath.Join(t.TempDir(), "none", "f")
	err := WriteFile(path, 0o644, put)
	if e, ok := errors.AsType[*fs.PathError](err); !ok || e.Path != path || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, want one about %s", err, path)
	}
	path = filepath.Join(t.TempDir(), "f")
	err = WriteFile(path, 0o644, func(w io.Writer) error { return os.Mkdir(path, 0o755) })
	if e, ok := errors.AsType[*fs.PathError](err); !ok || e.Path != path {
		t.Errorf("%v, want one about %s", err, path)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestShare(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	var unlock []func() error
	for range 2 {
		u, err := Share(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		unlock = append(unlock, u)
	}
	for _, u := range unlock {
		if _, ok, err := TryLock(path); ok || err != nil {
			t.Errorf("TryLock while shared = %v, %v", ok, err)
		}
		if err := u(); err != nil {
			t.Error(err)
		}
	}
	if u, ok, err := TryLock(path); !ok || err != nil {
		t.Errorf("TryLock when free = %v, %v", ok, err)
	} else if err := u(); err != nil {
		t.Error(err)
	}
}

func TestWriteVerified(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	put := func(text string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
	}
	var seen string
	err := WriteVerified(path, 0o644, put("good"), func(r io.ReaderAt, size int64) error {
		b, err := io.ReadAll(io.NewSectionReader(r, 0, size))
		seen = string(b)
		return err
	})
	if err != nil || seen != "good" {
		t.Errorf("read back %q, %v", seen, err)
	}
	bad := errors.New("not what was meant")
	if err := WriteVerified(path, 0o644, put("bad"), func(io.ReaderAt, int64) error { return bad }); !errors.Is(err, bad) {
		t.Errorf("%v, want that of verify", err)
	}
	expect(t, dir, path, "good")
}

func TestExchange(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	for _, d := range []string{a, b} {
		if err := os.MkdirAll(filepath.Join(d, "in-"+filepath.Base(d)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := Exchange(a, filepath.Join(dir, "none")); err == nil {
		t.Error("exchanged with nothing")
	}
	switch err := Exchange(a, b); {
	case errors.Is(err, errors.ErrUnsupported):
		t.Skip("not here: ", err)
	case err != nil:
		t.Fatal(err)
	}
	for _, moved := range []string{filepath.Join(a, "in-b"), filepath.Join(b, "in-a")} {
		if _, err := os.Stat(moved); err != nil {
			t.Error(err)
		}
	}
}
