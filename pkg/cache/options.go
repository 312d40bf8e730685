package cache

import (
	"net/http"
	"net/url"
	"time"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/pkg/pack"
)

// Options say how a [Store] works. Nothing is read from the environment.
type Options struct {
	// Tool names the program and its version, for requests and metadata.
	Tool string
	// Limits bound every source; zero fields mean the defaults.
	Limits Limits
	// Proxy chooses the proxy of a request, as http.ProxyFromEnvironment does;
	// nil means none.
	Proxy func(*http.Request) (*url.URL, error)
	// CACert holds certificates in PEM form that are trusted besides those of
	// the system. CACertFile is where they come from, for git.
	CACert     []byte
	CACertFile string
	// Header is sent to the first origin of a source and to no other.
	Header http.Header
	// GitHub says where GitHub is.
	GitHub GitHub
	// Environ is the environment of git and ssh, as os.Environ returns it.
	// Variables that redirect git elsewhere (GIT_DIR and the like) are dropped.
	Environ []string
	// Reporter is told what happens meanwhile; nil tells nobody.
	Reporter Reporter

	hook    func(point string) // called at each step of a fetch, by tests
	backoff time.Duration      // before the second try
}

// GitHub is an instance of GitHub.
type GitHub struct {
	Server string // "https://github.com" when empty
	API    string // "https://api.github.com", or Server + "/api/v3", when empty
	Token  string // sent to API only
}

const (
	gitHubServer = "https://github.com"
	gitHubAPI    = "https://api.github.com"
)

func (g GitHub) orDefault() GitHub {
	if g.Server == "" {
		g.Server = gitHubServer
	}
	switch {
	case g.API != "":
	case g.Server == gitHubServer:
		g.API = gitHubAPI
	default:
		g.API = g.Server + "/api/v3"
	}
	return g
}

// Reporter is told what people should know while a source is fetched. Its
// methods may be called from several goroutines.
type Reporter interface {
	// Warn is told something about a source, in one line, that does not stop
	// the work: a link left out, a connection that is not encrypted.
	Warn(source Source, text string)
	// Progress is told how far a download is; not more often than ten times a
	// second.
	Progress(source Source, p Progress)
}

// Progress is the state of a download.
type Progress struct {
	Bytes int64 // received
	Total int64 // to be received; 0 when unknown
}

// Mode says what a Get may use.
type Mode uint8

// The modes.
const (
	UseCache   Mode = iota // a cached entry, else the network
	Revalidate             // ask the server whether the cached entry is current
	Offline                // nothing but the cache
)

// GetOptions are those of one [Store.Get].
type GetOptions struct {
	Mode Mode
	// Digest is what the archive ("sha256:…") or the content ("h1:…") must
	// have, or "".
	Digest digest.Digest
	// Commit is the full commit id to take from a git source instead of what
	// its ref names now, or "".
	Commit string
	// Links says what happens to symbolic links; nil means the source's
	// default: archives are refused, git sources and directories leave links
	// out.
	Links *pack.LinkPolicy

	locked *Locked // what the content must be, before it is kept
}

// links is the policy for a kind of source.
func (o GetOptions) links(k Kind) pack.LinkPolicy {
	switch {
	case o.Links != nil:
		return *o.Links
	case k == KindGit || k == KindGitHub || k == KindDir:
		return pack.SkipLinks
	}
	return pack.RefuseLinks
}

type silent struct{}

func (silent) Warn(Source, string)       {}
func (silent) Progress(Source, Progress) {}
