package cache

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/pkg/pack"
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

// Tests 2, 3, 4, 6: what a redirect may do.
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

// Test 5: a limit of our own on redirects.
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

// Test 7: credentials go to the first origin only, even when a later hop comes
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

// Test 2: unencrypted connections are told, unless to this machine or pinned.
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

// Test 10: a proxy sees the request, and CONNECT for https.
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

// Test 11: TLS is verified.
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

// Tests 12, 13, 21: answers that are no success, and one request each.
func TestStatuses(t *testing.T) {
	t.Parallel()
	for _, code := range []int{204, 206, 304, 400, 401, 403, 404, 410, 501} {
		url, count := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) })
		wantError(t, get(t, url+"/x", GetOptions{}, nil), ErrNetwork, strconv.Itoa(code))
		if count.Load() != 1 {
			t.Errorf("%d: %d requests", code, count.Load())
		}
	}
	url, _ := serveBytes(t, []byte("<!DOCTYPE html><title>Log in</title>"))
	wantError(t, get(t, url+"/x.tar.gz", GetOptions{}, nil), pack.ErrFormat, "web page")
	url, _ = serveBytes(t, nil)
	wantError(t, get(t, url+"/x.tar.gz", GetOptions{}, nil), pack.ErrFormat, "empty")
}

// Test 20: what is tried again, and how often.
func TestRetries(t *testing.T) {
	t.Parallel()
	data := demo(t)
	for name, fail := range map[string]http.HandlerFunc{
		"503": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) },
		"429": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Retry-After", "0"); w.WriteHeader(429) },
		"408": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(408) },
		"500": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) },
		"cut": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(len(data)))
			_, _ = w.Write(data[:len(data)/2])
			panic(http.ErrAbortHandler)
		},
	} {
		var n atomic.Int64
		url, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if n.Add(1) < maxTries {
				fail(w, r)
				return
			}
			_, _ = w.Write(data)
		})
		if err := get(t, url+"/x", GetOptions{}, nil); err != nil || n.Load() != maxTries {
			t.Errorf("%s: %v after %d tries", name, err, n.Load())
		}
	}
	url, count := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) })
	wantError(t, get(t, url+"/x", GetOptions{}, nil), ErrNetwork, "tried 3 times")
	if count.Load() != maxTries {
		t.Errorf("%d tries", count.Load())
	}
	url, count = serve(t, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Retry-After", "61"); w.WriteHeader(429) })
	wantError(t, get(t, url+"/x", GetOptions{}, nil), ErrNetwork, "429")
	if count.Load() != 1 {
		t.Errorf("%d tries though the server wants a long wait", count.Load())
	}
}

// Tests 14, 15, 16: sizes that are announced, hidden or wrong.
func TestSizes(t *testing.T) {
	t.Parallel()
	data := demo(t)
	limit := func(n int64) func(*Options) { return func(o *Options) { o.Limits.Download = n } }
	size := int64(len(data))
	url, _ := serveBytes(t, data)
	if err := get(t, url+"/x", GetOptions{}, limit(size)); err != nil {
		t.Errorf("at the limit: %v", err)
	}
	wantError(t, get(t, url+"/x", GetOptions{}, limit(size-1)), ErrRefused, fmt.Sprintf("announces %d bytes", size))

	sent := new(atomic.Int64)
	endless, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			n, err := w.Write(make([]byte, 1<<10))
			if err != nil {
				return
			}
			sent.Add(int64(n))
			w.(http.Flusher).Flush()
		}
	})
	wantError(t, get(t, endless+"/x", GetOptions{}, limit(64<<10)), ErrRefused, "does not end")

	low, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { hijack(t, w, "Content-Length: 20\r\n", string(data)) })
	if err := get(t, low+"/x", GetOptions{}, nil); !errors.Is(err, pack.ErrRefused) {
		t.Errorf("a length that is too low: %v", err)
	}
	high, count := serve(t, func(w http.ResponseWriter, _ *http.Request) { hijack(t, w, "Content-Length: 99999\r\n", string(data)) })
	wantError(t, get(t, high+"/x", GetOptions{}, nil), ErrNetwork, "unexpected EOF")
	if count.Load() != maxTries {
		t.Errorf("%d tries", count.Load())
	}
	chunked, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		hijack(t, w, "Transfer-Encoding: chunked\r\n", "10\r\n"+string(data[:16])+"\r\n")
	})
	wantError(t, get(t, chunked+"/x", GetOptions{}, nil), ErrNetwork, "unexpected EOF")
	closed, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		hijack(t, w, "Connection: close\r\n", string(data[:len(data)-9]))
	})
	if err := get(t, closed+"/x", GetOptions{}, nil); !errors.Is(err, pack.ErrRefused) {
		t.Errorf("cut without a length: %v", err)
	}
}

// hijack writes an answer byte by byte as given, then closes.
func hijack(t *testing.T, w http.ResponseWriter, header, body string) {
	t.Helper()
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Close()
	_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\n"+header+"\r\n"+body)
}

