package cli

import (
	"fmt"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/cache"
)

// cacheDir is the directory of the cache: SKILLS_CACHE_DIR, else below the
// user's cache directory. There is no fallback to a directory that others may
// write to.
func (a *app) cacheDir() (string, error) {
	if dir := strings.TrimSpace(a.getenv("SKILLS_CACHE_DIR")); dir != "" {
		return a.abs(dir), nil
	}
	base := a.userCacheDir()
	if !filepath.IsAbs(base) {
		return "", fail(codeUnreadable, "set SKILLS_CACHE_DIR to a directory of yours", "no usable cache directory: %s",
			noUserDir("XDG_CACHE_HOME"))
	}
	return filepath.Join(base, "skillctl", "skills"), nil
}

// cacheEntry is the entry of the cache that an absolute path lies in, "" when
// it lies elsewhere.
func (a *app) cacheEntry(path string) string {
	dir, err := a.cacheDir()
	if err != nil {
		return ""
	}
	below, err := filepath.Rel(dir, path)
	if err != nil || below == "." || !filepath.IsLocal(below) {
		return ""
	}
	key, _, _ := strings.Cut(filepath.ToSlash(below), "/")
	return filepath.Join(dir, key)
}

func (a *app) userCacheDir() string {
	switch runtime.GOOS {
	case "windows":
		return a.getenv("LocalAppData")
	case "darwin":
		return filepath.Join(a.home(), "Library", "Caches")
	}
	if dir := a.getenv("XDG_CACHE_HOME"); dir != "" {
		return dir
	}
	return filepath.Join(a.home(), ".cache")
}

// storeOptions are those that follow from the environment.
func (a *app) storeOptions(r cache.Reporter) cache.Options {
	return cache.Options{
		Tool:  "skillctl/" + a.version,
		Proxy: http.ProxyFromEnvironment,
		GitHub: cache.GitHub{
			Server: strings.TrimRight(a.getenv("GITHUB_SERVER_URL"), "/"),
			API:    strings.TrimRight(a.getenv("GITHUB_API_URL"), "/"),
			Token:  firstSet(a.getenv("GH_TOKEN"), a.getenv("GITHUB_TOKEN")),
		},
		Environ:  a.environ(),
		Reporter: r,
	}
}

func firstSet(values ...string) string {
	for _, v := range values {
		if v = strings.TrimSpace(v); v != "" {
			return v
		}
	}
	return ""
}

// gitEnvironment names the variables that git and ssh may need.
const gitEnvironment = `PATH HOME USER LOGNAME USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA
ProgramData ProgramFiles SystemRoot SystemDrive ComSpec PATHEXT TEMP TMP TMPDIR LANG LC_ALL XDG_CONFIG_HOME
SSH_AUTH_SOCK SSH_AGENT_PID SSH_ASKPASS GIT_SSH GIT_SSH_COMMAND GIT_SSL_CAINFO GIT_SSL_CAPATH SSL_CERT_FILE SSL_CERT_DIR
HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy all_proxy GIT_CONFIG_GLOBAL`

func (a *app) environ() []string {
	var env []string
	for name := range strings.FieldsSeq(gitEnvironment) {
		if value := a.getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// openStore opens the cache.
func (a *app) openStore(change func(*cache.Options)) (*cache.Store, *fetchReporter, error) {
	dir, err := a.cacheDir()
	if err != nil {
		return nil, nil, err
	}
	r := &fetchReporter{app: a, started: time.Now()}
	o := a.storeOptions(r)
	if change != nil {
		change(&o)
	}
	store, err := cache.Open(dir, o)
	return store, r, err
}

// fetchReporter shows progress on the terminal and collects warnings, which
// are printed when the line is gone. A source tells the same thing once.
type fetchReporter struct {
	app     *app
	started time.Time

	mu       sync.Mutex
	line     *ui.Progress
	warnings []string
}

func (r *fetchReporter) Warn(src cache.Source, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.warnings = append(r.warnings, src.String()+": "+text)
}

func (r *fetchReporter) Progress(src cache.Source, p cache.Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.line.Update(escape.Line(progressText(src.String(), p, time.Since(r.started))))
}

// start shows a line for a source until the returned function is called, which
// prints the warnings.
func (r *fetchReporter) start(what string) (stop func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.started, r.line = time.Now(), ui.NewProgress(r.app.streams, escape.Line("fetching "+what))
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.line.Stop()
		for _, w := range r.warnings {
			r.app.warn("%s", w)
		}
		r.warnings = nil
	}
}

// progressText is the progress line: bytes, rate and time left.
func progressText(what string, p cache.Progress, took time.Duration) string {
	rate := float64(p.Bytes) / max(took.Seconds(), 0.001)
	text := fmt.Sprintf("fetching %s: %s", what, size(p.Bytes))
	if p.Total > 0 {
		text += " of " + size(p.Total)
	}
	text += fmt.Sprintf(", %s/s", size(int64(rate)))
	if p.Total > p.Bytes && rate > 0 {
		left := time.Duration(float64(p.Total-p.Bytes) / rate * float64(time.Second))
		text += fmt.Sprintf(", %s left", left.Round(time.Second))
	}
	return text
}
