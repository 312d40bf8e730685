package rules

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// words are the name and the arguments of a simple command, as far as they
// are written out; sudo, env, exec and the like are looked through.
func words(c *syntax.CallExpr) (name string, args []string) {
	var all []string
	for _, a := range c.Args {
		all = append(all, literal(a))
	}
	for len(all) > 0 && wrapper(all[0]) {
		all = all[1:]
		for len(all) > 0 && (strings.HasPrefix(all[0], "-") || strings.Contains(all[0], "=")) {
			all = all[1:]
		}
	}
	if len(all) == 0 {
		return "", nil
	}
	name = all[0]
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		name = name[i+1:]
	}
	return name, all[1:]
}

func wrapper(name string) bool {
	switch name {
	case "sudo", "env", "exec", "command", "nohup", "time", "doas":
		return true
	}
	return false
}

// literal is the text of a word; parts that only a running shell knows stand
// as "$".
func literal(w *syntax.Word) string {
	if w == nil {
		return ""
	}
	var b strings.Builder
	writeParts(&b, w.Parts)
	return b.String()
}

func writeParts(b *strings.Builder, parts []syntax.WordPart) {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			b.WriteString(p.Value)
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			writeParts(b, p.Parts)
		case *syntax.ParamExp:
			b.WriteByte('$')
			if p.Param != nil {
				b.WriteString(p.Param.Value)
			}
		default:
			b.WriteByte('$')
		}
	}
}

// calls lists the simple commands below a node.
func calls(n syntax.Node) []*syntax.CallExpr {
	var found []*syntax.CallExpr
	syntax.Walk(n, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.CallExpr); ok {
			found = append(found, c)
		}
		return true
	})
	return found
}

// firstCall is the simple command that a statement is, or nil.
func firstCall(s *syntax.Stmt) *syntax.CallExpr {
	c, _ := s.Cmd.(*syntax.CallExpr)
	return c
}

// downloads reports whether one of the commands fetches something, and the
// address when it is written out.
func downloads(cs []*syntax.CallExpr) (url string, ok bool) {
	for _, c := range cs {
		name, args := words(c)
		if name != "curl" && name != "wget" && name != "fetch" {
			continue
		}
		for _, a := range args {
			if isURL(a) {
				return a, true
			}
		}
		ok = true
	}
	return "", ok
}

func isURL(s string) bool {
	return strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "ftp://")
}

// substitutedDownload finds a download in a command or process substitution
// among a command's arguments: bash <(curl …), sh -c "$(curl …)".
func substitutedDownload(c *syntax.CallExpr) (url string, ok bool) {
	for _, a := range c.Args {
		syntax.Walk(a, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.CmdSubst, *syntax.ProcSubst:
				if u, found := downloads(calls(n)); found {
					url, ok = u, true
				}
			}
			return !ok
		})
	}
	return url, ok
}

// runsInput reports whether a command runs what it reads from standard input.
func runsInput(name string, args []string) bool {
	switch {
	case isShell(name):
		for _, a := range args {
			if a == "-c" {
				return false
			}
			if !strings.HasPrefix(a, "-") {
				return a == "/dev/stdin" || has(args, "-s")
			}
		}
		return true
	case name == "python", name == "python3", name == "node", name == "perl", name == "ruby":
		return len(args) == 0 || args[0] == "-"
	}
	return false
}

func isShell(name string) bool {
	switch name {
	case "sh", "bash", "zsh", "dash", "ksh", "ash":
		return true
	}
	return false
}

// sends reports whether a command sends what it reads from standard input.
func sends(name string, args []string) bool {
	switch name {
	case "nc", "ncat", "netcat", "telnet":
		return len(args) > 0
	case "curl":
		for i, a := range args {
			if (strings.HasPrefix(a, "-d") || strings.HasPrefix(a, "--data") || a == "-T" || a == "-F") && strings.Contains(strings.Join(args[i:], " "), "-") {
				return strings.Contains(strings.Join(args[i:], " "), "@-") || a == "-T"
			}
		}
	}
	return false
}

