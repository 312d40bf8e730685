package cache

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/skillctl/skillctl/internal/escape"
)

// git runs the git command line on a bare repository of our own, without
// hooks, submodules, prompts or a working tree: nothing that a repository
// holds is ever run or checked out.
type git struct {
	dir string // the repository; "" before there is one
	env []string
	url string // without credentials
}

// gitSettings are held against whatever the user's configuration says.
var gitSettings = []string{
	"protocol.allow=never", "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.symlinks=false", "core.untrackedCache=false",
	"gc.auto=0", "maintenance.auto=false", "fetch.recurseSubmodules=false", "submodule.recurse=false", "fetch.writeCommitGraph=false",
	"transfer.bundleURI=false", "fetch.unpackLimit=1", "core.askPass=", "advice.detachedHead=false", "http.lowSpeedLimit=1", "http.lowSpeedTime=60",
}

func (b base) git(ctx context.Context) (*git, error) {
	g := &git{url: b.src.gitURL(), env: gitEnviron(b.store.o)}
	if _, err := exec.LookPath("git"); err != nil {
		return nil, failed(ErrNetwork, "install git, or fetch an archive", "the git command is needed: %w", err)
	}
	config := append([]string{}, gitSettings...)
	switch b.src.url.Scheme {
	case "git+file":
		config = append(config, "protocol.file.allow=always")
	default: // the user's url.*.insteadOf may lead from one to the other
		config = append(config, "protocol.https.allow=always", "protocol.ssh.allow=always")
		if b.src.url.Scheme == "git+https" {
			config = append(config, httpSettings(b, g.url)...)
		}
		g.env = append(g.env, g.sshEnviron(ctx)...)
	}
	g.env = append(g.env, configEnviron(config)...)
	return g, nil
}

// sshEnviron keeps ssh from asking: it would wait for an answer on a terminal
// that it does not own. The user's own choice of a program stays.
func (g *git) sshEnviron(ctx context.Context) []string {
	for _, kv := range g.env {
		if strings.HasPrefix(kv, "GIT_SSH=") || strings.HasPrefix(kv, "GIT_SSH_COMMAND=") {
			return nil
		}
	}
	program, err := g.output(ctx, "config", "--global", "--get", "core.sshCommand")
	program = strings.TrimSpace(program)
	if err != nil || program == "" {
		program = "ssh"
	}
	return []string{"GIT_SSH_COMMAND=" + program + " -oBatchMode=yes"}
}

// gitURL is the URL as git takes it. The user of ssh is part of the address.
func (s Source) gitURL() string {
	u := *s.url
	u.Scheme = strings.TrimPrefix(u.Scheme, "git+")
	if u.Scheme == "ssh" && s.user != nil {
		u.User = s.user
	}
	return u.String()
}

// httpSettings hand credentials to git by its environment, which, unlike its
// arguments, other users cannot see. With them, redirects are not followed.
func httpSettings(b base, url string) []string {
	var out []string
	header := http.Header{}
	if b.src.user != nil {
		header.Set("Authorization", basic(b.src.user))
	}
	maps.Copy(header, b.store.o.Header)
	for name, values := range header {
		for _, v := range values {
			out = append(out, "http."+url+".extraHeader="+name+": "+v)
		}
	}
	if len(out) > 0 {
		out = append(out, "http.followRedirects=false")
	}
	return out
}

// configEnviron passes settings as git's command line would, out of sight.
func configEnviron(settings []string) []string {
	env := []string{fmt.Sprintf("GIT_CONFIG_COUNT=%d", len(settings))}
	for i, s := range settings {
		// The value begins behind the last "=" of the key, which a URL in it
		// may hold: so keys with a URL are cut at their known end.
		cut := strings.Index(s, "=")
		if end := strings.Index(s, ".extraHeader="); end >= 0 {
			cut = end + len(".extraHeader")
		}
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i, s[:cut]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i, s[cut+1:]))
	}
	return env
}

