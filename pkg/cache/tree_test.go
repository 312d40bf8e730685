package cache

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/skillctl/skillctl/pkg/pack"
)

// counting counts the files that are opened and the folders that are listed.
type counting struct {
	fstest.MapFS
	opened, listed *atomic.Int64
}

func (c counting) Open(name string) (fs.File, error) {
	c.opened.Add(1)
	return c.MapFS.Open(name)
}

func (c counting) ReadDir(name string) ([]fs.DirEntry, error) {
	c.listed.Add(1)
	return c.MapFS.ReadDir(name)
}

// A tree over a limit is not walked to its end, and no file of it is opened.
func TestTreeLimits(t *testing.T) {
	t.Parallel()
	const folders, each = 40, 5
	tree := fstest.MapFS{".git/huge": {Data: make([]byte, 100)}}
	for i := range folders {
		for j := range each {
			tree[fmt.Sprintf("d%02d/f%d", i, j)] = &fstest.MapFile{Data: []byte("four")}
		}
	}
	for name, c := range map[string]struct {
		limits treeLimits
		rule   string
		listed int64 // folders, at most
	}{
		"within":  {treeLimits{entries: folders * each, file: 4, total: folders * each * 4}, "", folders + 1},
		"none":    {treeLimits{}, "", folders + 1},
		"files":   {treeLimits{entries: 41}, pack.RuleEntries, 41/each + 2},
		"folders": {treeLimits{entries: folders - 1}, pack.RuleEntries, folders},
		"a file":  {treeLimits{file: 3}, pack.RuleFileSize, 2},
		"in all":  {treeLimits{total: 39}, pack.RuleTotalSize, 3},
	} {
		fsys := counting{tree, new(atomic.Int64), new(atomic.Int64)}
		files, err := readTree(t.Context(), fsys, c.limits)
		e, refused := errors.AsType[*pack.Error](err)
		switch {
		case c.rule == "" && (err != nil || len(files) != folders*each):
			t.Errorf("%s: %d files, %v", name, len(files), err)
		case c.rule != "" && (!refused || e.Rule != c.rule || e.Entry == "" || fsys.opened.Load() > 0):
			t.Errorf("%s: %v after %d files were opened, want %s", name, err, fsys.opened.Load(), c.rule)
		}
		if fsys.listed.Load() > c.listed {
			t.Errorf("%s: %d folders read, want at most %d", name, fsys.listed.Load(), c.listed)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := readTree(ctx, tree, treeLimits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// endless is a file that has more bytes than it says.
type endless struct{ fstest.MapFS }

func (e endless) Open(name string) (fs.File, error) {
	f, err := e.MapFS.Open(name)
	return more{f}, err
}

type more struct{ fs.File }

func (more) Read(p []byte) (int, error) { return len(p), nil }

func TestTreeEndlessFile(t *testing.T) {
	t.Parallel()
	_, err := readTree(t.Context(), endless{fstest.MapFS{"f": {Data: []byte("x")}}}, treeLimits{})
	if e, ok := errors.AsType[*pack.Error](err); !ok || e.Rule != pack.RuleChanged {
		t.Errorf("%v, want %s", err, pack.RuleChanged)
	}
	if files, err := readTree(t.Context(), endless{fstest.MapFS{"f": {}}}, treeLimits{}); err != nil || files[0].Bytes != 0 {
		t.Errorf("an empty file was read: %v, %v", files, err)
	}
}
