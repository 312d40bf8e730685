package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/skillctl/skillctl/internal/digest"
)

// workspace is a workspace on disk, open.
type workspace struct {
	plan *Plan
	root *os.Root
	made bool // by this run

	release func() error // ends the claim on a temporary workspace, or nil

	staged digest.Digest // fingerprint of the staged skill
}

// openWorkspace makes the plan's workspace, or opens its session's. One that
// is not to be kept is claimed as a temporary one.
func openWorkspace(ctx context.Context, p *Plan, keep bool) (*workspace, error) {
	w := &workspace{plan: p}
	err := os.Mkdir(p.Workspace.Root, modePrivate)
	switch {
	case err == nil:
		w.made = true
	case errors.Is(err, fs.ErrExist) && p.session != nil:
		if err := checkWorkspace(p.Workspace.Root); err != nil {
			return nil, err
		}
	default:
		return nil, inputError("workspace", err)
	}
	if err := w.open(ctx, keep); err != nil {
		return w, inputError("workspace", err)
	}
	for _, dir := range []string{nameSkills, nameWork, nameWork + "/" + nameInputs, nameOut, nameHome, nameTmp, nameRuns} {
		if err := mkdir(w.root, dir, modeDir); err != nil {
			return w, inputError(filepath.Join(p.Workspace.Root, dir), err)
		}
	}
	return w, w.runDirs()
}

// open opens the workspace's directory. It is claimed first, so that it cannot
// be swept away once it is open, and marked as temporary after that.
func (w *workspace) open(ctx context.Context, keep bool) (err error) {
	if !keep {
		if w.release, err = claim(ctx, w.plan.Workspace.Root); err != nil {
			return err
		}
	}
	if w.root, err = os.OpenRoot(w.plan.Workspace.Root); err != nil || w.release == nil {
		return err
	}
	now := w.plan.now.UTC()
	return writeMetadata(w.root, Metadata{Version: metadataVersion, CreatedAt: now, UpdatedAt: now, LastAccess: now, Temporary: true})
}

// checkWorkspace makes sure that a session's directory is still ours alone.
func checkWorkspace(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return inputError("workspace", err)
	}
	if !info.IsDir() || !ownedBy(info, os.Geteuid()) {
		return refusedError("end the session and start another", dir+": is not a directory of yours")
	}
	return nil
}

// mkdir makes a directory, or accepts the one that is there. A link in its
// place is an error: the directories of a workspace are no links.
func mkdir(root *os.Root, name string, mode fs.FileMode) error {
	err := root.Mkdir(filepath.FromSlash(name), mode)
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := root.Lstat(filepath.FromSlash(name))
	if err == nil && !info.IsDir() {
		return &fs.PathError{Op: "mkdir", Path: name, Err: errors.New("something else is in its place")}
	}
	return err
}

// runDirs makes the directory of this run, that of the outputs when it is
// another than out/, and the working directory.
func (w *workspace) runDirs() error {
	for _, dir := range []string{w.plan.Workspace.Run, w.plan.Workspace.Output} {
		rel, inside := w.plan.Workspace.rel(dir)
		if !inside {
			continue
		}
		if err := w.root.MkdirAll(filepath.FromSlash(rel), modeDir); err != nil {
			return inputError(dir, err)
		}
	}
	return nil
}

// cwd makes the working directory, when it is one that the command may write
// in, and checks that no link leads it out of the workspace.
func (w *workspace) cwd() error {
	rel, inside := w.plan.Workspace.rel(w.plan.Cwd)
	if !inside {
		return nil // the output directory outside, which was checked
	}
	info, err := w.root.Stat(filepath.FromSlash(rel))
	if errors.Is(err, fs.ErrNotExist) {
		if err = w.root.MkdirAll(filepath.FromSlash(rel), modeDir); err == nil {
			return nil
		}
	}
	if err != nil || !info.IsDir() {
		return usageError("", fmt.Sprintf("--cwd %s: is not a directory inside the workspace", rel))
	}
	return nil
}

// stage copies the skill into the workspace, unless a session's copy is still
// the same.
func (w *workspace) stage(ctx context.Context) error {
	src, done, err := w.source()
	if err != nil {
		return err
	}
	defer done()
	rel, _ := w.plan.Workspace.rel(w.plan.Workspace.Skill)
	if w.plan.session != nil && w.isCurrent(src, rel) {
		return nil
	}
	if err := removeTree(w.plan.Workspace.Skill); err != nil {
		return inputError(w.plan.Workspace.Skill, err)
	}
	if err := w.root.Mkdir(rel, modeDir); err != nil {
		return inputError(w.plan.Workspace.Skill, err)
	}
	dst, err := w.root.OpenRoot(rel)
	if err != nil {
		return inputError(w.plan.Workspace.Skill, err)
	}
	defer func() { _ = dst.Close() }()
	readOnly := !w.plan.Sandbox.SkillRW
	sums, err := copyTree(ctx, dst, src, w.plan.Files, readOnly)
	if err != nil {
		return inputError(cmp.Or(w.plan.Source, w.plan.Skill), err)
	}
	c := copier{readOnly: readOnly}
	w.staged = fingerprint(w.plan.Files, sums, c.perm)
	return w.finish(rel, readOnly)
}

