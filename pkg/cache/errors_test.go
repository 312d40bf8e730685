package cache

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/pkg/pack"
)

// An error says what to do: its own hint, else that of its cause, else that of
// its kind.
func TestErrorHint(t *testing.T) {
	t.Parallel()
	plain := errors.New("x")
	link := &pack.Error{Rule: pack.RuleLink}
	for name, c := range map[string]struct {
		err  *Error
		want string
	}{
		"own":                {&Error{Kind: ErrNetwork, Err: link, hint: "own"}, "own"},
		"of the cause":       {&Error{Kind: ErrNetwork, Err: link}, link.Hint()},
		"of the inner cause": {&Error{Err: &Error{Err: plain, Kind: ErrMismatch, hint: "inner"}}, "inner"},
		"cause without":      {&Error{Kind: ErrSource, Err: &pack.Error{Rule: "none"}}, "skillctl fetch --help"},
		"network":            {&Error{Kind: ErrNetwork, Err: plain}, "try again later"},
		"refused":            {&Error{Kind: ErrRefused, Err: plain}, "tell who publishes it"},
		"inner kind":         {&Error{Err: failed(ErrRefused, "", "x")}, "tell who publishes it"},
		"nothing":            {&Error{Err: plain}, ""},
	} {
		if got := c.err.Hint(); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Whatever a user writes or a server answers, the error has a hint.
func TestEveryErrorHasAHint(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "http://[::1", "http://", "https:x", "ftp://x/y", "file://host/x", "file:x", "github:", "github:a", "github:a/..", "github:a/b@-x",
		"git+https://", "git+https://h", "git+ssh://-x/y", "git+ssh://-oProxyCommand=x@h/y", "git+file://h/x", "git+https://h/x#..", "git+https://h/x#main:../x", "http://%zz/", "https://a b/",
	} {
		_, err := ParseSource(text, t.TempDir())
		if e, ok := errors.AsType[*Error](err); !ok || !errors.Is(err, ErrSource) || e.Hint() == "" {
			t.Errorf("%q: %v without a hint", text, err)
		}
	}
	for _, h := range []http.HandlerFunc{
		func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) },
		func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusFound) },
		func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path+"x", http.StatusFound) },
		func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "ftp://x/y", http.StatusFound) },
		func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "http://u:p@x/y", http.StatusFound) },
		func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "http:///y", http.StatusFound) },
		func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write([]byte("x"))
		},
		func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("text")) },
	} {
		url, _ := serve(t, h)
		for _, path := range []string{"/x", ""} {
			s, _ := newStore(t, nil)
			_, err := s.Get(context.Background(), source(t, url+path), GetOptions{})
			if hint, ok := errors.AsType[interface {
				error
				Hint() string
			}](err); !ok || hint.Hint() == "" {
				t.Errorf("%v without a hint", err)
			}
		}
	}
}

// What git says is matched with what helps.
func TestGitHint(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"detected dubious ownership in repository at '/x'":                   "safe.directory",
		"could not read Username for 'https://h': terminal prompts disabled": "credential helper",
		"Authentication failed for 'https://h/x'":                            "credential helper",
		"git@h: Permission denied (publickey).":                              "ssh key",
		"repository 'https://h/x/' not found":                                "address of the repository",
		"'/x' does not appear to be a git repository":                        "address of the repository",
		"Host key verification failed.":                                      "host's key",
		"Could not resolve host: h":                                          "check the address and the network",
	} {
		if got := gitHint(said); !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

// A proxy that cannot be reached is not the address that was asked for.
func TestNetworkHints(t *testing.T) {
	t.Parallel()
	refused := errors.New("connection refused")
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"host":  {&net.OpError{Op: "dial", Net: "tcp", Err: refused}, "check the address and the network"},
		"proxy": {&net.OpError{Op: "proxyconnect", Net: "tcp", Err: &net.OpError{Op: "dial", Err: refused}}, "check the proxy: HTTPS_PROXY, HTTP_PROXY and NO_PROXY"},
	} {
		e, ok := errors.AsType[*Error](networkError(c.err))
		if !ok || e.Hint() != c.want {
			t.Errorf("%s: got %v, want the hint %q", name, e, c.want)
		}
	}
}
