package cache

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skillctl/skillctl/internal/digest"
)

// get fetches text with a fresh store and returns the error and what is left.
func get(t *testing.T, text string, o GetOptions, change func(*Options)) error {
	t.Helper()
	s, _ := newStore(t, change)
	_, err := s.Get(t.Context(), source(t, text), o)
	if err != nil {
		if left := leftovers(t, s); len(left) > 0 {
			t.Errorf("left behind: %q", left)
		}
	}
	return err
}

func wantError(t *testing.T, err, kind error, text string) {
	t.Helper()
	if !errors.Is(err, kind) || !strings.Contains(err.Error(), text) {
		t.Errorf("error %v, want one of kind %v with %q", err, kind, text)
	}
}

// tlsServer serves https and gives the option that trusts it.
func tlsServer(t *testing.T, h http.HandlerFunc) (string, func(*Options)) {
	t.Helper()
	server := httptest.NewTLSServer(h)
	t.Cleanup(server.Close)
	cert := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	return server.URL, func(o *Options) { o.CACert = cert }
}

// What a redirect may do.
func TestRedirects(t *testing.T) {
	t.Parallel()
	data := demo(t)
	plain, plainCount := serveBytes(t, data)
	secure, trust := tlsServer(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/down":
			http.Redirect(w, r, plain+"/x?token=hunter2", http.StatusFound)
		case "/file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case "/user":
			http.Redirect(w, r, strings.Replace(plain, "://", "://me:hunter2@", 1), http.StatusFound)
		case "/none":
			w.WriteHeader(http.StatusFound)
		default:
			_, _ = w.Write(data)
		}
	})
	for path, c := range map[string]struct {
		kind error
		text string
	}{
		"/down": {ErrRefused, "not encrypted"}, "/file": {ErrRefused, `scheme "file"`}, "/user": {ErrRefused, ""}, "/none": {ErrNetwork, "usable address"},
	} {
		err := get(t, secure+path, GetOptions{}, trust)
		wantError(t, err, c.kind, c.text)
		if err != nil && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: a secret in %q", path, err)
		}
	}
	if n := plainCount.Load(); n != 0 {
		t.Errorf("%d requests went out unencrypted", n)
	}
	back, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, strings.Replace(plain, "://", "://me:hunter2@", 1), http.StatusFound)
	})
	wantError(t, get(t, back+"/x", GetOptions{}, nil), ErrRefused, "address with credentials")
	up, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, secure+"/ok", http.StatusMovedPermanently)
	})
	if err := get(t, up+"/x", GetOptions{}, trust); err != nil {
		t.Errorf("http to https: %v", err)
	}
}

// A limit of our own on redirects.
func TestRedirectLimit(t *testing.T) {
	t.Parallel()
	var n atomic.Int64
	data := demo(t)
	chain := func(limit int64) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if n.Add(1) > limit {
				_, _ = w.Write(data)
				return
			}
			http.Redirect(w, r, fmt.Sprintf("/%d", n.Load()), http.StatusTemporaryRedirect)
		}
	}
	url, _ := serve(t, chain(maxRedirects))
	if err := get(t, url+"/a", GetOptions{}, nil); err != nil {
		t.Errorf("%d redirects: %v", maxRedirects, err)
	}
	n.Store(0)
	url, count := serve(t, chain(1000))
	wantError(t, get(t, url+"/a", GetOptions{}, nil), ErrRefused, "more than 10 redirects")
	if count.Load() != maxRedirects+1 {
		t.Errorf("%d requests", count.Load())
	}
}

// Credentials go to the first origin only, even when a later hop comes
// back to it.
func TestCredentialsStayAtHome(t *testing.T) {
	t.Parallel()
	data := demo(t)
	var seen, homeAgain atomic.Value
	seen.Store("")
	homeAgain.Store("")
	var home string
	other, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		seen.Store(r.Header.Get("Authorization") + r.Header.Get("X-Key") + r.Header.Get("Cookie") + r.Header.Get("Referer"))
		if r.URL.Path == "/back" {
			http.Redirect(w, r, home+"/final", http.StatusFound)
			return
		}
		_, _ = w.Write(data)
	})
	var first atomic.Value
	home, _ = serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/final":
			homeAgain.Store(r.Header.Get("Authorization") + r.Header.Get("X-Key"))
			_, _ = w.Write(data)
		case "/same":
			http.Redirect(w, r, "/start", http.StatusFound)
		default:
			first.Store(r.Header.Get("Authorization") + " " + r.Header.Get("X-Key"))
			http.SetCookie(w, &http.Cookie{Name: "session", Value: "hunter2"})
			http.Redirect(w, r, other+"/back", http.StatusFound)
		}
	})
	withUser := strings.Replace(home, "://", "://me:hunter2@", 1)
	err := get(t, withUser+"/same", GetOptions{}, func(o *Options) { o.Header = http.Header{"X-Key": {"k3y"}} })
	if err != nil {
		t.Fatal(err)
	}
	if got := first.Load(); got != "Basic bWU6aHVudGVyMg== k3y" {
		t.Errorf("first origin got %q", got)
	}
	if got := seen.Load(); got != "" {
		t.Errorf("other origin got %q", got)
	}
	if got := homeAgain.Load(); got != "" {
		t.Errorf("first origin, after another one, got %q", got)
	}
}

