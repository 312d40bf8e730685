package pack

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/parse"
)

// corpus returns the folders of the skills below SKILLCTL_TESTDATA/corpus, or
// skips the test.
func corpus(tb testing.TB) []string {
	tb.Helper()
	data := os.Getenv("SKILLCTL_TESTDATA")
	if data == "" {
		tb.Skip("SKILLCTL_TESTDATA is not set: it names the folder with the corpus of real skills")
	}
	var dirs []string
	err := filepath.WalkDir(filepath.Join(data, "corpus"), func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "SKILL.md" {
			dirs = append(dirs, filepath.Dir(p))
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return dirs
}

// load reads the skill in a folder.
func load(dir string) *parse.Skill {
	return parse.Load(os.DirFS(dir), "SKILL.md", parse.Options{Dir: dir, DirName: filepath.Base(dir), FS: os.DirFS(dir)})
}

// packed builds and writes a pack into memory.
func packed(tb testing.TB, dir string, o Options) (*Pack, []byte, error) {
	tb.Helper()
	p, err := Build(tb.Context(), load(dir), o)
	if err != nil {
		return nil, nil, err
	}
	defer p.Close()
	var b bytes.Buffer
	if _, err := p.Write(tb.Context(), &b); err != nil {
		return nil, nil, err
	}
	return p, b.Bytes(), nil
}

// TestRoundTripCorpus packs every skill of the corpus, unpacks it and packs
// the copy: content, digest and bytes must be the same.
func TestRoundTripCorpus(t *testing.T) {
	t.Parallel()
	formats := []Format{TarGzip, Zip, TarZstd, Skill}
	done := 0
	for i, dir := range corpus(t) {
		o := Options{Format: formats[i%len(formats)], AllowSecrets: true}
		p, b, err := packed(t, dir, o)
		if errors.Is(err, ErrRefused) {
			t.Logf("%s: %v", dir, err)
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", dir, err)
			continue
		}
		roundTrip(t, dir, p, b, o)
		done++
	}
	t.Logf("%d skills", done)
}

func roundTrip(t *testing.T, dir string, p *Pack, b []byte, o Options) {
	t.Helper()
	m, dst, err := extract(t, b, ReadOptions{})
	if err != nil {
		t.Errorf("%s: %v", dir, err)
		return
	}
	if p.Layout == Wrapped {
		dst = filepath.Join(dst, p.Skill)
	}
	again, b2, err := packed(t, dst, o)
	switch {
	case err != nil:
		t.Errorf("%s: the copy: %v", dir, err)
	case !bytes.Equal(b, b2):
		t.Errorf("%s: packing the copy gives other bytes", dir)
	case again.ContentDigest != p.ContentDigest:
		t.Errorf("%s: the copy has the content digest %s, want %s", dir, again.ContentDigest, p.ContentDigest)
	case p.Layout == Flat && m.TreeDigest != p.ContentDigest:
		t.Errorf("%s: the archive has the tree digest %s, want %s", dir, m.TreeDigest, p.ContentDigest)
	case len(again.Excluded) != 0:
		t.Error(cmp.Diff(again.Excluded, nil))
	}
}
