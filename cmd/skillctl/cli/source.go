package cli

import (
	"context"

	"github.com/skillctl/skillctl/pkg/parse"
)

// openSource makes a root of an archive or a remote source: package cache
// fetches it, and its directory in the cache is what is scanned.
func (a *app) openSource(_ context.Context, source string) parse.Root {
	err := fail(codeUnreadable, "give a directory", "%s: not a directory", source)
	return parse.Root{Source: source, Kind: "archive", Err: err}
}
