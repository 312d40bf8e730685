package cli

import (
	"errors"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/cache"
)

// missing gives the error of a root that is not on the disk a better hint than
// to check the path: how it is written, when it looks like an address as other
// tools take it, or that a variable names it. Other errors stay as they are.
func (a *app) missing(source string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if other := a.meant(source); other != "" {
		return fail(codeUnreadable, "check the path, or write "+other, "%w", err)
	}
	if slices.Contains(splitRoots(a.getenv("SKILLS_ROOT")), source) {
		return fail(codeUnreadable, "check SKILLS_ROOT, which names it, or unset it", "%w", err)
	}
	return err
}

// meant is the source that a text without a scheme looks like: a repository as
// git, its web page or the name of it, or an address that lacks its https://;
// "" when it looks like none.
func (a *app) meant(text string) string {
	if hasScheme(text) || strings.HasPrefix(text, ".") || strings.HasPrefix(text, "/") {
		return ""
	}
	if user, repo, ok := strings.Cut(text, ":"); ok {
		return meantBySCP(user, repo)
	}
	host, rest, ok := strings.Cut(text, "/")
	rest = strings.Trim(rest, "/")
	if !ok || rest == "" {
		return ""
	}
	if _, err := os.Stat(a.abs(host)); err == nil { // a path with a mistake further down
		return ""
	}
	switch {
	case strings.TrimPrefix(host, "www.") == "github.com":
		return known("github:" + strings.TrimSuffix(rest, ".git"))
	case regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:[0-9]+)?$`).MatchString(host):
		return known("https://" + text)
	case !strings.Contains(rest, "/"):
		return known("github:" + text)
	}
	return ""
}

// meantBySCP is the source of git's short form user@host:repository.
func meantBySCP(user, repo string) string {
	_, host, ok := strings.Cut(user, "@")
	switch {
	case !ok:
		return ""
	case host == "github.com":
		return known("github:" + strings.TrimSuffix(repo, ".git"))
	}
	return known("git+ssh://" + user + "/" + strings.TrimPrefix(repo, "/"))
}

// known is source when it can be read as one, else "".
func known(source string) string {
	if _, err := cache.ParseSource(source, ""); err != nil {
		return ""
	}
	return source
}
