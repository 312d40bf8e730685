package cache

import (
	"context"
	"net/url"
	"path"

	"github.com/skillctl/skillctl/internal/safefs"
)

// FetchFile downloads an http(s) URL, whatever it is, into the new file at
// path, by the rules and limits of every download. Nothing is cached. It
// returns the last element of the URL's path, or "download" when that is no
// safe file name; redirects do not change it. Errors are those of [Store.Get].
func (s *Store) FetchFile(ctx context.Context, rawURL, file string) (name string, err error) {
	u, err := url.Parse(rawURL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", failed(ErrSource, "give an http(s) URL", "%s: no URL to download", redactText(rawURL))
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.o.Limits.Timeout, errTimeout)
	defer cancel()
	r := request{url: u, user: u.User, accept: "*/*", limit: s.o.Limits.Download}
	plain := *u
	plain.User, plain.Fragment = nil, ""
	r.url = &plain
	name = path.Base(u.Path)
	d, err := s.http.fetch(ctx, r, file)
	if err != nil {
		return "", err
	}
	if err := decode(d, name, file, r.limit); err != nil {
		return "", err
	}
	if safefs.CheckPath(name) != nil {
		name = "download"
	}
	return name, nil
}