// finish puts the links beside the skill's files and seals its directory.
func (w *workspace) finish(rel string, readOnly bool) error {
	var made []int
	var missing []string
	for _, i := range w.plan.links {
		// From the workspace's root, where Windows sees that it is a directory.
		err := linkDir(w.root, linkNames[i].target, path.Join(rel, linkNames[i].name))
		if err != nil && runtime.GOOS == "windows" {
			// Some file systems have no links; the variables lead to the same places.
			missing = append(missing, linkNames[i].name)
			continue
		}
		if err != nil {
			return inputError(path.Join(rel, linkNames[i].name), err)
		}
		made = append(made, i)
	}
	w.plan.links = made
	if len(missing) > 0 {
		w.plan.Warnings = append(w.plan.Warnings,
			"links could not be made: "+strings.Join(missing, ", ")+"; the variables OUTPUT_DIR and WORK_DIR lead there")
	}
	if !readOnly {
		return nil
	}
	return w.root.Chmod(rel, 0o555)
}

// source opens the skill's directory.
func (w *workspace) source() (fsys fs.FS, done func(), err error) {
	if w.plan.Source == "" {
		return w.plan.fsys, func() {}, nil
	}
	root, err := os.OpenRoot(w.plan.Source)
	if err != nil {
		return nil, nil, inputError(w.plan.Source, err)
	}
	return root.FS(), func() { _ = root.Close() }, nil
}

// isCurrent reports whether the session's copy was made from the same source
// and, unless it may be written to, is still what was made.
func (w *workspace) isCurrent(src fs.FS, rel string) bool {
	known, ok := w.plan.session.Skills[w.plan.dirName]
	if !ok || known.Writable != w.plan.Sandbox.SkillRW {
		return false
	}
	sums, err := sumFiles(src, w.plan.Files)
	if err != nil {
		return false
	}
	c := copier{readOnly: !known.Writable}
	w.staged = fingerprint(w.plan.Files, sums, c.perm)
	if w.staged != known.Digest {
		return false
	}
	if known.Writable {
		_, err := w.root.Stat(rel)
		return err == nil
	}
	return stagedFingerprint(w.root, rel, w.plan.links) == w.staged
}

// changed reports whether the staged skill is no longer what was staged.
func (w *workspace) changed() bool {
	rel, _ := w.plan.Workspace.rel(w.plan.Workspace.Skill)
	return stagedFingerprint(w.root, rel, w.plan.links) != w.staged
}

// stageInputs copies the inputs.
func (w *workspace) stageInputs(ctx context.Context) error {
	for _, in := range w.plan.inputs {
		if err := w.stageInput(ctx, in); err != nil {
			return inputError("--input "+in.file.Source, err)
		}
	}
	return nil
}

func (w *workspace) stageInput(ctx context.Context, in stagedInput) error {
	target := path.Join(nameWork, nameInputs, in.rel)
	if err := w.root.MkdirAll(filepath.FromSlash(path.Dir(target)), modeDir); err != nil {
		return inputError(target, err)
	}
	if err := w.root.RemoveAll(filepath.FromSlash(target)); err != nil {
		return inputError(target, err)
	}
	if !in.isDir {
		entry := Entry{Path: path.Base(target), Mode: in.mode, Bytes: in.bytes}
		return w.copyInto(ctx, path.Dir(target), oneFile{in.file.Path}, []Entry{entry})
	}
	if err := w.root.Mkdir(filepath.FromSlash(target), modeDir); err != nil {
		return inputError(target, err)
	}
	src, err := os.OpenRoot(in.file.Path)
	if err != nil {
		return err
	}
	defer func() { _ = src.Close() }()
	return w.copyInto(ctx, target, src.FS(), in.entries)
}

func (w *workspace) copyInto(ctx context.Context, dir string, src fs.FS, entries []Entry) error {
	dst, err := w.root.OpenRoot(filepath.FromSlash(dir))
	if err != nil {
		return inputError(dir, err)
	}
	defer func() { _ = dst.Close() }()
	_, err = copyTree(ctx, dst, src, entries, false)
	return err
}

// oneFile is a file system in which every name is the same file.
type oneFile struct{ path string }

// Open opens the file.
func (o oneFile) Open(string) (fs.File, error) { return os.Open(o.path) }
