package lint

import (
	"path"
	"sort"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/pkg/parse"
)

// fileSet holds the files of one skill, listed when first asked for.
type fileSet struct {
	skill *parse.Skill
	self  func() *File
	load  func()
	memo  memo

	// Set by load.
	files    []*File
	problems []parse.Diagnostic
	cut      int // files beyond [MaxSkillFiles]
}

func newFileSet(skill *parse.Skill) *fileSet {
	s := &fileSet{skill: skill, memo: memo{}}
	s.self = sync.OnceValue(func() *File {
		r := parse.Resource{Path: skill.FileName, Kind: parse.Doc, Bytes: int64(len(skill.Source))}
		f := newFile(r, skill.Path, func() content { return content{bytes: skill.Source, head: skill.Source} })
		f.lines = func() *parse.Lines { return skill.Lines }
		f.markdown = skill.Markdown
		return f
	})
	s.load = sync.OnceFunc(s.listFiles)
	return s
}

// listFiles makes the files of what the skill's directory holds.
func (s *fileSet) listFiles() {
	if s.skill.FS == nil {
		return
	}
	resources, problems := s.skill.Resources()
	s.problems = problems
	if len(resources) > MaxSkillFiles {
		s.cut = len(resources) - MaxSkillFiles
		resources = resources[:MaxSkillFiles]
	}
	for _, r := range resources {
		s.files = append(s.files, newFile(r, s.display(r.Path), reader(s.skill.FS, r)))
	}
	sort.Slice(s.files, func(i, j int) bool { return s.files[i].Path < s.files[j].Path })
}

func (s *fileSet) skillFile() *File { return s.self() }

func (s *fileSet) list() []*File {
	s.load()
	return s.files
}

// diagnostics are those of listing the files.
func (s *fileSet) diagnostics() []parse.Diagnostic {
	s.load()
	return s.problems
}

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

// byDisplay finds a file by the path that reports show, or nil.
func (s *fileSet) byDisplay(display string) *File {
	if f := s.skillFile(); f.Display == display {
		return f
	}
	for _, f := range s.list() {
		if f.Display == display {
			return f
		}
	}
	return nil
}
