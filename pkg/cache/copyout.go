package cache

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/internal/safefs"
)

// copyPrefix begins the name of a copy that is not whole yet.
const copyPrefix = ".skillctl-"

// copyOut copies the tree to tmp, a directory beside dir, checks it, and puts it
// in dir's place. What is at tmp was left by a process that was killed.
func copyOut(ctx context.Context, from, dir string, want []TreeFile, old fs.FileInfo, tmp string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	if err := errors.Join(safefs.RemoveAll(tmp), os.Mkdir(tmp, 0o755)); err != nil {
		return err
	}
	err := copyInto(ctx, tmp, from, want)
	if err == nil && old != nil {
		err = os.Chmod(tmp, old.Mode().Perm())
	}
	if err == nil {
		err = safefs.SyncTree(tmp)
	}
	if err == nil {
		err = ctx.Err() // the sync may have taken long
	}
	if err == nil {
		err = putInPlace(tmp, dir, old != nil)
	}
	return errors.Join(err, safefs.RemoveAll(tmp))
}

func copyInto(ctx context.Context, tmp, from string, want []TreeFile) error {
	dst, err := os.OpenRoot(tmp)
	if err != nil {
		return err
	}
	defer func() { _ = dst.Close() }() // only a handle
	src, err := os.OpenRoot(from)
	if err != nil {
		return err
	}
	defer func() { _ = src.Close() }() // only a handle
	for _, f := range want {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := copyFile(dst, src, f); err != nil {
			return err
		}
	}
	got, err := readTree(ctx, dst.FS(), treeLimits{})
	if err != nil {
		return err
	}
	if changes := diffTrees(want, got); len(changes) > 0 {
		return failed(ErrInvalidEntry, "fetch it anew with --refresh", "changed while it was copied: %s", changes[0])
	}
	return nil
}

func copyFile(dst, src *os.Root, f TreeFile) error {
	in, err := src.Open(f.Path)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // only read
	mode := safefs.ModeFile
	if f.Executable {
		mode = safefs.ModeExec
	}
	_, err = safefs.WriteNew(dst, f.Path, mode, in)
	return err
}

// putInPlace renames tmp to dir. What was there is at tmp afterwards.
func putInPlace(tmp, dir string, exists bool) error {
	if !exists {
		return safefs.Rename(tmp, dir)
	}
	err := safefs.Exchange(tmp, dir)
	if errors.Is(err, errors.ErrUnsupported) {
		return putInSteps(tmp, dir)
	}
	return err
}

// putInSteps is for systems that cannot exchange two names at once.
func putInSteps(tmp, dir string) error {
	aside := tmp + "-old"
	if err := safefs.Rename(dir, aside); err != nil {
		return err
	}
	if err := safefs.Rename(tmp, dir); err != nil {
		return errors.Join(err, safefs.Rename(aside, dir))
	}
	return safefs.RemoveAll(aside)
}
