package cache

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFetchFile(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("/data.csv", func(w http.ResponseWriter, r *http.Request) {
		if user, password, ok := r.BasicAuth(); ok && user+password != "mesecret" {
			w.WriteHeader(http.StatusForbidden)
		}
		_, _ = w.Write([]byte("a,b\n"))
	})
	mux.Handle("/moved/x.bin", http.RedirectHandler("/data.csv", http.StatusFound))
	mux.HandleFunc("/big", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 2000)) })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	store, err := Open(t.TempDir(), Options{Limits: Limits{Download: 1000}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	withUser := strings.Replace(server.URL, "http://", "http://me:secret@", 1)
	for _, tt := range []struct {
		url, name string
		want      error
	}{
		{server.URL + "/data.csv?x=1#y", "data.csv", nil},
		{withUser + "/data.csv", "data.csv", nil},
		{server.URL + "/moved/x.bin", "x.bin", nil},
		{server.URL + "/missing", "", ErrNetwork},
		{server.URL + "/big", "", ErrRefused},
		{"ftp://host/x", "", ErrSource},
		{"http:///x", "", ErrSource},
	} {
		file := filepath.Join(t.TempDir(), "f")
		name, err := store.FetchFile(t.Context(), tt.url, file)
		if name != tt.name || !errors.Is(err, tt.want) {
			t.Errorf("%s: %q, %v", tt.url, name, err)
		}
		if b, _ := os.ReadFile(file); tt.want == nil && string(b) != "a,b\n" {
			t.Errorf("%s: holds %q", tt.url, b)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error holds the password: %v", tt.url, err)
		}
	}
}

// What a server compresses though nobody asked is unpacked; what fails or is too
// large then leaves nothing beside the file; a name that is no safe file name is
// not taken over.
func TestFetchFileEncoded(t *testing.T) {
	t.Parallel()
	packed := func(text string) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write([]byte(text)) // to memory
		_ = z.Close()
		return b.Bytes()
	}
	bodies := map[string][]byte{
		"/a.csv": packed("a,b\n"), "/": packed("a,b\n"), "/CON": packed("a,b\n"), "/plain.csv": []byte("a,b\n"),
		"/bomb": packed(strings.Repeat("0", 1<<20)), "/cut": packed(strings.Repeat("abcdefgh", 9))[:20],
	}
	url, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(bodies[r.URL.Path])
	})
	s, _ := newStore(t, func(o *Options) { o.Limits.Download = 4000 })
	for path, c := range map[string]struct {
		name string
		want error
	}{
		"/a.csv": {"a.csv", nil}, "/plain.csv": {"plain.csv", nil}, "/": {"download", nil}, "/CON": {"download", nil},
		"/bomb": {"", ErrRefused}, "/cut": {"", ErrNetwork},
	} {
		file := filepath.Join(t.TempDir(), "f")
		name, err := s.FetchFile(t.Context(), url+path, file)
		if name != c.name || !errors.Is(err, c.want) {
			t.Errorf("%s: %q, %v", path, name, err)
		}
		if b, _ := os.ReadFile(file); c.want == nil && string(b) != "a,b\n" {
			t.Errorf("%s: holds %q", path, b)
		}
		if left, _ := os.ReadDir(filepath.Dir(file)); len(left) != 1 {
			t.Errorf("%s: left behind %v", path, left)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.FetchFile(ctx, url+"/a.csv", filepath.Join(t.TempDir(), "f")); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}
