package cache

import (
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
	"github.com/skillctl/skillctl/pkg/parse"
)

const skillFile = "SKILL.md"

// single takes a bare SKILL.md: it becomes the one file of a skill whose
// folder is named after its frontmatter.
func (b base) single(in io.Reader, head []byte, name string, w *work) (*fetched, error) {
	limit := min(int64(parse.MaxFileBytes), b.limits().File)
	data, err := io.ReadAll(io.LimitReader(io.MultiReader(bytesOf(head), in), limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, failed(ErrRefused, "", "%s: more than %d bytes", skillFile, limit)
	}
	dir, err := folderName(data, name)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(w.root(), dir), 0o755); err != nil {
		return nil, err
	}
	file := pack.File{Path: dir + "/" + skillFile, Bytes: int64(len(data)), Mode: pack.Plain, Digest: digest.Bytes(data)}
	if err := os.WriteFile(filepath.Join(w.root(), filepath.FromSlash(file.Path)), data, 0o644); err != nil {
		return nil, err
	}
	if err := os.Chmod(w.root(), 0o700); err != nil {
		return nil, err
	}
	return &fetched{files: []pack.File{file}, digest: file.Digest, archiveBytes: file.Bytes}, nil
}

// folderName is the name of the skill, else of the folder it was served from.
func folderName(data []byte, name string) (string, error) {
	s := parse.Parse(data, parse.Options{Path: skillFile, FileName: skillFile})
	if s.Skip != nil {
		return "", &pack.Error{Entry: skillFile, Rule: pack.RuleNoSkill, Detail: "no skill loads: " + s.Skip.Message}
	}
	dir := s.Name
	if dir == "" {
		dir = path.Base(path.Dir(path.Clean("/" + filepath.ToSlash(name))))
		if safefs.CheckPath(dir) != nil {
			dir = "skill"
		}
	}
	if err := safefs.CheckPath(dir); err != nil || path.Base(dir) != dir {
		return "", &pack.Error{Entry: skillFile, Rule: pack.RuleSkillName, Detail: fmt.Sprintf("the skill's name %q is no safe folder name", dir), Err: err}
	}
	return dir, nil
}
