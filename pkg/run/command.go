package run

import (
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/skillctl/skillctl/internal/sniff"
)

// Command is what to run: words, quoted one by one, or a line for the shell.
// Exactly one of them is set.
type Command struct {
	Words []string
	Line  string
	Login bool // read the shell's profiles
}

// line is the command line for bash -c.
func (c Command) line() string {
	if c.Line != "" {
		return c.Line
	}
	quoted := make([]string, len(c.Words))
	for i, w := range c.Words {
		quoted[i] = quote(w)
	}
	return strings.Join(quoted, " ")
}

// text is how reports show the command.
func (c Command) text() string { return c.line() }

// quote quotes one word for the shell, where it needs it.
func quote(word string) string {
	if word != "" && strings.Trim(word, plainBytes) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// plainBytes mean themselves anywhere in a command line but as the first
// word, where an equals sign would make an assignment and tilde a home; both
// are therefore not among them.
const plainBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+,"

// shellArgv is the argument list that runs line.
func shellArgv(bash, line string, login bool) []string {
	if login {
		return []string{bash, "--login", "-c", line}
	}
	return []string{bash, "--noprofile", "--norc", "-c", line}
}

// withInterpreter puts the interpreter before a script of the skill that
// lacks the execute bit. Only words are looked at: what a shell line means is
// the shell's business. dir is the working directory inside the skill.
func withInterpreter(c Command, fsys fs.FS, entries []Entry, dir string) Command {
	if len(c.Words) == 0 || !strings.Contains(c.Words[0], "/") || path.IsAbs(c.Words[0]) {
		return c
	}
	name := path.Join(dir, c.Words[0])
	for _, e := range entries {
		if e.Path != name || !e.Mode.IsRegular() || e.Mode&0o100 != 0 {
			continue
		}
		head, err := readHead(fsys, name)
		if err != nil {
			return c
		}
		if argv, ok := sniff.Interpreter(name, head); ok {
			c.Words = append(append([]string{}, argv...), c.Words...)
		}
	}
	return c
}

func readHead(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(io.LimitReader(f, sniff.HeadBytes))
}
