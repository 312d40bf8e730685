package cache

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// client is an HTTP client with the rules of this package: it never leaves
// https, sends credentials to the first origin only, unpacks nothing behind
// our back, and waits only so long.
type client struct {
	http    *http.Client
	limits  Limits
	agent   string
	backoff time.Duration
	report  func(Progress)
}

func newClient(o Options) (*client, error) {
	roots, err := certificates(o)
	if err != nil {
		return nil, err
	}
	dialer := &net.Dialer{Timeout: o.Limits.Connect, KeepAlive: 30 * time.Second}
	transport := &http.Transport{
		Proxy:                  o.Proxy,
		DialContext:            dialer.DialContext,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots},
		TLSHandshakeTimeout:    o.Limits.Connect,
		ResponseHeaderTimeout:  o.Limits.Header,
		MaxResponseHeaderBytes: maxHeaderBytes,
		DisableCompression:     true,
		DisableKeepAlives:      true, // a server that sends too much would be reported on standard error
		ForceAttemptHTTP2:      true,
	}
	return &client{
		http: &http.Client{
			Transport:     transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		limits: o.Limits, agent: o.Tool, backoff: o.backoff, report: func(Progress) {},
	}, nil
}

// certificates are the system's and the given ones.
func certificates(o Options) (*x509.CertPool, error) {
	if len(o.CACert) == 0 {
		return nil, nil //nolint:nilnil // nil means the system's own to crypto/tls
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(o.CACert) {
		return nil, failed(ErrSource, "give a file with PEM certificates", "%s: no certificate in it", o.CACertFile)
	}
	return pool, nil
}

func (c *client) close() { c.http.CloseIdleConnections() }

// request is what to ask for.
type request struct {
	url      *url.URL
	user     *url.Userinfo // sent to the first origin only
	header   http.Header   // sent to the first origin only
	accept   string
	etag     string // validators of what we have
	modified string
	limit    int64 // bytes of the body
}

func (r request) conditional() bool { return r.etag != "" || r.modified != "" }

// open sends a request and follows redirects by our own rules. It returns the
// first answer that is none, and its URL. The caller closes the body.
func (c *client) open(ctx context.Context, r request) (*http.Response, *url.URL, error) {
	u, first := r.url, true
	for range maxRedirects + 1 {
		resp, err := c.send(ctx, u, r, first)
		if err != nil {
			return nil, nil, err
		}
		if !isRedirect(resp) {
			return resp, u, nil
		}
		next, err := redirect(u, resp.Header.Get("Location"))
		if err = errors.Join(err, resp.Body.Close()); err != nil {
			return nil, nil, err
		}
		first = first && sameOrigin(u, next)
		u = next
	}
	return nil, nil, failed(ErrRefused, "", "more than %d redirects, the last one to %s", maxRedirects, RedactURL(u))
}

func (c *client) send(ctx context.Context, u *url.URL, r request, first bool) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return nil, withoutURL(err)
	}
	if first {
		maps.Copy(req.Header, r.header)
		if r.user != nil && req.Header.Get("Authorization") == "" {
			req.Header.Set("Authorization", basic(r.user))
		}
	}
	req.Header.Set("Accept-Encoding", "identity")
	setUnlessEmpty(req.Header, "User-Agent", c.agent)
	setUnlessEmpty(req.Header, "Accept", r.accept)
	setUnlessEmpty(req.Header, "If-None-Match", r.etag)
	setUnlessEmpty(req.Header, "If-Modified-Since", r.modified)
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, withoutURL(err)
	}
	return resp, nil
}

func basic(u *url.Userinfo) string {
	password, _ := u.Password()
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(u.Username()+":"+password))
}

func setUnlessEmpty(h http.Header, name, value string) {
	if value != "" {
		h.Set(name, value)
	}
}

func isRedirect(resp *http.Response) bool {
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// redirect checks where an answer wants us to go.
func redirect(from *url.URL, location string) (*url.URL, error) {
	to, err := from.Parse(location)
	if err != nil || location == "" {
		return nil, failed(ErrNetwork, "", "redirect from %s without a usable address", RedactURL(from))
	}
	to.Scheme, to.Host = strings.ToLower(to.Scheme), canonicalHost(to)
	to.Fragment, to.RawFragment = "", ""
	switch {
	case to.Scheme != "http" && to.Scheme != "https":
		return nil, failed(ErrRefused, "", "redirect from %s to the scheme %q", RedactURL(from), to.Scheme)
	case from.Scheme == "https" && to.Scheme == "http":
		return nil, failed(ErrRefused, "the server should redirect to https", "redirect from %s to %s, which is not encrypted", RedactURL(from), RedactURL(to))
	case to.User != nil:
		return nil, failed(ErrRefused, "", "redirect from %s to an address with credentials", RedactURL(from))
	case to.Hostname() == "":
		return nil, failed(ErrNetwork, "", "redirect from %s to no host", RedactURL(from))
	}
	return to, nil
}

// sameOrigin compares scheme, host and port.
func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && canonicalHost(a) == canonicalHost(b)
}

// isLoopback reports URLs of this machine.
func isLoopback(u *url.URL) bool {
	host := u.Hostname()
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}
