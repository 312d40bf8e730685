// Package sniff tells what kind of file one is: MIME type, text or binary,
// and which interpreter runs it.
//
// The bytes decide first, through mimetype, which knows executables, archives,
// images and office files. Text formats have no magic bytes, so for text the
// name decides: Markdown, YAML, Python, and so on. A shebang wins over both
// when the question is who runs the file.
package sniff

import (
	"bytes"
	"path"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

// HeadBytes is how much of the beginning of a file [Detect] looks at.
const HeadBytes = 3072

// Info is what the name and the first bytes of a file tell.
type Info struct {
	// MIME is the media type, with "; charset=utf-8" for text in UTF-8.
	MIME string
	// Text says that the bytes are text in some encoding; an empty file is.
	Text bool
	// Shebang is the first line behind "#!", trimmed, or "".
	Shebang string
	// Interpreter is the base name of the program that runs the file, such as
	// "python3", or "" for a file that is no script.
	Interpreter string
}

// Detect looks at a file's name and its first [HeadBytes] bytes; fewer when
// the file is shorter. It never fails.
func Detect(name string, head []byte) Info {
	if len(head) > HeadBytes {
		head = head[:HeadBytes]
	}
	m := mimetype.Detect(head)
	info := Info{MIME: m.String(), Text: isText(m), Shebang: shebang(head)}
	if info.Text {
		info.MIME = textType(name, info.MIME)
		if argv, ok := Interpreter(name, head); ok {
			info.Interpreter = path.Base(argv[0])
		}
	}
	return info
}

func isText(m *mimetype.MIME) bool {
	for ; m != nil; m = m.Parent() {
		if m.Is("text/plain") {
			return true
		}
	}
	return false
}

// textType names a text by its extension; what the library guesses from
// words (CSV because of commas, say) is only used for names that tell nothing.
func textType(name, guess string) string {
	kind, ok := textTypes[extension(name)]
	if !ok {
		return guess
	}
	if _, params, ok := strings.Cut(guess, ";"); ok {
		return kind + ";" + params
	}
	return kind + "; charset=utf-8"
}

func extension(name string) string { return strings.ToLower(path.Ext(path.Base(name))) }

// textTypes are the media types of text files that skills hold.
var textTypes = map[string]string{
	".md": "text/markdown", ".markdown": "text/markdown", ".mdx": "text/markdown",
	".txt": "text/plain", ".log": "text/plain", ".rst": "text/x-rst",
	".yaml": "application/yaml", ".yml": "application/yaml", ".toml": "application/toml",
	".json": "application/json", ".jsonl": "application/x-ndjson", ".csv": "text/csv", ".tsv": "text/tab-separated-values",
	".py": "text/x-python", ".js": "text/javascript", ".mjs": "text/javascript", ".cjs": "text/javascript",
	".ts": "text/x-typescript", ".tsx": "text/x-typescript", ".jsx": "text/javascript",
	".sh": "text/x-shellscript", ".bash": "text/x-shellscript", ".zsh": "text/x-shellscript",
	".rb": "text/x-ruby", ".pl": "text/x-perl", ".lua": "text/x-lua", ".php": "text/x-php", ".r": "text/x-r",
	".ps1": "text/x-powershell", ".go": "text/x-go", ".rs": "text/x-rust", ".java": "text/x-java",
	".c": "text/x-c", ".h": "text/x-c", ".cpp": "text/x-c++", ".sql": "application/sql",
	".html": "text/html", ".htm": "text/html", ".css": "text/css", ".xml": "text/xml", ".svg": "image/svg+xml",
}

// interpreters run the scripts of an extension that have no shebang.
var interpreters = map[string][]string{
	".py": {"python3"}, ".sh": {"bash"}, ".bash": {"bash"}, ".zsh": {"zsh"}, ".fish": {"fish"},
	".js": {"node"}, ".mjs": {"node"}, ".cjs": {"node"}, ".ts": {"npx", "tsx"}, ".rb": {"ruby"}, ".pl": {"perl"},
	".php": {"php"}, ".lua": {"lua"}, ".r": {"Rscript"}, ".ps1": {"pwsh", "-File"}, ".awk": {"awk", "-f"},
}

// Interpreter is the command line, without the file, that runs a script: from
// its shebang, with env resolved, or else from its extension.
func Interpreter(name string, head []byte) (argv []string, ok bool) {
	if words := strings.Fields(shebang(head)); len(words) > 0 {
		if argv = resolveEnv(words); len(argv) > 0 {
			return argv, true
		}
	}
	argv, ok = interpreters[extension(name)]
	return append([]string(nil), argv...), ok
}

// shebang is the text behind "#!" on the first line. Two beginnings look like
// one and are not: "#![" starts an attribute in Rust, and "#!" before a space
// and no path is a comment.
func shebang(head []byte) string {
	rest, ok := bytes.CutPrefix(head, []byte("#!"))
	if !ok {
		return ""
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	text := strings.TrimSpace(string(line))
	if !strings.HasPrefix(text, "/") || strings.ContainsRune(text, 0) {
		return ""
	}
	return text
}

// resolveEnv drops /usr/bin/env with its options and assignments, so that
// "/usr/bin/env -S uv run" gives "uv run".
func resolveEnv(words []string) []string {
	if path.Base(words[0]) != "env" {
		return words
	}
	words = words[1:]
	for len(words) > 0 {
		word := words[0]
		switch {
		case word == "-u" || word == "-C" || word == "--unset" || word == "--chdir":
			words = words[min(2, len(words)):]
		case strings.HasPrefix(word, "-S") && len(word) > 2:
			words = append([]string{word[2:]}, words[1:]...)
		case strings.HasPrefix(word, "-") || strings.Contains(word, "="):
			words = words[1:]
		default:
			return words
		}
	}
	return nil
}
