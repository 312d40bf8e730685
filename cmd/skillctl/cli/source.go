package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/cache"
	"github.com/skillctl/skillctl/pkg/parse"
)

// openSource makes a root of an archive or a remote source: package cache
// fetches it, and its directory in the cache is what is scanned.
func (a *app) openSource(ctx context.Context, source string) parse.Root {
	src, err := cache.ParseSource(source, a.wd)
	if err != nil {
		return parse.Root{Source: source, Kind: string(cache.KindArchive), Err: err}
	}
	root := parse.Root{Source: src.String(), Kind: string(src.Kind)}
	if !hasScheme(source) { // nothing in a path is secret: it stays as written
		root.Source = source
	}
	if src.Kind == cache.KindDir {
		root.Path = src.Path
		return root
	}
	entry, err := a.fetchSource(ctx, src)
	if err != nil {
		root.Err = err
		return root
	}
	root.Path = entry.Path
	a.origins = append(a.origins, a.rel(entry.Path)+"/", strings.TrimSuffix(root.Source, "/")+"/")
	return root
}

// fetchSource gives the cached entry of a source. Its store stays open to the
// end of the command, so that nobody removes what is read.
func (a *app) fetchSource(ctx context.Context, src cache.Source) (*cache.Entry, error) {
	store, reporter, err := a.openStore(nil)
	if err != nil {
		return nil, err
	}
	a.stores = append(a.stores, store)
	defer reporter.start(src.String())()
	return store.Get(ctx, src, cache.GetOptions{})
}

// isCacheEntry reports whether a directory is the root of a source that this
// command took from the cache.
func (a *app) isCacheEntry(dir string) bool {
	return slices.Contains(a.origins, a.rel(dir)+"/")
}

// asNamed puts the sources that the user named in the place of their
// directories in the cache: paths below those say little to people.
func (a *app) asNamed(text string) string {
	return strings.NewReplacer(a.origins...).Replace(text)
}
