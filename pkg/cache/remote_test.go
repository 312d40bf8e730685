package cache

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
)

const someCommit = "0123456789abcdef0123456789abcdef01234567"

// fakeGitHub speaks the endpoints that are used. Downloads come from another
// server, as on GitHub.
func fakeGitHub(t *testing.T, archive []byte, private bool) (change func(*Options), tokens *atomic.Value) {
	t.Helper()
	tokens = new(atomic.Value)
	tokens.Store("")
	download, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		tokens.Store(r.Header.Get("Authorization"))
		_, _ = w.Write(archive)
	})
	api, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if private && r.Header.Get("Authorization") != "Bearer t0ken" {
			w.WriteHeader(404)
			return
		}
		switch r.URL.Path {
		case "/repos/o/r/commits/HEAD", "/repos/o/r/commits/feature/x", "/repos/o/r/commits/" + someCommit[:7]:
			fmt.Fprint(w, someCommit)
		case "/repos/o/json/commits/main":
			fmt.Fprintf(w, `{"sha":%q,"commit":{}}`, someCommit)
		case "/repos/o/json":
			fmt.Fprint(w, `{"default_branch":"main"}`)
		case "/repos/o/r/tarball/" + someCommit, "/repos/o/json/tarball/" + someCommit:
			http.Redirect(w, r, download+"/x?token=signed", http.StatusFound)
		case "/repos/o/limited/commits/HEAD":
			w.WriteHeader(403)
		case "/repos/o/odd/commits/HEAD":
			fmt.Fprint(w, "<html>")
		default:
			w.WriteHeader(404)
		}
	})
	return func(o *Options) { o.GitHub = GitHub{API: api, Token: "t0ken"} }, tokens
}

func repoTarball(t *testing.T) []byte {
	t.Helper()
	return tarball(t, map[string]string{
		"o-r-0123456/SKILL.md": "no skill", "o-r-0123456/skills/demo/SKILL.md": skillText, "o-r-0123456/skills/demo/run.sh*": "x",
		"o-r-0123456/CLAUDE.md": "-> AGENTS.md", "o-r-0123456/con.txt": "a name that other systems do not allow",
	})
}

func TestGitHub(t *testing.T) {
	t.Parallel()
	change, tokens := fakeGitHub(t, repoTarball(t), true)
	for _, text := range []string{
		"github:o/r/skills", "github:o/r/skills/demo", "github:o/r/skills@feature/x", "github:o/r/skills@" + someCommit[:7], "github:o/json/skills",
	} {
		s, _ := newStore(t, change)
		e := mustGet(t, s, text, GetOptions{})
		if e.Commit != someCommit || len(e.Skills) != 1 || e.Skills[0].Name != "demo" || e.Digest != "" || e.Files != 2 {
			t.Errorf("%s: %+v", text, e)
		}
		if tokens.Load() != "" {
			t.Errorf("the other server got the token %q", tokens.Load())
		}
		if again := mustGet(t, s, text, GetOptions{Mode: Revalidate}); !again.Cached {
			t.Errorf("%s: the same commit was fetched again", text)
		}
		if strings.Contains(content(t, e, ".ready"), "signed") {
			t.Error("a signed address in the metadata")
		}
	}
	for text, want := range map[string]string{
		"github:o/none": "no such repository or ref", "github:o/r@none": "no such repository or ref", "github:o/limited": "403", "github:o/odd": "something else",
	} {
		wantError(t, get(t, text, GetOptions{}, change), ErrNetwork, want)
	}
	wantError(t, get(t, "github:o/r/nowhere", GetOptions{}, change), pack.ErrRefused, "")
	wantError(t, get(t, "github:o/r", GetOptions{}, change), pack.ErrRefused, "con.txt")
	wantError(t, get(t, "github:o/r", GetOptions{}, func(o *Options) { o.GitHub.API = "http://example.com" }), ErrSource, "no address of GitHub")
}