// Test 17: encodings that we did not ask for.
func TestEncodings(t *testing.T) {
	t.Parallel()
	data := demo(t)
	var asked atomic.Value
	var twice bytes.Buffer
	z := gzip.NewWriter(&twice)
	_, _ = z.Write(data)
	_ = z.Close()
	var md bytes.Buffer
	z = gzip.NewWriter(&md)
	_, _ = io.WriteString(z, skillText)
	_ = z.Close()
	for name, c := range map[string]struct {
		path, encoding string
		body           []byte
		want           string
	}{
		"the archive's own layer":  {"/x.tar.gz", "gzip", data, ""},
		"one layer more":           {"/x.tar.gz", "gzip", twice.Bytes(), ""},
		"not compressed after all": {"/SKILL.md", "gzip", []byte(skillText), ""},
		"SKILL.md":                 {"/SKILL.md", "gzip", md.Bytes(), ""},
		"brotli":                   {"/x.tar.gz", "br", data, `"br"`},
		"damaged":                  {"/SKILL.md", "gzip", md.Bytes()[:md.Len()-6], "damaged"},
	} {
		url, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			asked.Store(r.Header.Get("Accept-Encoding"))
			w.Header().Set("Content-Encoding", c.encoding)
			_, _ = w.Write(c.body)
		})
		err := get(t, url+c.path, GetOptions{}, nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if asked.Load() != "identity" {
			t.Errorf("asked for %q", asked.Load())
		}
	}
}

// Test 18: servers that fall silent, in the head and in the body, and one that
// drips for ever.
func TestStalls(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]func(conn net.Conn){
		"before the head": func(net.Conn) {},
		"in the head":     func(c net.Conn) { _, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-") },
		"in the body":     func(c net.Conn) { _, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc") },
	} {
		url := listen(t, h)
		err := get(t, url+"/x", GetOptions{}, func(o *Options) { o.Limits.Stall = 100 * time.Millisecond })
		wantError(t, err, ErrNetwork, errStalled.Error())
		if err != nil && strings.Contains(err.Error(), "tried") {
			t.Errorf("%s: tried again: %v", name, err)
		}
	}
	drip := listen(t, func(c net.Conn) {
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for range tick.C {
			if _, err := c.Write([]byte{'x'}); err != nil {
				return
			}
		}
	})
	err := get(t, drip+"/x", GetOptions{}, func(o *Options) { o.Limits.Timeout = 300 * time.Millisecond })
	wantError(t, err, ErrNetwork, errTimeout.Error())
}

// listen answers every connection with h and keeps it open until the test ends.
func listen(t *testing.T, h func(net.Conn)) (url string) {
	t.Helper()
	var config net.ListenConfig
	l, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(func() { cancel(); l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				if _, err := http.ReadRequest(bufio.NewReader(conn)); err != nil {
					return
				}
				h(conn)
				<-ctx.Done()
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// Test 19: an interrupt ends a download and leaves nothing.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	url := listen(t, func(c net.Conn) {
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
		cancel()
	})
	s, _ := newStore(t, nil)
	_, err := s.Get(ctx, source(t, url+"/x"), GetOptions{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if left := leftovers(t, s); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// Test 23: a name that the server suggests is no path.
func TestDispositionIsIgnored(t *testing.T) {
	t.Parallel()
	url, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Disposition", `attachment; filename="../../evil.tar.gz"`)
		_, _ = w.Write(demo(t))
	})
	s, _ := newStore(t, nil)
	mustGet(t, s, url+"/x", GetOptions{})
	if left := leftovers(t, s); len(left) != 1 || !isKey(left[0]) {
		t.Errorf("cache holds %q", left)
	}
}

// Test 46: no error, message or file holds a credential.
func TestNothingLeaks(t *testing.T) {
	t.Parallel()
	data := demo(t)
	url, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			w.WriteHeader(404)
			return
		}
		w.Header().Set("Set-Cookie", "s=hunter2")
		_, _ = w.Write(data)
	})
	withUser := strings.Replace(url, "://", "://me:hunter2@", 1)
	s, r := newStore(t, func(o *Options) { o.Header = http.Header{"Authorization": {"Bearer hunter2"}} })
	e := mustGet(t, s, withUser+"/x?X-Amz-Signature=hunter2&sig=hunter2&a=1", GetOptions{})
	_, err := s.Get(t.Context(), source(t, withUser+"/gone?token=hunter2"), GetOptions{})
	_, offline := s.Get(t.Context(), source(t, withUser+"/y?token=hunter2"), GetOptions{Mode: Offline})
	refused := get(t, "http://me:hunter2@127.0.0.1:1/x?token=hunter2", GetOptions{}, nil)
	ready := content(t, e, ".ready")
	for name, text := range map[string]string{
		"metadata": ready, "404": err.Error(), "offline": offline.Error(), "connection": refused.Error(), "warnings": r.all(), "source": e.Source.String(),
	} {
		if strings.Contains(text, "hunter2") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// Test 22 stands for what is not done: a broken download starts over.
func TestNoRange(t *testing.T) {
	t.Parallel()
	var ranged atomic.Bool
	data := demo(t)
	var n atomic.Int64
	url, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Range") != "" {
			ranged.Store(true)
		}
		if n.Add(1) == 1 {
			hijack(t, w, "Accept-Ranges: bytes\r\nContent-Length: 9999\r\n", string(data[:10]))
			return
		}
		_, _ = w.Write(data)
	})
	if err := get(t, url+"/x", GetOptions{Digest: digest.Bytes(data)}, nil); err != nil || ranged.Load() {
		t.Errorf("%v, asked for a range: %v", err, ranged.Load())
	}
}

func TestHugeHeader(t *testing.T) {
	t.Parallel()
	url := listen(t, func(c net.Conn) {
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nX-Fill: ")
		fill := bytes.Repeat([]byte("x"), 64<<10)
		for range 64 {
			if _, err := c.Write(fill); err != nil {
				return
			}
		}
	})
	wantError(t, get(t, url+"/x", GetOptions{}, nil), ErrNetwork, "header")
}
