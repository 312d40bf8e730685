package cache

import (
	"encoding/pem"
	"errors"
	"io/fs"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/pkg/pack"
)

// testRepo is a repository with two commits, branches with awkward names, an
// annotated tag, a link, attributes that change exports, and a submodule.
type testRepo struct {
	dir        string
	first, tip string // commits
}

func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	cmd.Env = append(noGitConfig(),
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func needGit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here: ", err)
	}
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func newRepo(t *testing.T) testRepo {
	t.Helper()
	needGit(t)
	r := testRepo{dir: filepath.Join(t.TempDir(), "repo")}
	gitIn(t, filepath.Dir(r.dir), "init", "-q", "-b", "main", r.dir)
	put(t, r.dir, "skills/demo/SKILL.md", skillText)
	put(t, r.dir, "skills/demo/crlf.txt", "a\r\nb\r\n")
	put(t, r.dir, "skills/demo/hidden.txt", "$Id$\n")
	put(t, r.dir, ".gitattributes", "hidden.txt export-ignore ident\n*.txt text eol=crlf export-subst\n")
	put(t, r.dir, "skills/second/SKILL.md", strings.Replace(skillText, "demo", "second", 1))
	put(t, r.dir, "run.sh", "#!/bin/sh\n")
	if err := errors.Join(os.Chmod(filepath.Join(r.dir, "run.sh"), 0o755), os.Symlink("/etc/passwd", filepath.Join(r.dir, "skills/demo/leak"))); err != nil {
		t.Fatal(err)
	}
	gitIn(t, r.dir, "-c", "core.autocrlf=false", "add", "-A")
	gitIn(t, r.dir, "update-index", "--add", "--cacheinfo", "160000,1234567890123456789012345678901234567890,sub")
	gitIn(t, r.dir, "commit", "-qm", "one")
	r.first = gitIn(t, r.dir, "rev-parse", "HEAD")
	gitIn(t, r.dir, "branch", "feature/with/slashes")
	gitIn(t, r.dir, "tag", "-a", "v1", "-m", "one")
	put(t, r.dir, "skills/demo/SKILL.md", skillText+"more\n")
	gitIn(t, r.dir, "commit", "-qam", "two")
	r.tip = gitIn(t, r.dir, "rev-parse", "HEAD")
	gitIn(t, r.dir, "update-ref", "refs/heads/HEAD", r.first)
	return r
}

func (r testRepo) url() string { return "git+file://" + r.dir }

func TestGit(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for fragment, want := range map[string]string{
		"": r.tip, "#HEAD": r.tip, "#main": r.tip, "#feature/with/slashes": r.first, "#v1": r.first, "#refs/heads/HEAD": r.first,
		"#refs/tags/v1": r.first, "#" + r.first: r.first, "#:skills/demo": r.tip, "#v1:skills/demo/": r.first, "#" + r.first + ":skills/second": r.first,
	} {
		s, _ := newStore(t, nil)
		e := mustGet(t, s, r.url()+fragment, GetOptions{})
		if e.Commit != want || e.Cached {
			t.Errorf("%s: commit %s, want %s", fragment, e.Commit, want)
		}
	}
}

// Contents are those that were committed, whatever attributes say; links and
// submodules are left out and reported.
func TestGitContents(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	s, told := newStore(t, nil)
	e := mustGet(t, s, r.url()+"#v1", GetOptions{})
	want := []string{".gitattributes", "run.sh", "skills/demo/SKILL.md", "skills/demo/crlf.txt", "skills/demo/hidden.txt", "skills/second/SKILL.md"}
	if diff := cmp.Diff(want, listTree(t, e.Path)); diff != "" {
		t.Error(diff)
	}
	if got := content(t, e, "skills/demo/crlf.txt"); got != "a\nb\n" || content(t, e, "skills/demo/hidden.txt") != "$Id$\n" {
		t.Errorf("crlf.txt is %q", got)
	}
	if info, err := os.Stat(filepath.Join(e.Path, "run.sh")); err != nil || !isExecutable(info) {
		t.Errorf("run.sh: %v, %v", info, err)
	}
	for _, note := range []string{"skills/demo/leak: left out: symbolic link", "sub: left out: submodule"} {
		if !strings.Contains(told.all(), note) {
			t.Errorf("warnings lack %q: %q", note, told.all())
		}
	}
	refuse := pack.RefuseLinks
	_, err := s.Get(t.Context(), source(t, r.url()+"#main"), GetOptions{Links: &refuse})
	wantError(t, err, pack.ErrRefused, "skills/demo/leak")
}

