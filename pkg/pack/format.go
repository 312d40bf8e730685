package pack

import (
	"bytes"
	"context"
	"errors"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/mholt/archives"
)

// Format is a container format. Its text is the file name extension without
// the leading dot.
type Format string

// The formats. A .skill file is a zip.
const (
	Tar     Format = "tar"
	TarGzip Format = "tar.gz"
	TarZstd Format = "tar.zst"
	Zip     Format = "zip"
	Skill   Format = "skill" // written only: a zip under another extension
)

// Formats are the formats that [Pack.Write] makes, the default first.
func Formats() []Format { return []Format{TarGzip, Zip, Skill, TarZstd} }

// FormatOf is the format that a file's name asks for, "" when none. It is the
// one list of the extensions that archives have.
func FormatOf(name string) Format {
	for _, f := range append(Formats(), Tar) {
		if strings.HasSuffix(strings.ToLower(name), "."+string(f)) {
			return f
		}
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".tgz":
		return TarGzip
	case ".tzst":
		return TarZstd
	}
	return ""
}

// headSize is how many leading bytes [Identify] looks at.
const headSize = 4096

const tarBlock = 512

var (
	magicZip      = []byte("PK\x03\x04")
	magicZipEmpty = []byte("PK\x05\x06")
	magicGzip     = []byte{0x1f, 0x8b}
	magicZstd     = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// Identify tells an archive's format from its first bytes (4 KiB, or all of a
// shorter file); its name plays no part. The error is a [*FormatError] that
// names what the bytes are instead.
func Identify(head []byte) (Format, error) {
	switch {
	case bytes.HasPrefix(head, magicZip):
		return Zip, nil
	case bytes.HasPrefix(head, magicGzip):
		return TarGzip, nil
	case bytes.HasPrefix(head, magicZstd), isSkippable(head):
		return TarZstd, nil
	case bytes.HasPrefix(head, magicZipEmpty):
		return "", refuse("", RuleEmpty, "the zip has no entries")
	case isTarHeader(head):
		return Tar, nil
	}
	return "", &FormatError{Found: describe(head)}
}

// isSkippable reports one of the frames that zstd decoders pass over; pzstd
// begins its files with one.
func isSkippable(head []byte) bool {
	return len(head) >= 4 && head[0]&0xf0 == 0x50 && bytes.Equal(head[1:4], []byte{0x2a, 0x4d, 0x18})
}

// isTarHeader reports whether b begins with a tar header: only its checksum
// tells, because the oldest form has no magic.
func isTarHeader(b []byte) bool {
	if len(b) < tarBlock {
		return false
	}
	want, ok := tarNumber(b[148:156])
	return ok && want != 0 && want == tarChecksum(b)
}

// tarChecksum is the sum of a header's bytes, its checksum field read as
// blanks.
func tarChecksum(block []byte) int64 {
	var sum int64
	for i, c := range block[:tarBlock] {
		if 148 <= i && i < 156 {
			c = ' '
		}
		sum += int64(c)
	}
	return sum
}

// describe names what bytes are that are no supported archive.
func describe(head []byte) string {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	lower := bytes.ToLower(text[:min(len(text), 32)])
	switch {
	case len(head) == 0:
		return "an empty file"
	case bytes.HasPrefix(lower, []byte("<!doctype")), bytes.HasPrefix(lower, []byte("<html")):
		return "an HTML page (a login or error page?)"
	case bytes.HasPrefix(lower, []byte("---")):
		return "a text file that begins like a SKILL.md"
	}
	if name := foreignFormat(head); name != "" {
		return "a file of the format " + name
	}
	if utf8.Valid(head[:max(0, len(head)-utf8.UTFMax)]) && !bytes.ContainsRune(head, 0) {
		return "a text file"
	}
	return "a file of an unknown format"
}

// foreignFormat names the other archive and compression formats. The library
// looks at bounded leading bytes only, and its verdict is never acted upon: it
// makes an error better. Brotli has no magic, so its match proves nothing.
func foreignFormat(head []byte) (name string) {
	defer func() {
		if recover() != nil { // decoders of rare formats, fed arbitrary bytes
			name = ""
		}
	}()
	f, _, err := archives.Identify(context.Background(), "", bytes.NewReader(head))
	if err != nil || errors.Is(err, archives.NoMatch) || strings.Contains(f.Extension(), ".br") {
		return ""
	}
	return strings.TrimPrefix(f.Extension(), ".")
}
