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
//	-- my-skill/scripts/win.sh (0755, crlf) -- CRLF line ends
//	-- my-skill/notes.md (bom) --             a byte order mark in front
//	-- my-skill/evil.md (escaped) --          \u{202e}, \x00 and \\ are read as escapes
//	-- my-skill/link.md (link) --             symbolic link, the first line is its target
//	-- my-skill/big.txt (2000000 bytes) --    the text repeated up to that size
//	-- my-skill/half.md (no newline) --       without the last line end
//
// Several attributes are separated by commas: (0755, crlf).
//
// Expectations are comments at the end of the line they are about, removed
// before the linter reads the file:
//
//	name: Wrong_Name # want "lower-case"
//	See [the guide](missing.md). <!-- want "missing.md" -->
//
// They are patterns for "severity: message", so that `want "^info: "` tells a
// remark from a warning.
//
// A finding that has no such line is expected in the text before the first
// file, where one can also choose the profiles (default: all):
//
//	target core,spec
//	want my-skill/run.sh:1 "carriage return"
//	want my-skill/data.bin "too large"
package linttest

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"testing/fstest"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
)

// Tree is a parsed text.
type Tree struct {
	Comment string // what stands before the first file
	FS      fstest.MapFS
}

// ParseTree reads a tree; see the package's documentation.
func ParseTree(text string) (*Tree, error) {
	archive := txtar.Parse([]byte(text))
	if len(archive.Files) == 0 {
		file := txtar.File{Name: skillName(text) + "/SKILL.md", Data: archive.Comment}
		archive = &txtar.Archive{Files: []txtar.File{file}}
	}
	t := &Tree{Comment: string(archive.Comment), FS: fstest.MapFS{}}
	for _, f := range archive.Files {
		if err := t.add(f); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return t, nil
}

// skillName is the name that a lone SKILL.md gives itself.
func skillName(text string) string {
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "name:"); ok {
			name, _, _ = strings.Cut(name, " #")
			name = strings.Trim(name, " \t\r\n\"'")
			if name != "" && name != "." && name != ".." && !strings.ContainsAny(name, "/\\") && utf8.ValidString(name) {
				return name
			}
		}
	}
	return "my-skill"
}

// add puts one file of the archive in the tree.
func (t *Tree) add(f txtar.File) error {
	name, attributes := f.Name, ""
	if i := strings.LastIndex(name, " ("); i > 0 && strings.HasSuffix(name, ")") {
		name, attributes = name[:i], name[i+2:len(name)-1]
	}
	if attributes == "dir" {
		t.FS[name] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
		return nil
	}
	file := &fstest.MapFile{Data: f.Data, Mode: 0o644}
	for word := range strings.SplitSeq(attributes, ",") {
		if err := set(file, strings.TrimSpace(word)); err != nil {
			return err
		}
	}
	if !fs.ValidPath(name) || path.Clean(name) != name {
		return fmt.Errorf("path is not clean")
	}
	t.FS[name] = file
	return nil
}

// set applies one attribute.
func set(file *fstest.MapFile, word string) error {
	switch word {
	case "":
	case "crlf":
		file.Data = bytes.ReplaceAll(file.Data, []byte("\n"), []byte("\r\n"))
	case "bom":
		file.Data = append([]byte("\xef\xbb\xbf"), file.Data...)
	case "no newline":
		file.Data = bytes.TrimSuffix(file.Data, []byte("\n"))
	case "escaped":
		data, err := unescape(string(file.Data))
		file.Data = []byte(data)
		return err
	case "link":
		file.Mode = fs.ModeSymlink | 0o777
		file.Data = bytes.TrimSpace(file.Data)
	default:
		return setNumber(file, word)
	}
	return nil
}

func setNumber(file *fstest.MapFile, word string) error {
	if size, ok := strings.CutSuffix(word, " bytes"); ok {
		n, err := strconv.Atoi(size)
		if err != nil || len(file.Data) == 0 {
			return fmt.Errorf("attribute %q: needs a number and a text", word)
		}
		file.Data = bytes.Repeat(file.Data, n/len(file.Data)+1)[:n]
		return nil
	}
	mode, err := strconv.ParseUint(word, 8, 32)
	if err != nil {
		return fmt.Errorf("unknown attribute %q", word)
	}
	file.Mode = fs.FileMode(mode) & fs.ModePerm
	return nil
}

// unescape reads \u{1f600}, \x1b, \r, \t and \\ as what they stand for.
func unescape(s string) (string, error) {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			b.WriteString(s)
			return b.String(), nil
		}
		b.WriteString(s[:i])
		rest := s[i+1:]
		switch {
		case strings.HasPrefix(rest, "u{") && strings.Contains(rest, "}"):
			end := strings.IndexByte(rest, '}')
			n, err := strconv.ParseUint(rest[2:end], 16, 32)
			if err != nil {
				return "", err
			}
			b.WriteRune(rune(n))
			s = rest[end+1:]
		case rest[0] == 'x' && len(rest) >= 3:
			n, err := strconv.ParseUint(rest[1:3], 16, 8)
			if err != nil {
				return "", err
			}
			b.WriteByte(byte(n))
			s = rest[3:]
		case rest[0] == 'r':
			b.WriteByte('\r')
			s = rest[1:]
		case rest[0] == 't':
			b.WriteByte('\t')
			s = rest[1:]
		default:
			b.WriteByte(rest[0])
			s = rest[1:]
		}
	}
}
