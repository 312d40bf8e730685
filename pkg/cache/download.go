package cache

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"
)

// Causes of deadlines of our own.
var (
	errStalled = errors.New("no byte arrived for too long")
	errTimeout = errors.New("took too long")
)

// download is what a server sent.
type download struct {
	url      *url.URL // the last one
	etag     string
	modified string
	encoding string // Content-Encoding, which we did not ask for
	kind     string // Content-Type
	bytes    int64
	same     bool // the server says that what we have is current; no body
}

// fetch downloads into the file at path, anew with every try.
func (c *client) fetch(ctx context.Context, r request, path string) (*download, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	d, err := c.retry(ctx, func() (*download, error) {
		if err := f.Truncate(0); err != nil {
			return nil, err
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		return c.once(ctx, r, f)
	})
	return d, errors.Join(err, f.Close())
}

// read downloads into memory.
func (c *client) read(ctx context.Context, r request) ([]byte, *download, error) {
	var body []byte
	d, err := c.retry(ctx, func() (*download, error) {
		b := &buffer{}
		d, err := c.once(ctx, r, b)
		body = b.data
		return d, err
	})
	return body, d, err
}

type buffer struct{ data []byte }

func (b *buffer) Write(p []byte) (int, error) {
	b.data = append(b.data, p...)
	return len(p), nil
}

// once is one try.
func (c *client) once(ctx context.Context, r request, w io.Writer) (*download, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	dog := time.AfterFunc(c.limits.Stall, func() { cancel(errStalled) })
	defer dog.Stop()
	resp, final, err := c.open(ctx, r)
	if err != nil {
		return nil, cause(ctx, err)
	}
	defer func() { _ = resp.Body.Close() }() // only read
	d := &download{
		url: final, etag: resp.Header.Get("ETag"), modified: resp.Header.Get("Last-Modified"),
		encoding: resp.Header.Get("Content-Encoding"), kind: resp.Header.Get("Content-Type"),
	}
	if err := checkStatus(resp, final, r); err != nil {
		return nil, err
	}
	if d.same = resp.StatusCode == http.StatusNotModified; d.same {
		return d, nil
	}
	if resp.ContentLength > r.limit {
		return nil, tooLong(r.limit, "the server announces %d bytes", resp.ContentLength)
	}
	body := &meter{r: resp.Body, dog: dog, stall: c.limits.Stall, report: c.report, total: max(resp.ContentLength, 0)}
	d.bytes, err = io.Copy(w, io.LimitReader(body, r.limit+1))
	switch {
	case err != nil && body.err == nil:
		return nil, err // the disk, not the network
	case err != nil:
		return nil, cause(ctx, fmt.Errorf("after %d bytes: %w", d.bytes, err))
	case d.bytes > r.limit:
		return nil, tooLong(r.limit, "the download does not end")
	}
	return d, nil
}

func tooLong(limit int64, format string, args ...any) error {
	return failed(ErrRefused, "raise the limit with --max-download if you trust the source",
		"%s: more than the limit of %d bytes", fmt.Sprintf(format, args...), limit)
}

// cause puts the reason of a canceled context in the place of the error that
// it led to.
func cause(ctx context.Context, err error) error {
	why := context.Cause(ctx)
	switch {
	case why == nil:
		return networkError(err)
	case errors.Is(why, errStalled), errors.Is(why, errTimeout), errors.Is(why, context.DeadlineExceeded):
		return failed(ErrNetwork, "try again, or give it more time with --timeout", "%w", why)
	}
	return why
}

// checkStatus accepts 200, and 304 when we asked for it.
func checkStatus(resp *http.Response, u *url.URL, r request) error {
	switch {
	case resp.StatusCode == http.StatusOK:
		return nil
	case resp.StatusCode == http.StatusNotModified && r.conditional():
		return nil
	}
	e := failed(ErrNetwork, "", "the server answered %s", resp.Status)
	if u.String() != r.url.String() {
		e = failed(ErrNetwork, "", "%s answered %s", RedactURL(u), resp.Status)
	}
	switch resp.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		e.hint = "give credentials: skillctl fetch --header 'Authorization: …'; other commands then use the cache"
	case http.StatusNotFound, http.StatusGone:
		e.hint = "check the address"
	case http.StatusProxyAuthRequired:
		e.hint = "put the proxy's user and password into HTTPS_PROXY"
	}
	return &statusError{err: e, code: resp.StatusCode, after: resp.Header.Get("Retry-After")}
}

// statusError is an answer that is no success.
type statusError struct {
	err   *Error
	code  int
	after string // Retry-After
}

func (e *statusError) Error() string { return e.err.Error() }
func (e *statusError) Unwrap() error { return e.err }

// meter counts what passes, feeds the watchdog and reports progress.
type meter struct {
	r      io.Reader
	dog    *time.Timer
	stall  time.Duration
	report func(Progress)
	total  int64
	n      int64
	last   time.Time
	err    error
}

const reportEvery = 100 * time.Millisecond

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	if n > 0 {
		m.n += int64(n)
		if m.dog != nil {
			m.dog.Reset(m.stall)
		}
		if now := time.Now(); now.Sub(m.last) >= reportEvery {
			m.last = now
			m.report(Progress{Bytes: m.n, Total: m.total})
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		m.err = err
	}
	return n, err
}
