package cache

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// gitHub is a repository of GitHub: its ref is resolved with the API, and the
// commit's files come as one archive. No git is needed.
type gitHub struct{ base }

func (f gitHub) fetch(ctx context.Context, w *work, old *Ready) (*fetched, error) {
	commit, err := f.resolve(ctx)
	if err != nil {
		return nil, err
	}
	if old != nil && old.Commit == commit {
		return &fetched{same: true}, nil
	}
	d, err := f.tarball(ctx, commit, w.download())
	if err != nil {
		return nil, err
	}
	f.store.o.hook("downloaded")
	got, err := f.unpackTarball(ctx, w)
	if err != nil {
		return nil, err
	}
	got.commit, got.url = commit, RedactURL(d.url)
	return got, nil
}

// resolve asks the API which commit the ref names.
func (f gitHub) resolve(ctx context.Context) (string, error) {
	if f.get.Commit != "" {
		return f.get.Commit, nil
	}
	ref := f.src.ref
	if ref == "" {
		ref = "HEAD"
	}
	body, err := f.api(ctx, "application/vnd.github.sha", "commits", ref)
	if e, ok := errors.AsType[*statusError](err); ok && f.src.ref == "" && e.code != http.StatusForbidden {
		if branch, branchErr := f.defaultBranch(ctx); branchErr == nil {
			body, err = f.api(ctx, "application/vnd.github.sha", "commits", branch)
		}
	}
	if err != nil {
		return "", f.explain(err)
	}
	commit := string(bytes.TrimSpace(body))
	if strings.HasPrefix(commit, "{") {
		var answer struct {
			SHA string `json:"sha"`
		}
		if err := json.Unmarshal(body, &answer); err != nil {
			return "", failed(ErrNetwork, "", "GitHub answered with something else than a commit: %w", err)
		}
		commit = answer.SHA
	}
	if !fullCommit.MatchString(commit) {
		return "", failed(ErrNetwork, "check GITHUB_API_URL", "GitHub answered with something else than a commit id")
	}
	return commit, nil
}

func (f gitHub) defaultBranch(ctx context.Context) (string, error) {
	body, err := f.api(ctx, "application/vnd.github+json")
	if err != nil {
		return "", err
	}
	var answer struct {
		Branch string `json:"default_branch"`
	}
	if err := json.Unmarshal(body, &answer); err != nil || !refName.MatchString(answer.Branch) {
		return "", failed(ErrNetwork, "", "GitHub names no default branch")
	}
	return answer.Branch, nil
}

// api asks for something below /repos/OWNER/REPO.
func (f gitHub) api(ctx context.Context, accept string, path ...string) ([]byte, error) {
	r, err := f.apiRequest(accept, path...)
	if err != nil {
		return nil, err
	}
	r.limit = maxAPIBytes
	body, _, err := f.http.read(ctx, r)
	return body, err
}

func (f gitHub) apiRequest(accept string, path ...string) (request, error) {
	u, err := f.at(f.store.o.GitHub.API, append([]string{"repos", f.src.owner, f.src.repo}, path...)...)
	if err != nil {
		return request{}, err
	}
	header := http.Header{"X-Github-Api-Version": {"2022-11-28"}}
	if token := f.store.o.GitHub.Token; token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	maps.Copy(header, f.store.o.Header)
	return request{url: u, header: header, accept: accept}, nil
}

// at is a URL below one of GitHub's two addresses.
func (f gitHub) at(server string, path ...string) (*url.URL, error) {
	u, err := url.Parse(server)
	if err != nil || u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u)) || u.Host == "" {
		return nil, failed(ErrSource, "set GITHUB_SERVER_URL and GITHUB_API_URL to https:// addresses", "%q is no address of GitHub", redactText(server))
	}
	return u.JoinPath(path...), nil
}

// tarball downloads the commit's archive. The API sends us on to another
// server, which gets no token.
func (f gitHub) tarball(ctx context.Context, commit, path string) (*download, error) {
	r, err := f.apiRequest("*/*", "tarball", commit)
	if err != nil {
		return nil, err
	}
	r.limit = f.limits().Download
	d, err := f.http.fetch(ctx, r, path)
	if e, ok := errors.AsType[*statusError](err); ok && e.code == http.StatusNotFound {
		u, urlErr := f.at(f.store.o.GitHub.Server, f.src.owner, f.src.repo, "archive", commit+".tar.gz")
		if urlErr != nil {
			return nil, urlErr
		}
		d, err = f.http.fetch(ctx, request{url: u, accept: "*/*", limit: r.limit}, path)
	}
	return d, f.explain(err)
}

// unpackTarball takes the wanted path out of the folder OWNER-REPO-COMMIT.
func (f gitHub) unpackTarball(ctx context.Context, w *work) (*fetched, error) {
	in, err := os.Open(w.download())
	if err != nil {
		return nil, err
	}
	found := false
	o := f.readOptions()
	o.Select = func(path string) (string, bool) {
		_, rel, ok := strings.Cut(path, "/")
		if !ok {
			return "", false
		}
		rel, ok = below(rel, f.src.sub)
		found = found || ok
		return rel, ok
	}
	got, err := f.unpackWith(ctx, in, "", w, o)
	if err = errors.Join(err, in.Close()); err != nil && !found && ctx.Err() == nil && f.src.sub != "" {
		err = &Error{Err: err, hint: "name a directory of the repository: nothing in it lies below " + f.src.sub}
	}
	if err != nil {
		return nil, err
	}
	got.digest = "" // GitHub may compress the same commit differently tomorrow
	return got, nil
}

// explain adds what to do about GitHub's refusals.
func (f gitHub) explain(err error) error {
	e, ok := errors.AsType[*statusError](err)
	if !ok {
		return err
	}
	switch e.code {
	case http.StatusNotFound, http.StatusUnprocessableEntity:
		hint := "check owner, repository and ref"
		if f.store.o.GitHub.Token == "" {
			hint += "; a private repository needs GH_TOKEN"
		}
		return failed(ErrNetwork, hint, "no such repository or ref: %w", e.err.Err)
	case http.StatusUnauthorized:
		return failed(ErrNetwork, "the token in GH_TOKEN or GITHUB_TOKEN is not valid", "%w", e.err.Err)
	case http.StatusForbidden, http.StatusTooManyRequests:
		return failed(ErrNetwork, "GitHub limits requests without a token: set GH_TOKEN, or use git+https://", "%w", e.err.Err)
	}
	return err
}