func TestGitRefresh(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	s, _ := newStore(t, nil)
	first := mustGet(t, s, r.url(), GetOptions{})
	if again := mustGet(t, s, r.url(), GetOptions{Mode: Revalidate}); !again.Cached {
		t.Error("the same commit was fetched again")
	}
	put(t, r.dir, "skills/demo/SKILL.md", skillText+"even more\n")
	gitIn(t, r.dir, "commit", "-qam", "three")
	if hit := mustGet(t, s, r.url(), GetOptions{}); hit.Commit != first.Commit {
		t.Error("a hit looked at the repository")
	}
	if fresh := mustGet(t, s, r.url(), GetOptions{Mode: Revalidate}); fresh.Commit == first.Commit || !strings.Contains(content(t, fresh, "skills/demo/SKILL.md"), "even") {
		t.Errorf("refreshed to %s", fresh.Commit)
	}
}

func TestGitRefuses(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	empty := filepath.Join(t.TempDir(), "empty")
	gitIn(t, filepath.Dir(empty), "init", "-q", empty)
	for text, want := range map[string]struct {
		kind error
		text string
	}{
		r.url() + "#nope":                       {ErrNetwork, `"nope"`},
		r.url() + "#" + r.tip[:9]:               {ErrNetwork, "beginning of its id"},
		r.url() + "#:nope":                      {fs.ErrNotExist, "nope"},
		r.url() + "#:run.sh":                    {fs.ErrNotExist, "run.sh"},
		r.url() + "#" + strings.Repeat("1", 40): {ErrNetwork, ""},
		"git+file://" + empty:                   {ErrNetwork, "empty"},
		"git+file:///nonexistent/x":             {ErrNetwork, "git ls-remote"},
	} {
		wantError(t, get(t, text, GetOptions{}, nil), want.kind, want.text)
	}
	wantError(t, get(t, r.url(), GetOptions{}, func(o *Options) { o.Limits.Files = 3 }), pack.ErrRefused, "more than 3 files")
	wantError(t, get(t, r.url(), GetOptions{}, func(o *Options) { o.Limits.File = 10 }), pack.ErrRefused, "more than 10")
	wantError(t, get(t, r.url(), GetOptions{}, func(o *Options) { o.Limits.Total = 100 }), pack.ErrRefused, "more than 100")
}

