package parse

// visit hands a skill that was just read to [ScanOptions.Visit] and keeps what
// that returns.
func (f *finding) visit(visit func(*Skill) *Skill) {
	f.skill.Root = f.root
	if visit != nil {
		f.skill = visit(f.skill)
	}
}

// Summary is the skill without what stands in its files: Name, Description,
// Path, Dir, DirName, FileName, FS, Root and Skip are left. Source, Lines,
// Frontmatter and the diagnostics are gone, and what methods derive from them
// is empty. It lets a catalog of many thousand skills fit in memory.
func (s *Skill) Summary() *Skill {
	return &Skill{
		Name: s.Name, Description: s.Description,
		Path: s.Path, Dir: s.Dir, DirName: s.DirName, FileName: s.FileName, FS: s.FS,
		Root: s.Root, Skip: s.Skip, Lines: NewLines(nil),
	}
}
