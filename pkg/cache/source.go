package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
)

// Kind is the kind of a source, and of the parse.Root made from it.
type Kind string

// The kinds of sources.
const (
	KindDir       Kind = "dir"        // a directory, used where it is
	KindArchive   Kind = "archive"    // an archive or SKILL.md on disk
	KindHTTP      Kind = "http"       // an archive or SKILL.md behind a URL
	KindWellKnown Kind = "well-known" // a host that publishes an index
	KindGitHub    Kind = "github"     // a repository of GitHub or GitHub Enterprise
	KindGit       Kind = "git"        // any git repository
)

// Source is a place from which skills come. It is made by [ParseSource] and
// may be copied freely.
type Source struct {
	// Kind says how the source is read.
	Kind Kind
	// Path is the absolute path of a directory or archive on disk.
	Path string

	url   *url.URL // http, well-known, git: without user info and fragment
	user  *url.Userinfo
	owner string // github
	repo  string // github
	ref   string // github, git: "" for the default branch
	sub   string // github, git: slash-separated path in the repository, or ""
	text  string // canonical text: what the key is made of
}

// ParseSource reads a source: a path (relative to workDir), file://,
// http(s)://, github:owner/repo[/path][@ref], or git+https://, git+ssh:// and
// git+file:// with #[ref][:path]. It looks at the disk to tell a directory
// from an archive, and does nothing else. Its errors match [ErrSource].
func ParseSource(s, workDir string) (Source, error) {
	s = strings.TrimSpace(s)
	if s == "" || strings.ContainsRune(s, 0) {
		return Source{}, failed(ErrSource, "name a directory, an archive or a URL", "empty source, or one with a NUL in it")
	}
	scheme, _, ok := strings.Cut(s, ":")
	if !ok {
		return parsePath(s, workDir)
	}
	switch strings.ToLower(scheme) {
	case "http", "https":
		return parseHTTP(s)
	case "file":
		return parseFile(s)
	case "github":
		return parseGitHub(s)
	case "git+https", "git+ssh", "git+file":
		return parseGit(s)
	}
	return parsePath(s, workDir)
}

// schemeLike matches what begins like a URL; one letter is a Windows drive.
var schemeLike = newPattern(`^[A-Za-z][A-Za-z0-9+.-]+:`)

func parsePath(s, workDir string) (Source, error) {
	path := safefs.Abs(workDir, s)
	info, err := os.Stat(path)
	if err != nil && schemeLike.MatchString(s) {
		scheme, _, _ := strings.Cut(s, ":")
		hint := "use a path, file://, http(s)://, github:owner/repo, git+https://, git+ssh:// or git+file://"
		return Source{}, failed(ErrSource, hint, "%s: unsupported scheme %q", redactText(s), strings.ToLower(scheme))
	}
	if err == nil && info.Mode()&(os.ModeNamedPipe|os.ModeSocket) != 0 { // to open it could take forever
		return Source{}, failed(ErrSource, "give a directory or an archive", "%s: is a pipe or a socket", path)
	}
	if err == nil && !info.IsDir() || err != nil && pack.FormatOf(path) != "" {
		return archiveSource(path), nil
	}
	return Source{Kind: KindDir, Path: path, text: fileURL(path)}, nil
}

func archiveSource(path string) Source {
	return Source{Kind: KindArchive, Path: path, text: fileURL(path)}
}

func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive on Windows
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

func parseURL(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	if err != nil {
		return nil, failed(ErrSource, "check the address", "%s: %w", redactText(s), withoutURL(err))
	}
	u.Scheme = strings.ToLower(u.Scheme)
	u.Host = canonicalHost(u)
	if strings.HasSuffix(u.Hostname(), ".") {
		return nil, failed(ErrSource, "write a host such as example.com", "%s: the host ends with dots", redactText(s))
	}
	return u, nil
}

// canonicalHost is the host in lower case, without its final dot and the
// scheme's own port.
func canonicalHost(u *url.URL) string {
	host := strings.ToLower(u.Host)
	for scheme, port := range map[string]string{"http": ":80", "https": ":443", "git+https": ":443", "git+ssh": ":22"} {
		if u.Scheme == scheme {
			host = strings.TrimSuffix(host, port)
		}
	}
	name, port, ok := strings.Cut(host, ":")
	if ok && !strings.HasPrefix(host, "[") {
		return strings.TrimSuffix(name, ".") + ":" + port
	}
	return strings.TrimSuffix(host, ".")
}

func parseHTTP(s string) (Source, error) {
	u, err := parseURL(s)
	if err != nil {
		return Source{}, err
	}
	if u.Hostname() == "" || u.Opaque != "" {
		return Source{}, failed(ErrSource, "write http(s)://host/path", "%s: no host", redactText(s))
	}
	src := Source{Kind: KindHTTP, url: u, user: u.User}
	u.User, u.Fragment, u.RawFragment = nil, "", ""
	if isIndexURL(u) {
		src.Kind = KindWellKnown
	}
	src.text = u.String()
	return src, nil
}

func parseFile(s string) (Source, error) {
	u, err := parseURL(s)
	if err != nil {
		return Source{}, err
	}
	if u.Host != "" && u.Host != "localhost" {
		return Source{}, failed(ErrSource, "write file:///path", "%s: unsupported host %q in a file URL", redactText(s), u.Host)
	}
	if !strings.HasPrefix(u.Path, "/") || strings.ContainsRune(u.Path, 0) {
		return Source{}, failed(ErrSource, "write file:///path", "%s: a file URL needs an absolute path", redactText(s))
	}
	return parsePath(localPath(u.Path), "")
}

// localPath is the path of a file URL on this system: /C:/x is C:\x on
// Windows.
func localPath(p string) string {
	if filepath.Separator == '\\' && len(p) > 2 && p[2] == ':' {
		p = p[1:]
	}
	return filepath.FromSlash(p)
}

// Key is the name of the source's entry in a cache: the SHA-256, in hex, of
// the source without user info, and without fragment for http.
func (s Source) Key() string {
	sum := sha256.Sum256([]byte(s.text))
	return hex.EncodeToString(sum[:])
}

// String is the source as it may be shown: credentials and control characters
// are not.
func (s Source) String() string {
	switch s.Kind {
	case KindDir, KindArchive:
		return escape.Line(s.Path)
	case KindHTTP, KindWellKnown:
		return RedactURL(s.url)
	default:
		return escape.Line(s.text)
	}
}

// IsLocal reports whether the source needs no network.
func (s Source) IsLocal() bool {
	return s.Kind == KindDir || s.Kind == KindArchive || s.Kind == KindGit && s.url.Scheme == "git+file"
}

// redactText is for texts that did not parse: what may be user info and the
// whole query are dropped.
func redactText(s string) string {
	if before, rest, ok := strings.Cut(s, "://"); ok {
		if at := strings.LastIndexByte(rest, '@'); at >= 0 {
			rest = rest[at+1:]
		}
		s = before + "://" + rest
	}
	s, _, _ = strings.Cut(s, "?")
	return escape.Line(s)
}
