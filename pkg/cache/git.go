package cache

import (
	"context"
)

type gitRepo struct{ base }

func (f gitRepo) fetch(ctx context.Context, w *work, old *Ready) (*fetched, error) {
	return nil, failed(ErrSource, "use an archive", "sources of kind %s are not fetched yet", f.src.Kind)
}

type gitHub struct{ base }

func (f gitHub) fetch(ctx context.Context, w *work, old *Ready) (*fetched, error) {
	return nil, failed(ErrSource, "use an archive", "sources of kind %s are not fetched yet", f.src.Kind)
}

type wellKnown struct{ base }

func (f wellKnown) fetch(ctx context.Context, w *work, old *Ready) (*fetched, error) {
	return nil, failed(ErrSource, "use an archive", "sources of kind %s are not fetched yet", f.src.Kind)
}