// Unencrypted connections are told, unless to this machine or pinned.
func TestPlainWarning(t *testing.T) {
	t.Parallel()
	data := demo(t)
	url, _ := serveBytes(t, data)
	proxied := func(o *Options) { o.Proxy = proxyTo(t, url) }
	for name, c := range map[string]struct {
		text string
		pin  digest.Digest
		want bool
	}{
		"other host": {"http://example.invalid/x", "", true},
		"pinned":     {"http://example.invalid/x", digest.Bytes(data), false},
		"loopback":   {url + "/x", "", false},
	} {
		s, r := newStore(t, proxied)
		mustGet(t, s, c.text, GetOptions{Digest: c.pin})
		if got := strings.Contains(r.all(), "not encrypted"); got != c.want {
			t.Errorf("%s: warned %v: %q", name, got, r.all())
		}
	}
}

func proxyTo(t *testing.T, proxy string) func(*http.Request) (*url.URL, error) {
	t.Helper()
	u, err := url.Parse(proxy)
	if err != nil {
		t.Fatal(err)
	}
	return func(r *http.Request) (*url.URL, error) {
		if isLoopback(r.URL) {
			return nil, nil
		}
		return u, nil
	}
}

// A proxy sees the request, and CONNECT for https.
func TestProxy(t *testing.T) {
	t.Parallel()
	var method, target atomic.Value
	proxy, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		method.Store(r.Method)
		target.Store(r.Host)
		http.Error(w, "no", http.StatusForbidden)
	})
	err := get(t, "https://example.invalid/x", GetOptions{}, func(o *Options) { o.Proxy = proxyTo(t, proxy) })
	wantError(t, err, ErrNetwork, "")
	if method.Load() != http.MethodConnect || target.Load() != "example.invalid:443" {
		t.Errorf("the proxy saw %v %v", method.Load(), target.Load())
	}
}

// TLS is verified.
func TestTLS(t *testing.T) {
	t.Parallel()
	data := demo(t)
	ok := func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(data) }
	good, trust := tlsServer(t, ok)
	wantError(t, get(t, good+"/x", GetOptions{}, nil), ErrNetwork, "certificate")
	if err := get(t, good+"/x", GetOptions{}, trust); err != nil {
		t.Errorf("with --cacert: %v", err)
	}
	wrongHost := strings.Replace(good, "127.0.0.1", "localhost", 1)
	wantError(t, get(t, wrongHost+"/x", GetOptions{}, trust), ErrNetwork, "certificate")

	expired, cert := certificate(t, time.Now().Add(-time.Hour))
	server := httptest.NewUnstartedServer(http.HandlerFunc(ok))
	server.TLS = &tls.Config{Certificates: []tls.Certificate{expired}}
	server.StartTLS()
	defer server.Close()
	wantError(t, get(t, server.URL+"/x", GetOptions{}, func(o *Options) { o.CACert = cert }), ErrNetwork, "expired")

	old := httptest.NewUnstartedServer(http.HandlerFunc(ok))
	old.TLS = &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}
	old.StartTLS()
	defer old.Close()
	wantError(t, get(t, old.URL+"/x", GetOptions{}, trust), ErrNetwork, "")

	if _, err := Open(t.TempDir(), Options{CACert: []byte("nonsense")}); !errors.Is(err, ErrSource) {
		t.Errorf("a file without certificates: %v", err)
	}
}

func certificate(t *testing.T, until time.Time) (tls.Certificate, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: until.Add(-time.Hour), NotAfter: until, IsCA: true, BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

// No error, message or file holds a credential.
func TestNothingLeaks(t *testing.T) {
	t.Parallel()
	data := demo(t)
	server, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			w.WriteHeader(404)
			return
		}
		w.Header().Set("Set-Cookie", "s=hunter2")
		_, _ = w.Write(data)
	})
	withUser := strings.Replace(server, "://", "://me:hunter2@", 1)
	s, r := newStore(t, func(o *Options) { o.Header = http.Header{"Authorization": {"Bearer hunter2"}} })
	e := mustGet(t, s, withUser+"/x?X-Amz-Signature=hunter2&sig=hunter2&a=1", GetOptions{})
	_, err := s.Get(t.Context(), source(t, withUser+"/gone?token=hunter2"), GetOptions{})
	_, offline := s.Get(t.Context(), source(t, withUser+"/y?token=hunter2"), GetOptions{Mode: Offline})
	refused := get(t, "http://me:hunter2@127.0.0.1:1/x?token=hunter2", GetOptions{}, nil)
	proxy := get(t, "http://example.invalid/x", GetOptions{}, func(o *Options) {
		o.Proxy = func(*http.Request) (*url.URL, error) { return url.Parse("http://me:hunter2@127.0.0.1:1") }
	})
	proxyFault := get(t, "http://example.invalid/x", GetOptions{}, func(o *Options) {
		o.Proxy = func(*http.Request) (*url.URL, error) { return nil, errors.New("bad proxy http://me:hunter2@host") }
	})
	ready := content(t, e, ".ready")
	for name, text := range map[string]string{
		"metadata": ready, "404": err.Error(), "offline": offline.Error(), "connection": refused.Error(), "proxy": proxy.Error(), "proxy address": proxyFault.Error(), "warnings": r.all(), "source": e.Source.String(),
	} {
		if strings.Contains(text, "hunter2") {
			t.Errorf("%s: %s", name, text)
		}
	}
}
