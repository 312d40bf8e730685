// Package linttest tests lint rules on small trees of files that are written
// as one text, so that an example in the documentation is also a test.
//
// A tree is a txtar archive: a line "-- path --" starts each file. A text
// without such a line is the SKILL.md of one skill, whose directory is named
// like the skill. Attributes in parentheses behind the path make what plain
// text cannot:
//
//	-- my-skill/SKILL.md --
//	-- my-skill/scripts/run.sh (0755) --      permission bits
//	-- my-skill/scripts/win.sh (0755 crlf) -- CRLF line ends
//	-- my-skill/notes.md (bom) --             a byte order mark in front
//	-- my-skill/evil.md (escaped) --          \u{202e}, \x00 and \\ are read as escapes
//	-- my-skill/link.md (link) --             symbolic link, the first line is its target
//
// Expectations are comments at the end of the line they are about, removed
// before the linter reads the file:
//
//	name: Wrong_Name # want "lower-case"
//	See [the guide](missing.md). <!-- want "missing.md" -->
//
// A finding that has no such line is expected in the text before the first
// file, where one can also choose the profiles (default: all):
//
//	target core,spec
//	want my-skill/run.sh:1 "carriage return"
//	want my-skill/data.bin "too large"
package linttest
