package cache

import (
	"net/url"
	"path"
	"strings"

	"github.com/skillctl/skillctl/internal/safefs"
)

// ownerName and repoName are what GitHub allows.
var (
	ownerName = newPattern(`^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9_])?$`)
	repoName  = newPattern(`^[A-Za-z0-9._-]{1,100}$`)
	refName   = newPattern(`^[^\x00-\x20\x7f~^:?*\[\\]{1,244}$`)
)

const gitHubForm = "write github:owner/repo[/path][@ref]"

// parseGitHub reads github:owner/repo[/path][@ref]. An @ at the start of a
// path element belongs to the path (npm scopes), any other one starts the ref.
func parseGitHub(s string) (Source, error) {
	rest := strings.TrimPrefix(s[len("github:"):], "//")
	rest, ref := cutRef(rest)
	parts := strings.SplitN(strings.TrimSuffix(rest, "/"), "/", 3)
	if len(parts) < 2 {
		return Source{}, failed(ErrSource, gitHubForm, "%s: owner or repository missing", redactText(s))
	}
	src := Source{Kind: KindGitHub, owner: parts[0], repo: strings.TrimSuffix(parts[1], ".git"), ref: ref}
	if !ownerName.MatchString(src.owner) || !repoName.MatchString(src.repo) || strings.Trim(src.repo, ".") == "" {
		return Source{}, failed(ErrSource, gitHubForm, "%s: no name of a repository", redactText(s))
	}
	if len(parts) == 3 {
		src.sub = parts[2]
	}
	if err := src.checkGit(s); err != nil {
		return Source{}, err
	}
	src.text = "github:" + src.owner + "/" + src.repo
	if src.sub != "" {
		src.text += "/" + src.sub
	}
	if ref != "" {
		src.text += "@" + ref
	}
	return src, nil
}

func cutRef(s string) (rest, ref string) {
	for i := len(s) - 1; i > 0; i-- {
		if s[i] == '@' && s[i-1] != '/' {
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

const gitForm = "write git+https://host/repository[#[ref][:path]]"

// parseGit reads git+SCHEME://…[#[ref][:path]].
func parseGit(s string) (Source, error) {
	s, fragment, _ := strings.Cut(s, "#")
	u, err := parseURL(s)
	if err != nil {
		return Source{}, err
	}
	src := Source{Kind: KindGit, url: u, user: u.User}
	u.User = nil
	switch {
	case u.Scheme == "git+file" && (u.Host != "" && u.Host != "localhost" || !path.IsAbs(u.Path)):
		return Source{}, failed(ErrSource, "write git+file:///path", "%s: needs an absolute path", redactText(s))
	case u.Scheme != "git+file" && (u.Hostname() == "" || strings.HasPrefix(u.Hostname(), "-") || strings.HasPrefix(src.user.Username(), "-")):
		return Source{}, failed(ErrSource, gitForm, "%s: no host", redactText(s))
	case len(u.Path) < 2:
		return Source{}, failed(ErrSource, gitForm, "%s: no repository", redactText(s))
	}
	if decoded, err := url.PathUnescape(fragment); err == nil {
		fragment = decoded
	}
	src.ref, src.sub, _ = strings.Cut(fragment, ":")
	src.sub = strings.TrimSuffix(src.sub, "/")
	if err := src.checkGit(s); err != nil {
		return Source{}, err
	}
	src.text = u.String()
	if fragment != "" {
		src.text += "#" + fragment
	}
	return src, nil
}

// checkGit checks ref and path of a repository.
func (s Source) checkGit(text string) error {
	if s.ref != "" && (!refName.MatchString(s.ref) || strings.HasPrefix(s.ref, "-") || strings.Contains(s.ref, "..")) {
		return failed(ErrSource, "name a branch, a tag or a commit", "%s: %q is no name of a ref", redactText(text), s.ref)
	}
	if s.sub == "" {
		return nil
	}
	if err := safefs.CheckPath(s.sub); err != nil {
		return failed(ErrSource, "give a path inside of the repository, with slashes", "%s: %w", redactText(text), err)
	}
	return nil
}
