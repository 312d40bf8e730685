package safefs

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// CheckPath reports whether a slash-separated path below some folder may be
// packed, unpacked or copied. It returns nil or a *[PathError]. A folder is
// given without a trailing slash.
func CheckPath(path string) error {
	rule, detail := checkPath(path)
	if rule == "" {
		return nil
	}
	return &PathError{Path: path, Rule: rule, Detail: detail}
}

func checkPath(path string) (Rule, string) {
	switch {
	case path == "":
		return RuleEmpty, "empty path"
	case !utf8.ValidString(path):
		return RuleNotUTF8, "name is not UTF-8"
	case len(path) > MaxPathBytes:
		return RuleTooLong, fmt.Sprintf("path of %d bytes is longer than %d", len(path), MaxPathBytes)
	case path[0] == '/' || path[0] == '\\' || hasDrive(path):
		return RuleAbsolute, "absolute path"
	}
	elements := strings.Split(path, "/")
	if len(elements) > MaxDepth {
		return RuleTooDeep, fmt.Sprintf("path of %d elements is deeper than %d", len(elements), MaxDepth)
	}
	for _, e := range elements {
		if rule, detail := checkElement(e); rule != "" {
			return rule, detail
		}
	}
	if !filepath.IsLocal(filepath.FromSlash(path)) {
		return RuleDotDot, "path leaves its folder"
	}
	return "", ""
}

func hasDrive(path string) bool {
	return len(path) > 1 && path[1] == ':' && (path[0]|0x20 >= 'a' && path[0]|0x20 <= 'z')
}

func checkElement(e string) (Rule, string) {
	if e == "" {
		return RuleEmpty, "empty path element"
	}
	if rule, detail := checkRunes(e); rule != "" {
		return rule, detail
	}
	switch {
	case strings.Trim(e, ". ") == "":
		return RuleDotDot, fmt.Sprintf("path element %q", e)
	case len(e) > MaxNameBytes:
		return RuleTooLong, fmt.Sprintf("name of %d bytes is longer than %d", len(e), MaxNameBytes)
	case unicode.IsSpace(first(e)) || unicode.IsSpace(last(e)):
		return RuleSpace, fmt.Sprintf("%q starts or ends with a space", e)
	case strings.HasSuffix(e, "."):
		return RuleTrailingDot, fmt.Sprintf("%q ends with a dot, which Windows drops", e)
	case isDevice(e):
		return RuleWindowsName, fmt.Sprintf("%q is a device on Windows", e)
	case strings.EqualFold(e, Reserved):
		return RuleReserved, fmt.Sprintf("%q is reserved for the cache", e)
	}
	return "", ""
}

func checkRunes(e string) (Rule, string) {
	for _, r := range e {
		switch {
		case r == '\\':
			return RuleBackslash, "backslash in a name, which is a separator on Windows"
		case unicode.Is(unicode.C, r) || r == '\u2028' || r == '\u2029':
			return RuleControl, fmt.Sprintf("control or invisible character U+%04X in a name", r)
		case strings.ContainsRune(`:*?"<>|`, r):
			return RuleCharacter, fmt.Sprintf("character %q in a name, which Windows does not allow", r)
		}
	}
	return "", ""
}

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func last(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// GitFolder returns the part of a path that leads to a folder or file of git's
// own (".git", in whatever letter case, or its short name on Windows). Nothing
// below it is part of a skill, and its settings name programs that git starts:
// it is not unpacked.
func GitFolder(path string) (folder string, ok bool) {
	end := 0
	for e := range strings.SplitSeq(path, "/") {
		end += len(e)
		if strings.EqualFold(e, ".git") || strings.EqualFold(e, "git~1") {
			return path[:end], true
		}
		end++
	}
	return "", false
}

// isDevice reports names that Windows takes for a device, with or without an
// extension: NUL, con.txt, COM1 to COM9 and LPT1 to LPT9, the digits also as
// superscripts.
func isDevice(e string) bool {
	stem, _, _ := strings.Cut(e, ".")
	stem = strings.ToUpper(strings.TrimRight(stem, " "))
	switch stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	rest, ok := strings.CutPrefix(stem, "COM")
	if !ok {
		rest, ok = strings.CutPrefix(stem, "LPT")
	}
	return ok && utf8.RuneCountInString(rest) == 1 && strings.ContainsAny(rest, "123456789¹²³")
}
