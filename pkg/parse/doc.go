// Package parse reads skills: bytes or an [io/fs.FS] become a [Skill] in which
// every name, value, link and heading knows where it stands in its file.
//
// A skill is a directory with a SKILL.md: YAML frontmatter between two lines
// of three hyphens, then a Markdown body. Reading is lenient, as clients are:
// what a client would still load is loaded, and whatever had to be tolerated,
// repaired or guessed is a [Diagnostic] with line and column. Judging is the
// business of package lint, which works on the same values.
//
// The package is the program's only reader of frontmatter, its only fence
// routine and the only owner of the YAML library.
package parse