// readsSecret names the private file or variable set that the commands read.
func readsSecret(cs []*syntax.CallExpr) string {
	for _, c := range cs {
		if len(c.Args) == 0 {
			continue // assignments only
		}
		_, args := words(c)
		if only := literal(c.Args[0]); len(c.Args) == 1 && (only == "env" || only == "printenv") {
			return only
		}
		for _, a := range args {
			if secretPath(a) {
				return a
			}
		}
	}
	return ""
}

// uploadsSecret names the private file that curl or wget is told to send.
func uploadsSecret(args []string) string {
	for _, a := range args {
		_, file, found := strings.Cut(a, "@")
		if found && secretPath(file) {
			return file
		}
		if rest, ok := strings.CutPrefix(a, "--post-file="); ok && secretPath(rest) {
			return rest
		}
	}
	return ""
}

// secretPath reports whether a path is one where people keep secrets.
func secretPath(p string) bool {
	for _, dir := range []string{"/.ssh/", "/.aws/", "/.gnupg/", "/.kube/config", "/.netrc", "/.npmrc", "/.pypirc", "/.docker/config.json", "/.config/gcloud"} {
		if strings.Contains(p, dir) && !strings.HasSuffix(p, ".pub") {
			return true
		}
	}
	return p == "/etc/shadow" || strings.HasSuffix(p, "/environ") && strings.HasPrefix(p, "/proc/")
}

// startupFile reports whether a path is read at every start of a shell or
// login, so that what is written there goes on running.
func startupFile(p string) bool {
	for _, f := range []string{"/.bashrc", "/.zshrc", "/.profile", "/.bash_profile", "/.zprofile", "/.ssh/authorized_keys"} {
		if strings.HasSuffix(p, f) {
			return true
		}
	}
	return strings.HasPrefix(p, "/etc/cron") || strings.HasPrefix(p, "/etc/systemd/")
}

// wipes names the root, home or disk that rm -rf is let loose on.
func wipes(args []string) string {
	if !hasFlag(args, 'r') && !hasFlag(args, 'R') {
		return ""
	}
	for _, a := range args {
		switch strings.TrimSuffix(a, "*") {
		case "/", "~", "~/", "$HOME", "$HOME/":
			if a != "" {
				return a
			}
		}
	}
	return ""
}

// personalPath reports whether a path exists on one person's machine only.
func personalPath(p string) bool {
	for _, home := range []string{"/Users/", "/home/"} {
		rest, ok := strings.CutPrefix(p, home)
		if ok && rest != "" && !strings.HasPrefix(rest, "$") && !strings.HasPrefix(rest, "<") && !placeholderUser(rest) {
			return true
		}
	}
	return false
}

// placeholderUser reports whether a path below the folder of homes begins
// with a name that stands for any user.
func placeholderUser(rest string) bool {
	user, _, _ := strings.Cut(rest, "/")
	switch strings.ToLower(strings.Trim(user, "[]{}<>")) {
	case "", "user", "username", "you", "your-name", "yourname", "me", "name", "runner", "ubuntu", "node", "vscode", "app", "...", "xxx", "youruser", "your-user", "your_username", "your-username", "shared":
		return true
	}
	return false
}

// bomb reports whether a function does nothing but start itself twice.
func bomb(f *syntax.FuncDecl) bool {
	n := 0
	for _, c := range calls(f.Body) {
		if name, _ := words(c); name == f.Name.Value {
			n++
		}
	}
	return n >= 2 && len(calls(f.Body)) == n
}

func has(args []string, flag string) bool { return slices.Contains(args, flag) }

// hasFlag reports whether a one-letter flag is given, alone or in a bundle.
func hasFlag(args []string, letter byte) bool {
	for _, a := range args {
		if len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.IndexByte(a, letter) > 0 {
			return true
		}
	}
	return false
}
