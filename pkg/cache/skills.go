package cache

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/pkg/pack"
	"github.com/skillctl/skillctl/pkg/parse"
)

// findSkills names the skills that a scan of root finds, and refuses a root in
// which none loads.
func findSkills(ctx context.Context, root string, kind Kind) ([]SkillRef, error) {
	catalog, err := parse.Scan(ctx, []parse.Root{{Kind: string(kind), Path: root}}, parse.ScanOptions{})
	if err != nil {
		return nil, err
	}
	if err := catalog.Roots[0].Err; err != nil {
		return nil, err
	}
	var found []SkillRef
	for _, s := range catalog.Loaded() {
		found = append(found, SkillRef{Name: s.Name, Dir: catalog.Locations(s)[0].Dir})
	}
	return found, nil
}

// contentDigest is the digest of the one skill, over what a pack of it would
// hold, links left out; of several skills, that of all files.
func contentDigest(ctx context.Context, root string, r *Ready) (digest.Digest, error) {
	if len(r.Skills) == 1 {
		d, _, err := pack.ContentDigest(ctx, regular{os.DirFS(filepath.Join(root, filepath.FromSlash(r.Skills[0].Dir)))})
		return d, err
	}
	entries := make([]digest.Entry, len(r.Tree))
	for i, f := range r.Tree {
		entries[i] = digest.Entry{Path: f.Path, Digest: f.Digest}
	}
	return digest.Entries(entries)
}

// regular is a file system in whose folders nothing but folders and regular
// files is seen.
type regular struct{ fs.FS }

// ReadDir is that of the file system without links and special files.
func (r regular) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(r.FS, name)
	return slices.DeleteFunc(entries, func(d fs.DirEntry) bool { return !d.IsDir() && !d.Type().IsRegular() }), err
}

// Stat is that of the file system.
func (r regular) Stat(name string) (fs.FileInfo, error) { return fs.Stat(r.FS, name) }

// checkTree holds a tree that came as single files against the rules that
// archives are held against.
func checkTree(root string, files []pack.File) error {
	_, err := pack.CheckSkills(os.DirFS(root), files)
	return err
}

// directory describes a source that is used where it is. Of what lies in it,
// git's own files, links and files with the cache's name are no part; all but
// git's are reported.
func (s *Store) directory(ctx context.Context, src Source, o GetOptions) (*Entry, error) {
	info, err := os.Stat(src.Path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, failed(nil, "name a directory, an archive or a URL", "not a directory")
	}
	r := &Ready{Version: readyVersion, Key: s.Key(src), Kind: src.Kind, Source: src.String()}
	if r.Tree, r.Notes, err = s.listDirectory(ctx, src.Path, o.links(src.Kind)); err != nil {
		return nil, err
	}
	if r.Skills, err = findSkills(ctx, src.Path, src.Kind); err != nil {
		return nil, err
	}
	for _, f := range r.Tree {
		r.Bytes += f.Bytes
	}
	r.Files = len(r.Tree)
	if r.ContentDigest, err = contentDigest(ctx, src.Path, r); err != nil {
		return nil, err
	}
	if err := matchPin(o.Digest, "", r.ContentDigest); err != nil {
		return nil, err
	}
	return &Entry{Source: src, Path: src.Path, Ready: *r}, nil
}

func (s *Store) listDirectory(ctx context.Context, dir string, links pack.LinkPolicy) (files []TreeFile, notes []string, err error) {
	tree, err := readTree(ctx, os.DirFS(dir), s.o.Limits.tree())
	if err != nil {
		return nil, nil, err
	}
	for _, f := range tree {
		switch {
		case f.Path == ".git": // of a worktree
		case isReserved(f.Path):
			notes = append(notes, f.Path+": left out: the name is reserved for the cache")
		case f.Digest != "":
			files = append(files, f)
		case links == pack.RefuseLinks:
			return nil, nil, &pack.Error{Entry: f.Path, Rule: pack.RuleLink, Detail: "a link or a special file"}
		default:
			notes = append(notes, f.Path+": left out: a link or a special file")
		}
	}
	return files, notes, nil
}
