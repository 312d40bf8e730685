package cache

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/pkg/pack"
)

// Answers that are no success, and one request each.
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
	wantError(t, get(t, url+"/x.tar.gz", GetOptions{}, nil), pack.ErrFormat, "HTML page")
	err := get(t, "http://github.com/o/r/tree/main/x", GetOptions{}, func(o *Options) { o.Proxy = proxyTo(t, url) })
	if e, ok := errors.AsType[*Error](err); !ok || !strings.Contains(e.Hint(), "github:owner/repo") {
		t.Errorf("a page of GitHub: %v", err)
	}
	url, _ = serveBytes(t, nil)
	wantError(t, get(t, url+"/x.tar.gz", GetOptions{}, nil), pack.ErrFormat, "empty")
}

// What is tried again, and how often.
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

// Sizes that are announced, hidden or wrong.
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

// Encodings that we did not ask for.
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

// Servers that fall silent, in the head and in the body, and one that
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

// An interrupt ends a download and leaves nothing.
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

// A name that the server suggests is no path.
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

// A broken download starts over: no range is asked for.
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