// The same name on two servers is not one entry.
func TestGitHubEnterpriseKey(t *testing.T) {
	t.Parallel()
	one, _ := newStore(t, nil)
	two, _ := newStore(t, func(o *Options) { o.GitHub.Server = "https://github.example.com" })
	src := source(t, "github:o/r")
	if one.Key(src) == two.Key(src) || one.Key(src) != src.Key() {
		t.Error("keys do not tell the servers apart")
	}
	if got := two.o.GitHub.API; got != "https://github.example.com/api/v3" {
		t.Errorf("API at %s", got)
	}
}

// index serves a well-known index and the files that it lists.
func index(t *testing.T, body string, files map[string][]byte) string {
	t.Helper()
	url, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == indexPath {
			w.Header().Set("ETag", `"i"`)
			if r.Header.Get("If-None-Match") == `"i"` {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			fmt.Fprint(w, body)
			return
		}
		data, ok := files[r.URL.Path]
		if !ok {
			w.WriteHeader(404)
		}
		_, _ = w.Write(data)
	})
	return url
}

func indexOf(entries ...string) string {
	return fmt.Sprintf(`{"$schema":%q,"extra":1,"skills":[%s]}`, pack.IndexSchema, strings.Join(entries, ","))
}

func entry(name, kind, url string, data []byte) string {
	return fmt.Sprintf(`{"name":%q,"type":%q,"description":"x","url":%q,"digest":%q,"more":true}`, name, kind, url, digest.Bytes(data))
}

func TestWellKnown(t *testing.T) {
	t.Parallel()
	archive := demo(t)
	second := []byte(strings.Replace(skillText, "demo", "second", 1))
	files := map[string][]byte{"/.well-known/agent-skills/demo.tar.gz": archive, "/raw/second.md": second}
	url := index(t, indexOf(entry("demo", "archive", "demo.tar.gz", archive), entry("second", "skill-md", "/raw/second.md", second), `{"name":"later","type":"task"}`), files)
	s, r := newStore(t, nil)
	e := mustGet(t, s, url, GetOptions{})
	if diff := cmp.Diff([]SkillRef{{"demo", "demo"}, {"second", "second"}}, e.Skills); diff != "" || e.Files != 3 {
		t.Errorf("%d files, %s", e.Files, diff)
	}
	if !strings.Contains(r.all(), `"later"`) || !strings.Contains(r.all(), `"task"`) {
		t.Errorf("warnings %q", r.all())
	}
	if again := mustGet(t, s, url, GetOptions{Mode: Revalidate}); !again.Cached {
		t.Error("an index that did not change was fetched again")
	}
	explicit := mustGet(t, s, url+indexPath, GetOptions{})
	if explicit.ContentDigest != e.ContentDigest {
		t.Error("the index by its own address gives something else")
	}
	if stored, _ := s.List(); len(stored) != 2 {
		t.Errorf("%d entries", len(stored))
	}
}

// The mistakes that publishers make are named.
func TestWellKnownMistakes(t *testing.T) {
	t.Parallel()
	data := demo(t)
	sum := digest.Bytes(data).Hex()
	one := func(fields string) string {
		return indexOf(`{"name":"demo","type":"archive","url":"/x",` + fields + `}`)
	}
	for name, c := range map[string]struct{ body, want string }{
		"sha256 key":     {one(`"sha256":"` + sum + `"`), `stands in "sha256"`},
		"no digest":      {one(`"description":"x"`), "mandatory"},
		"dash":           {one(`"digest":"sha256-` + sum + `"`), `must be "sha256:"`},
		"upper case":     {one(`"digest":"sha256:` + strings.ToUpper(sum) + `"`), "lower case"},
		"no prefix":      {one(`"digest":"` + sum + `"`), `lacks "sha256:"`},
		"short":          {one(`"digest":"sha256:12"`), "64 hex digits"},
		"unknown type":   {indexOf(`{"name":"demo","type":"task","url":"/x","digest":"sha256:` + sum + `"}`), `unknown type "task"`},
		"unsafe name":    {indexOf(`{"name":"../x","type":"archive","url":"/x","digest":"sha256:` + sum + `"}`), "no safe folder name"},
		"files":          {indexOf(`{"name":"demo","files":["SKILL.md"]}`), "0.1.0"},
		"unknown schema": {`{"$schema":"https://example.com/x","skills":[]}`, "unknown $schema"},
		"version 0.1.0":  {`{"skills":[{"name":"demo","files":["SKILL.md"]}]}`, "0.1.0"},
		"not JSON":       {"<html>", "no JSON"},
	} {
		url := index(t, c.body, map[string][]byte{"/x": data})
		err := get(t, url, GetOptions{}, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	old, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != oldIndexPath {
			w.WriteHeader(404)
		}
	})
	wantError(t, get(t, old, GetOptions{}, nil), ErrRefused, "version 0.1.0")
	none, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) })
	wantError(t, get(t, none, GetOptions{}, nil), ErrNetwork, "no index")
}

