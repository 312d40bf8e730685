package cache

import (
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
