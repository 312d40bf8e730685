package cache

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"time"
)

// retry tries up to three times, as long as another try may help.
func (c *client) retry(ctx context.Context, try func() (*download, error)) (*download, error) {
	for n := 1; ; n++ {
		d, err := try()
		if err == nil {
			return d, nil
		}
		wait, again := c.wait(err, n)
		if !again || n == maxTries {
			return nil, tried(err, n)
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, cause(ctx, err)
		}
	}
}

// tried says how often we tried.
func tried(err error, n int) error {
	e, ok := errors.AsType[*Error](err)
	if n == 1 || !ok {
		return err
	}
	return failed(e.Kind, e.hint, "%w (tried %d times)", e.Err, n)
}

// wait says whether an error may pass and how long to wait before try n+1.
func (c *client) wait(err error, n int) (wait time.Duration, again bool) {
	wait = c.backoff<<(n-1) + rand.N(c.backoff)
	if s, ok := errors.AsType[*statusError](err); ok {
		switch {
		case s.code == http.StatusTooManyRequests || s.code == http.StatusServiceUnavailable:
			if after, ok := retryAfter(s.after); ok {
				return after, after <= maxRetryAfter
			}
			return wait, true
		case s.code == http.StatusRequestTimeout || s.code >= 500 && s.code != http.StatusNotImplemented:
			return wait, true
		}
		return 0, false
	}
	return wait, isTransient(err)
}

// retryAfter reads seconds or a date.
func retryAfter(s string) (time.Duration, bool) {
	if n, err := strconv.Atoi(s); err == nil && n >= 0 {
		return time.Duration(n) * time.Second, true
	}
	if t, err := http.ParseTime(s); err == nil {
		return max(0, time.Until(t)), true
	}
	return 0, false
}

// isTransient reports errors of connections that another try may not meet:
// not those of TLS, which stay, and not our own deadlines.
func isTransient(err error) bool {
	if !errors.Is(err, ErrNetwork) || errors.Is(err, errStalled) || errors.Is(err, errTimeout) {
		return false
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		return dns.IsTemporary || dns.IsTimeout
	}
	op, isOp := errors.AsType[*net.OpError](err)
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || isReset(err) || isOp && op.Op == "dial"
}

// networkError makes an [ErrNetwork] of what net/http reports.
func networkError(err error) error {
	if _, ok := errors.AsType[*Error](err); ok {
		return err
	}
	hint := "check the address and the network"
	_, verify := errors.AsType[*tls.CertificateVerificationError](err)
	_, unknown := errors.AsType[x509.UnknownAuthorityError](err)
	op, isOp := errors.AsType[*net.OpError](err)
	switch {
	case isOp && op.Op == "proxyconnect":
		hint = "check the proxy: HTTPS_PROXY, HTTP_PROXY and NO_PROXY"
	case verify || unknown:
		hint = "trust its certificate authority: skillctl fetch --cacert FILE; other commands then use the cache"
	case errors.Is(err, io.ErrUnexpectedEOF):
		hint = "the connection broke: try again"
	}
	return failed(ErrNetwork, hint, "%w", scrubbed{err})
}
