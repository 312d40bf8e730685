package cache

import (
	"net/url"
	"strings"
)

// Where a host publishes its skills: version 0.2.0 of the discovery draft, and
// the older layout that has no digests.
const (
	indexPath    = "/.well-known/agent-skills/index.json"
	oldIndexPath = "/.well-known/skills/index.json"
)

// isIndexURL reports URLs that mean a well-known index: a bare host, or the
// index itself.
func isIndexURL(u *url.URL) bool {
	return u.RawQuery == "" && (u.Path == "" || u.Path == "/") ||
		strings.HasSuffix(u.Path, indexPath) || strings.HasSuffix(u.Path, oldIndexPath)
}