// Names in a tree that git lets pass and a file system must not.
func TestGitUnsafeNames(t *testing.T) {
	t.Parallel()
	for name, tree := range map[string]string{
		"dot-dot": "100644 blob %s\t..", "git": "100644 blob %s\tcon.txt", "control": "100644 blob %s\ta\x1b[2J", "twins": "100644 blob %s\tskill.md",
	} {
		r := newRepo(t)
		put(t, r.dir, "x", skillText)
		id := gitIn(t, r.dir, "hash-object", "-w", "x")
		cmd := exec.CommandContext(t.Context(), "git", "mktree", "-z")
		cmd.Dir, cmd.Env = r.dir, noGitConfig()
		cmd.Stdin = strings.NewReader(strings.ReplaceAll(tree+"\x00100644 blob %s\tSKILL.md\x00", "%s", id))
		out, err := cmd.Output()
		if err != nil {
			t.Logf("%s: git makes no such tree: %v", name, err)
			continue
		}
		commit := gitIn(t, r.dir, "commit-tree", "-m", "evil", strings.TrimSpace(string(out)))
		gitIn(t, r.dir, "update-ref", "refs/heads/evil", commit)
		if err := get(t, r.url()+"#evil", GetOptions{}, nil); !errors.Is(err, pack.ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A server may send a tree with files that git takes for its own: they name
// programs that git starts.
func TestGitInsideGit(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	put(t, r.dir, "x", skillText)
	id := gitIn(t, r.dir, "hash-object", "-w", "x")
	mktree := func(lines string) string {
		cmd := exec.CommandContext(t.Context(), "git", "mktree", "-z")
		cmd.Dir, cmd.Stdin = r.dir, strings.NewReader(lines)
		out, err := cmd.Output()
		if err != nil {
			t.Skip("git makes no such tree: ", err)
		}
		return strings.TrimSpace(string(out))
	}
	inner := mktree("100644 blob " + id + "\tHEAD\x00100644 blob " + id + "\tconfig\x00")
	commit := gitIn(t, r.dir, "commit-tree", "-m", "evil", mktree("040000 tree "+inner+"\t.git\x00100644 blob "+id+"\tSKILL.md\x00"))
	gitIn(t, r.dir, "update-ref", "refs/heads/evil", commit)
	s, told := newStore(t, nil)
	e := mustGet(t, s, r.url()+"#evil", GetOptions{})
	if diff := cmp.Diff([]string{"SKILL.md"}, listTree(t, e.Path)); diff != "" {
		t.Error(diff)
	}
	if n := strings.Count(told.all(), ".git: left out: git's own files"); n != 1 {
		t.Errorf("told %d times: %q", n, told.all())
	}
}

// gitServer serves repositories over https with git's own http-backend.
func gitServer(t *testing.T, root string, config ...string) (url string, trust func(*Options), auth *atomic.Value) {
	t.Helper()
	needGit(t)
	dir := gitIn(t, root, "--exec-path")
	backend := filepath.Join(dir, "git-http-backend")
	if _, err := os.Stat(backend); err != nil {
		t.Skip("no git http-backend here: ", err)
	}
	env := []string{"GIT_PROJECT_ROOT=" + root, "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_COUNT=2"}
	env = append(env, "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*", "GIT_CONFIG_KEY_1=core.hooksPath", "GIT_CONFIG_VALUE_1=/dev/null")
	auth = new(atomic.Value)
	auth.Store("")
	handler := &cgi.Handler{Path: backend, Env: env, InheritEnv: []string{"PATH"}}
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		auth.Store(r.Header.Get("Authorization") + r.Header.Get("X-Key"))
		if p := r.Header.Get("Git-Protocol"); p != "" {
			h := *handler
			h.Env = append(append([]string{}, env...), "GIT_PROTOCOL="+p)
			h.ServeHTTP(w, r)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	for _, c := range config {
		key, value, _ := strings.Cut(c, "=")
		gitIn(t, root, "--git-dir", filepath.Join(root, "r.git"), "config", key, value)
	}
	cert := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, cert, 0o600); err != nil {
		t.Fatal(err)
	}
	return server.URL, func(o *Options) { o.CACert, o.CACertFile = cert, file }, auth
}

func TestGitOverHTTPS(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for name, config := range map[string][]string{"with filters": {"uploadpack.allowFilter=true"}, "without": nil} {
		root := t.TempDir()
		gitIn(t, root, "clone", "-q", "--mirror", r.dir, "r.git")
		url, trust, auth := gitServer(t, root, config...)
		base := "git+" + url + "/r.git"
		wantError(t, get(t, base, GetOptions{}, nil), ErrNetwork, "")
		for fragment, want := range map[string]string{"": r.tip, "#v1:skills/demo": r.first, "#" + r.first: r.first, "#feature/with/slashes:skills": r.first} {
			s, _ := newStore(t, trust)
			if e := mustGet(t, s, base+fragment, GetOptions{}); e.Commit != want {
				t.Errorf("%s %s: %s, want %s", name, fragment, e.Commit, want)
			}
		}
		s, _ := newStore(t, func(o *Options) { trust(o); o.Header = http.Header{"X-Key": {"k3y"}} })
		e := mustGet(t, s, strings.Replace(base, "://", "://me:hunter2@", 1)+"#v1", GetOptions{})
		if auth.Load() != "Basic bWU6aHVudGVyMg==k3y" {
			t.Errorf("the server got %q", auth.Load())
		}
		if ready := content(t, e, ".ready"); strings.Contains(ready, "hunter2") || strings.Contains(ready, "k3y") {
			t.Error("a credential in the metadata")
		}
		_, err := s.Get(t.Context(), source(t, strings.Replace(url, "https://", "git+https://me:hunter2@", 1)+"/none.git"), GetOptions{})
		wantError(t, err, ErrNetwork, "")
		if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("a credential in %q", err)
		}
		wantError(t, get(t, base, GetOptions{}, func(o *Options) { trust(o); o.Limits.Download = 1 }), ErrRefused, "limit")
	}
}

// The user's ssh carries git+ssh; what stands in for it here runs the server
// on this machine.
func TestGitOverSSH(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	ssh := filepath.Join(dir, "ssh")
	put(t, dir, "ssh", "#!/bin/sh\necho \"$@\" >>'"+log+"'\nfor last; do :; done\nexec sh -c \"$last\"\n")
	put(t, dir, "gitconfig", "[core]\n\tsshCommand = '"+ssh+"'\n")
	if err := os.Chmod(ssh, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, variable := range map[string]string{"by environment": "GIT_SSH_COMMAND='" + ssh + "'", "by configuration": "GIT_CONFIG_GLOBAL=" + filepath.Join(dir, "gitconfig")} {
		s, _ := newStore(t, func(o *Options) { o.Environ = append(noGitConfig(), variable) })
		e := mustGet(t, s, "git+ssh://git@host.invalid"+r.dir+"#v1:skills/demo", GetOptions{})
		if e.Commit != r.first {
			t.Errorf("%s: commit %s", name, e.Commit)
		}
	}
	said, err := os.ReadFile(log)
	if err != nil || !strings.Contains(string(said), "git@host.invalid") || !strings.Contains(string(said), "-oBatchMode=yes") {
		t.Errorf("ssh was called with %q, %v", said, err)
	}
}

func TestGitLocked(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	s, _ := newStore(t, nil)
	src := source(t, r.url()+"#main:skills/demo")
	pin, err := mustGet(t, s, r.url()+"#main:skills/demo", GetOptions{}).Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	lock := &LockFile{}
	lock.Set(pin)
	put(t, r.dir, "skills/demo/SKILL.md", skillText+"unlocked\n")
	gitIn(t, r.dir, "commit", "-qam", "three")
	fresh, _ := newStore(t, nil)
	e, err := fresh.GetLocked(t.Context(), src, lock, GetOptions{})
	if err != nil || e.Commit != r.tip {
		t.Fatalf("locked: %v", err)
	}
	if moved := mustGet(t, fresh, r.url()+"#main:skills/demo", GetOptions{Mode: Revalidate}); moved.Commit == r.tip {
		t.Fatal("the branch did not move")
	}
	if e, err = fresh.GetLocked(t.Context(), src, lock, GetOptions{}); err != nil || e.Commit != r.tip {
		t.Errorf("locked, with a newer commit cached: %v", err)
	}
	if digest.Bytes([]byte(content(t, e, "SKILL.md"))).Hex() != pin.Files[0].SHA256 {
		t.Error("other content than locked")
	}
}

// A copy never replaces the repository it comes from.
func TestGitInstallOverRepository(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	s, _ := newStore(t, nil)
	e := mustGet(t, s, r.url()+"#:skills/demo", GetOptions{})
	for _, dir := range []string{r.dir, filepath.Dir(r.dir)} {
		_, err := s.Install(t.Context(), e, dir, InstallOptions{Force: true})
		wantError(t, err, ErrSource, "holds the repository")
	}
	if _, err := s.Install(t.Context(), e, filepath.Join(r.dir, ".claude", "skills", "demo"), InstallOptions{}); err != nil {
		t.Errorf("into its working tree: %v", err)
	}
}
