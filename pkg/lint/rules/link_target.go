package rules

import (
	"net/url"
	"path"
	"strings"
)

// targetKind sorts the destinations of links.
type targetKind uint8

const (
	targetPath        targetKind = iota // a relative path, to be looked up
	targetFragment                      // #heading of the same file
	targetURL                           // a scheme, mailto: and the like included
	targetPlaceholder                   // not meant to resolve: <x>, {x}, *, $VAR, …
	targetFileURL                       // file:///…
	targetMachine                       // an absolute path of one machine, or below a home
	targetSite                          // an absolute path that may be one of a web site
)

// target is the destination of a link, taken apart.
type target struct {
	kind     targetKind
	path     string // decoded, slash-separated, cleaned; "" when the kind has none
	raw      string // the destination as written, without fragment and query
	fragment string // decoded, without #
	dir      bool   // written with a final slash
	back     bool   // written with backslashes
}

// parseTarget takes the destination of a Markdown link apart.
func parseTarget(dest string) target {
	t := target{raw: dest}
	switch {
	case dest == "":
		t.kind = targetPlaceholder
		return t
	case strings.HasPrefix(dest, "file:"):
		t.kind = targetFileURL
		return t
	case isPlaceholder(dest):
		t.kind = targetPlaceholder
		return t
	case windowsPath(dest):
		t.kind = targetMachine
		return t
	case hasScheme(dest), strings.HasPrefix(dest, "//"):
		t.kind = targetURL
		return t
	}
	rest, fragment, _ := strings.Cut(dest, "#")
	t.fragment = unescape(fragment)
	rest, _, _ = strings.Cut(rest, "?")
	t.raw = rest
	if strings.Contains(rest, `\`) {
		t.back = true
		rest = strings.ReplaceAll(rest, `\`, "/")
	}
	rest = unescape(rest)
	switch {
	case rest == "" && t.fragment == "":
		t.kind = targetPlaceholder
	case rest == "":
		t.kind = targetFragment
	case strings.HasPrefix(rest, "~/"), personalPath(rest):
		t.kind = targetMachine
	case strings.HasPrefix(rest, "/"):
		t.kind = targetSite
	default:
		t.dir = strings.HasSuffix(rest, "/")
		t.path = path.Clean(rest)
	}
	return t
}

func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	if u, err := url.PathUnescape(s); err == nil {
		return u
	}
	return s
}

// windowsPath reports whether s begins with a drive, such as C:\ or C:/.
func windowsPath(s string) bool {
	return len(s) > 2 && s[1] == ':' && (s[2] == '\\' || s[2] == '/') && (s[0]|0x20) >= 'a' && (s[0]|0x20) <= 'z'
}

func hasScheme(s string) bool {
	i := strings.IndexByte(s, ':')
	if i < 2 {
		return false
	}
	for _, c := range []byte(s[:i]) {
		if !(c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.') {
			return false
		}
	}
	return true
}

// isPlaceholder reports whether a destination or path stands for something
// that its reader is to fill in.
func isPlaceholder(s string) bool {
	if strings.ContainsAny(s, "<>{}*$|…") || strings.Contains(s, "...") || strings.Contains(s, "[") {
		return true
	}
	lower := strings.ToLower(s)
	for _, word := range []string{"path/to/", "your-", "your_", "example.", "xxx", "yyyy-mm", "placeholder", "foo.", "foo/", "bar."} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	switch strings.Trim(lower, "#/.") {
	case "url", "link", "path", "file", "href", "target", "todo", "tbd", "text", "relative/path", "image-url", "filename":
		return true
	}
	return false
}
