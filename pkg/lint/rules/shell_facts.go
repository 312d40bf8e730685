package rules

import (
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"github.com/skillctl/skillctl/internal/needle"
)

// factKind sorts what a stretch of shell does.
type factKind uint8

const (
	downloadAndRun factKind = iota + 1 // curl … | sh and its relatives
	sendsSecret                        // a secret is read and sent out in one pipeline
	reverseShell                       // a shell wired to a socket
	destructive                        // wipes a disk, a home or the root, or bombs
	persists                           // installs something that runs later
	privileges                         // sets a setuid bit, opens a file to all
	prompts                            // waits for somebody at the keyboard
	unasked                            // starts an agent that asks nobody
)

// fact is one thing that shell code does, with the byte range of the command
// in the code.
type fact struct {
	kind       factKind
	start, end int
	detail     string // the command or path in question
	url        string // of a download, when it is written out
}

// shellFacts parses code as bash and lists what it does that a reviewer wants
// to know. Code that does not parse has no facts: what follows a syntax error
// would be guesses.
func shellFacts(code string) []fact {
	if !factWords().Any([]byte(code)) {
		return nil
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(code), "")
	if err != nil {
		return nil
	}
	w := &factWalker{}
	syntax.Walk(file, w.visit)
	return w.facts
}

// factWords are literals without one of which code cannot have a fact.
var factWords = sync.OnceValue(func() *needle.Set {
	return needle.NewSet(
		"curl", "wget", "fetch", "iwr", "/dev/tcp", "/dev/udp", "nc ", "ncat", "socat", "rm ", "dd ", "mkfs", "crontab", "systemctl",
		"launchctl", ".bashrc", ".zshrc", ".profile", "authorized_keys", "chmod", "read ", "select ", ":|:",
		"--dangerously-", "--yolo",
	)
})

type factWalker struct{ facts []fact }

func (w *factWalker) add(n syntax.Node, kind factKind, detail, url string) {
	w.facts = append(w.facts, fact{
		kind: kind, start: int(n.Pos().Offset()), end: int(n.End().Offset()), detail: detail, url: url,
	})
}

func (w *factWalker) visit(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.BinaryCmd:
		if n.Op == syntax.Pipe || n.Op == syntax.PipeAll {
			w.pipeline(n)
		}
	case *syntax.Stmt:
		w.redirects(n)
	case *syntax.CallExpr:
		w.call(n)
	case *syntax.FuncDecl:
		if bomb(n) {
			w.add(n, destructive, "fork bomb", "")
		}
	}
	return true
}

// pipeline judges a | b. Both sides may be pipelines themselves; the walker
// comes by the inner ones on its own.
func (w *factWalker) pipeline(p *syntax.BinaryCmd) {
	right := firstCall(p.Y)
	if right == nil {
		return
	}
	name, args := words(right)
	left := calls(p.X)
	switch {
	case runsInput(name, args):
		if url, ok := downloads(left); ok {
			w.add(p, downloadAndRun, name, url)
		}
	case sends(name, args):
		if secret := readsSecret(left); secret != "" {
			w.add(p, sendsSecret, secret, "")
		}
	}
}

// call judges one simple command.
func (w *factWalker) call(c *syntax.CallExpr) {
	name, args := words(c)
	if name == "" {
		return
	}
	if i := slices.IndexFunc(args, skipsApproval); i >= 0 {
		w.add(c, unasked, name+" "+args[i], "")
	}
	switch name {
	case "bash", "sh", "zsh", "eval", "source", ".", "python", "python3", "node", "perl", "ruby":
		if url, ok := substitutedDownload(c); ok {
			w.add(c, downloadAndRun, name, url)
		}
	case "curl", "wget":
		if secret := uploadsSecret(args); secret != "" {
			w.add(c, sendsSecret, secret, "")
		}
	case "nc", "ncat", "netcat":
		if has(args, "-e") || has(args, "-c") {
			w.add(c, reverseShell, name, "")
		}
	case "socat":
		if strings.Contains(strings.ToUpper(strings.Join(args, " ")), "EXEC:") {
			w.add(c, reverseShell, name, "")
		}
	case "read", "rm", "dd", "crontab", "chmod":
		w.builtin(c, name, args)
	default:
		if strings.HasPrefix(name, "mkfs") && len(args) > 0 && strings.HasPrefix(args[len(args)-1], "/dev/") {
			w.add(c, destructive, name, "")
		}
	}
}

// builtin judges the commands that are dangerous by their arguments.
func (w *factWalker) builtin(c *syntax.CallExpr, name string, args []string) {
	switch name {
	case "read":
		if hasFlag(args, 'p') {
			w.add(c, prompts, "read -p", "")
		}
	case "rm":
		if t := wipes(args); t != "" {
			w.add(c, destructive, "rm -rf "+t, "")
		}
	case "crontab":
		if !has(args, "-l") && len(args) > 0 {
			w.add(c, persists, "crontab", "")
		}
	case "dd":
		if i := slices.IndexFunc(args, writesDisk); i >= 0 {
			w.add(c, destructive, "dd "+args[i], "")
		}
	case "chmod":
		if i := slices.IndexFunc(args, setsUser); i >= 0 {
			w.add(c, privileges, "chmod "+args[i], "")
		}
	}
}

// writesDisk reports whether an argument of dd names a disk to write on.
func writesDisk(a string) bool {
	return strings.HasPrefix(a, "of=/dev/sd") || strings.HasPrefix(a, "of=/dev/nvme") || strings.HasPrefix(a, "of=/dev/disk")
}

// setsUser reports whether a mode sets the setuid bit.
func setsUser(a string) bool {
	return a == "u+s" || a == "+s" || len(a) == 4 && a[0] == '4' && strings.Trim(a, "01234567") == ""
}

// redirects judges where a statement's streams go.
func (w *factWalker) redirects(s *syntax.Stmt) {
	for _, r := range s.Redirs {
		to := literal(r.Word)
		switch {
		case strings.HasPrefix(to, "/dev/tcp/"), strings.HasPrefix(to, "/dev/udp/"):
			if call, ok := s.Cmd.(*syntax.CallExpr); ok {
				if name, _ := words(call); isShell(name) {
					w.add(s, reverseShell, to, "")
				}
			}
		case r.Op != syntax.AppOut && r.Op != syntax.RdrOut:
		case startupFile(to):
			w.add(s, persists, to, "")
		}
	}
}