// What does not have the digest, or leads astray, is not used.
func TestWellKnownRefuses(t *testing.T) {
	t.Parallel()
	data := demo(t)
	wrapped := tarball(t, map[string]string{"demo/SKILL.md": skillText})
	files := map[string][]byte{"/x": data, "/wrapped": wrapped}
	for name, c := range map[string]struct {
		entry string
		kind  error
		want  string
	}{
		"stale digest":   {entry("demo", "archive", "/x", []byte("old")), ErrMismatch, "expected"},
		"wrapper":        {entry("demo", "archive", "/wrapped", wrapped), ErrRefused, "not at the root"},
		"wrong type":     {entry("demo", "skill-md", "/x", data), ErrRefused, "is an archive"},
		"missing":        {entry("demo", "archive", "/gone", data), ErrNetwork, "404"},
		"other scheme":   {entry("demo", "archive", "file:///etc/passwd", data), ErrRefused, "not an http address"},
		"credentials":    {entry("demo", "archive", "http://a:b@127.0.0.1/x", data), ErrRefused, "credentials"},
		"twice the name": {entry("demo", "archive", "/x", data) + "," + entry("demo", "archive", "/gone", data), nil, ""},
	} {
		url := index(t, indexOf(c.entry), files)
		err := get(t, url, GetOptions{}, nil)
		if c.kind == nil {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		wantError(t, err, c.kind, c.want)
	}
}

// FuzzReadIndex: an entry that is used has a safe name and a digest.
func FuzzReadIndex(f *testing.F) {
	f.Add([]byte(indexOf(entry("demo", "archive", "/x", nil), `{"name":"later","type":"task"}`)))
	f.Add([]byte(`{"skills":[{"name":"demo","files":["SKILL.md"]}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		entries, _, err := readIndex(body)
		if err != nil {
			return
		}
		if len(entries) == 0 {
			t.Error("neither entries nor an error")
		}
		for _, e := range entries {
			if safefs.CheckPath(e.Name) != nil || strings.Contains(e.Name, "/") || !lowerDigest.MatchString(e.Digest) {
				t.Errorf("used: %+v", e)
			}
		}
	})
}

// FuzzRedactURL: what looks like a credential is not shown. URLs without a host
// are refused before; their path may look like user and host.
func FuzzRedactURL(f *testing.F) {
	f.Add("https://me:hunter2@host/x?token=hunter2&a=1#hunter2")
	f.Add("https://host/?X-Amz-Signature=hunter2;b&%74oken=hunter2")
	f.Fuzz(func(t *testing.T, text string) {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" {
			return
		}
		shown, err := url.Parse(RedactURL(u))
		if err != nil {
			return
		}
		if shown.User != nil || shown.Fragment != "" {
			t.Fatalf("%q shows user or fragment: %q", text, shown)
		}
		for name, values := range shown.Query() {
			if isSecretParameter(name) && slices.ContainsFunc(values, func(v string) bool { return v != "***" && v != "" }) {
				t.Fatalf("%q shows %s: %q", text, name, values)
			}
		}
	})
}
