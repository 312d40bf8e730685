package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// A program that root's run left in a directory of the host with the setuid
// bit would make whoever starts it root. The system-call filter keeps such
// files from being made, but containers and level none run without it. So an
// output directory outside of the workspace is looked through afterwards.

// setuidBits are the bits that make a program run with its file's rights.
const setuidBits = fs.ModeSetuid | fs.ModeSetgid

// isFiltered reports whether the filter kept a command, whose result is nil
// when it was not waited for, from making such files.
func isFiltered(asked sandbox.Level, r *Result) bool {
	if r != nil {
		asked = r.Sandbox.Level
	}
	return asked == sandbox.Strict || asked == sandbox.Partial
}

// outside opens the output directory when it lies outside of the workspace.
func (w *workspace) outside() (*os.Root, error) {
	if _, inside := w.plan.Workspace.rel(w.plan.Workspace.Output); inside {
		return nil, nil
	}
	return os.OpenRoot(w.plan.Workspace.Output)
}

// setuidFiles are the files with such bits in the output directory outside,
// by their number, which tells them apart under any name.
func (w *workspace) setuidFiles() (map[uint64]stamp, error) {
	if isFiltered(w.plan.Sandbox.Level, nil) {
		return nil, nil
	}
	top, err := w.outside()
	if top == nil || err != nil {
		return nil, err
	}
	defer func() { _ = top.Close() }()
	found := map[uint64]stamp{}
	_ = eachSetuid(top, func(_ string, info fs.FileInfo) {
		s := stampOf(info)
		found[s.id] = s
	})
	return found, nil
}

// dropSetuid takes the bits from files that got them, or were changed, since
// before, and returns what there is to say about it.
func (w *workspace) dropSetuid(before map[uint64]stamp) []string {
	top, err := w.outside()
	if err != nil {
		return []string{"setuid files were not looked for: " + err.Error()}
	}
	if top == nil {
		return nil
	}
	defer func() { _ = top.Close() }()
	var told []string
	whole := eachSetuid(top, func(name string, info fs.FileInfo) {
		s := stampOf(info)
		if before[s.id] == s {
			return
		}
		text := "its setuid or setgid bit was removed"
		if err := w.unsetuid(top, name, info); err != nil {
			text = "keeps its setuid or setgid bit: " + reason(err).Error()
		}
		told = append(told, nameOut+"/"+name+": "+text)
	})
	if extra := len(told) - maxTold; extra > 0 {
		told = append(told[:maxTold], fmt.Sprintf("%d more files with setuid or setgid bits", extra))
	}
	if !whole {
		told = append(told, fmt.Sprintf("setuid files were not looked for everywhere: %d files and %d directory levels are the most",
			MaxWalkedEntries, MaxWalkedDepth))
	}
	return told
}

// unsetuid takes the bits from one file. What a container links to lies in its
// own directories; elsewhere it may be a program of the system's.
func (w *workspace) unsetuid(top *os.Root, name string, info fs.FileInfo) error {
	if why := refusal(info); why != "" && w.plan.Sandbox.Level != sandbox.Container {
		return errors.New(why)
	}
	return top.Chmod(name, info.Mode().Perm())
}

// eachSetuid calls visit for each regular file with such a bit; whole is false
// when it could not look at all of them. An interrupt does not end it: the bits
// are to go in any case.
func eachSetuid(top *os.Root, visit func(name string, info fs.FileInfo)) (whole bool) {
	whole = true
	var b bounds
	_ = b.walk(context.Background(), top, ".", func(name string, d fs.DirEntry, err error) {
		if err != nil {
			whole = whole && !isOwn(top, name)
			return
		}
		if info, err := d.Info(); err == nil && d.Type().IsRegular() && info.Mode()&setuidBits != 0 {
			visit(name, info)
		}
	})
	return whole && b.cut() == ""
}

// isOwn reports whether the user could have made what cannot be read.
func isOwn(top *os.Root, name string) bool {
	info, err := top.Lstat(name)
	return err != nil || ownedBy(info, os.Geteuid())
}