// gitEnviron is the caller's environment without what would lead git to
// another repository, program or prompt.
func gitEnviron(o Options) []string {
	var env []string
	for _, kv := range o.Environ {
		name, _, _ := strings.Cut(kv, "=")
		switch name {
		case "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "GIT_CONFIG_GLOBAL":
		default:
			if strings.HasPrefix(name, "GIT_") || name == "SSH_ASKPASS" {
				continue
			}
		}
		env = append(env, kv)
	}
	if o.CACertFile != "" {
		env = append(env, "GIT_SSL_CAINFO="+o.CACertFile)
	}
	return append(env, "GIT_TERMINAL_PROMPT=0", "GIT_CONFIG_NOSYSTEM=1", "GIT_ATTR_NOSYSTEM=1", "GIT_NO_LAZY_FETCH=1",
		"GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1", "LC_ALL=C", "GIT_PROTOCOL_FROM_USER=0")
}

// gitWait is how long git has to end after it was told to.
const gitWait = 2 * time.Second

// command prepares a git that dies, with its children, when ctx ends.
func (g *git) command(ctx context.Context, args ...string) *exec.Cmd {
	if g.dir != "" {
		args = append([]string{"--git-dir=" + g.dir}, args...)
	}
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Env = g.env
	cmd.WaitDelay = gitWait
	ownGroup(cmd)
	return cmd
}

// run runs git to its end. Its error says what git said.
func (g *git) run(ctx context.Context, in io.Reader, out io.Writer, args ...string) error {
	cmd := g.command(ctx, args...)
	said := &tail{}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, said
	if err := cmd.Run(); err != nil {
		return gitError(ctx, args[0], said, err)
	}
	return nil
}

// output is the standard output of git.
func (g *git) output(ctx context.Context, args ...string) (string, error) {
	var out bytes.Buffer
	err := g.run(ctx, nil, &out, args...)
	return out.String(), err
}

// tail keeps the last bytes of what git says.
type tail struct{ b []byte }

const tailBytes = 4 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.b = append(t.b, p...)
	if len(t.b) > tailBytes {
		t.b = t.b[len(t.b)-tailBytes:]
	}
	return len(p), nil
}

// gitError makes an error of git's last words.
func gitError(ctx context.Context, verb string, said *tail, err error) error {
	if why := context.Cause(ctx); why != nil {
		return cause(ctx, err)
	}
	if _, ok := errors.AsType[*exec.ExitError](err); !ok {
		return failed(ErrNetwork, "", "git %s: %w", verb, err)
	}
	words := strings.Fields(lastWords(string(said.b)))
	text := escape.Line(strings.Join(words, " "))
	if text == "" {
		text = err.Error()
	}
	if strings.Contains(strings.ToLower(text), syscall.ENOSPC.Error()) { // as LC_ALL=C says it
		return fmt.Errorf("git %s: %w", verb, &fs.PathError{Op: "write", Err: syscall.ENOSPC})
	}
	return failed(ErrNetwork, gitHint(text), "git %s: %s", verb, text)
}

// lastWords are the lines in which git says what is wrong, else its last one.
func lastWords(text string) string {
	var important []string
	last := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		last = line
		for _, mark := range []string{"fatal:", "error:", "remote:", "ERROR:"} {
			if rest, ok := strings.CutPrefix(line, mark); ok {
				important = append(important, strings.TrimSpace(rest))
			}
		}
	}
	if len(important) == 0 {
		return last
	}
	return strings.Join(important, "; ")
}

func gitHint(text string) string {
	low := strings.ToLower(text)
	switch {
	case strings.Contains(low, "dubious ownership"):
		return "the repository belongs to another user: trust it with git config --global --add safe.directory PATH"
	case strings.Contains(low, "could not read username"), strings.Contains(low, "terminal prompts disabled"), strings.Contains(low, "authentication failed"), strings.Contains(low, "permission denied"):
		return "set up a credential helper or an ssh key for git, or give a token with --header"
	case strings.Contains(low, "not found"), strings.Contains(low, "does not exist"), strings.Contains(low, "does not appear to be a git repository"):
		return "check the address of the repository, and that you may read it"
	case strings.Contains(low, "host key verification"):
		return "connect once with ssh to accept the host's key"
	}
	return "check the address and the network"
}
