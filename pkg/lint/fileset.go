package lint

import (
	"path"
	"sort"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/pkg/parse"
)

// fileSet holds the files of one skill.
type fileSet struct {
	skill *parse.Skill
	self  func() *File
	load  func() []*File
	memo  memo
}

func newFileSet(skill *parse.Skill, load func(*fileSet) []*File) *fileSet {
	s := &fileSet{skill: skill}
	s.self = sync.OnceValue(func() *File {
		r := parse.Resource{Path: skill.FileName, Kind: parse.Doc, Bytes: int64(len(skill.Source))}
		f := newFile(r, skill.Path, func() ([]byte, error) { return skill.Source, nil })
		f.lines = func() *parse.Lines { return skill.Lines }
		return f
	})
	s.load = sync.OnceValue(func() []*File { return load(s) })
	return s
}

func (s *fileSet) skillFile() *File { return s.self() }

func (s *fileSet) list() []*File { return s.load() }

// find looks a path up; the files are sorted by path.
func (s *fileSet) find(name string) (*File, bool) {
	if name == s.skill.FileName {
		return s.self(), true
	}
	files := s.list()
	i := sort.Search(len(files), func(i int) bool { return files[i].Path >= name })
	if i < len(files) && files[i].Path == name {
		return files[i], true
	}
	return nil, false
}

// display is the path of a file of the skill as reports show it.
func (s *fileSet) display(name string) string {
	dir := path.Dir(s.skill.Path)
	if dir == "." && !strings.HasPrefix(s.skill.Path, "./") {
		return name
	}
	return path.Join(dir, name)
}
