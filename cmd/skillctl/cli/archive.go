package cli

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
	"github.com/skillctl/skillctl/pkg/parse"
)

// archiveContent is an archive that was read, with the identity of each skill.
type archiveContent struct {
	name     string // as given
	manifest *pack.Manifest
	skills   []archivedSkill
}

// archivedSkill is a skill in an archive.
type archivedSkill struct {
	name, description, version string
	dir                        string // in the archive, "." for its root
	content                    digest.Digest
	files                      []pack.File
}

// readArchive unpacks an archive into a temporary folder, which is gone when
// it returns: that is how its skills get their identity.
func (a *app) readArchive(ctx context.Context, file string, o pack.ReadOptions) (_ *archiveContent, err error) {
	const hint = "make room in the temporary directory, or choose another one with TMPDIR (TMP on Windows)"
	tmp, err := os.MkdirTemp("", "skillctl-read-")
	if err != nil {
		return nil, fail(codeUnreadable, hint, "%s: cannot be unpacked: %s: %w", file, os.TempDir(), plainCause(err))
	}
	defer func() { err = errors.Join(err, safefs.RemoveAll(tmp)) }()
	dst := filepath.Join(tmp, "root")
	m, err := pack.ExtractFile(ctx, a.abs(file), dst, o)
	if safefs.IsFull(err) {
		return nil, fail(codeUnreadable, hint, "%s: cannot be unpacked: %s: %w", file, os.TempDir(), syscall.ENOSPC)
	}
	if err != nil {
		return nil, err
	}
	read := &archiveContent{name: file, manifest: m}
	for _, ref := range outermost(m.Skills) {
		fsys := os.DirFS(filepath.Join(dst, filepath.FromSlash(ref.Dir)))
		s := archivedSkill{dir: ref.Dir}
		skill := parse.Load(fsys, path.Base(ref.Path), parse.Options{DirName: path.Base(ref.Dir)})
		s.name, s.description, s.version = skill.Name, skill.Description, pack.Version(skill)
		if s.content, s.files, err = pack.ContentDigest(ctx, fsys); err != nil {
			return nil, err
		}
		read.skills = append(read.skills, s)
	}
	return read, nil
}

// outermost leaves out skills that lie in the folder of another one: they are
// files of that skill.
func outermost(refs []pack.SkillRef) []pack.SkillRef {
	dirs := map[string]bool{}
	for _, r := range refs {
		dirs[r.Dir] = true
	}
	return slices.DeleteFunc(slices.Clone(refs), func(r pack.SkillRef) bool {
		for dir := r.Dir; dir != "."; {
			if dir = path.Dir(dir); dirs[dir] {
				return true
			}
		}
		return false
	})
}
