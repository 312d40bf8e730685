package cli

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/pack"
)

const digestLong = `Print the two digests of a skill. The content digest (h1:, Hash1 of Go's dirhash)
is its identity: over the files that a pack would hold, the same for the folder,
any archive of it and the extracted copy. The other one (sha256:) is that of the
archive, for a folder that of the tar.gz which "skillctl pack" makes of it.

Executable bits do not count; --json lists them with each file. The content of
an archive or folder with several skills is all of it.`

// digestDocument is the JSON of digest.
type digestDocument struct {
	Path          string        `json:"path"`
	Skill         string        `json:"skill,omitempty"`
	Digest        digest.Digest `json:"digest,omitempty"`
	ContentDigest digest.Digest `json:"content_digest"`
	Files         []pack.File   `json:"files"`
}

// newDigestCmd is `skillctl digest`.
func newDigestCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:        "digest DIR|ARCHIVE",
		SuggestFor: []string{"hash", "sum"},
		Short:      "Print the digests of a skill or an archive",
		Long:       digestLong,
		Args:       needArgs("DIR|ARCHIVE", 1, 1),
		Example: examples(
			"skillctl digest skills/release-notes",
			"skillctl digest release-notes-1.2.0.tar.gz --json | jq -r .content_digest",
		),
		RunE: func(cmd *cobra.Command, args []string) error {
			doc, err := a.digestOf(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			return a.printDigest(doc)
		},
	}
	a.addOutput(cmd, formatText, formatJSON)
	documentExits(cmd, exitDoc{exitRefused: "refused: unsafe archive or path, or over a limit"})
	return cmd
}

func (a *app) digestOf(ctx context.Context, arg string) (*digestDocument, error) {
	switch {
	case arg == "":
		return nil, usage("name a directory or an archive", "the name is empty")
	case hasScheme(arg):
		root := a.openSource(ctx, arg)
		if root.Err != nil {
			return nil, root.Err
		}
		return a.digestDir(ctx, arg, root.Path)
	case isDir(a.abs(arg)):
		return a.digestDir(ctx, a.rel(a.abs(arg)), a.abs(arg))
	}
	read, err := a.readArchive(ctx, arg, pack.ReadOptions{})
	if err != nil {
		return nil, err
	}
	m := read.manifest
	doc := &digestDocument{Path: a.rel(a.abs(arg)), Digest: m.Digest, ContentDigest: m.TreeDigest, Files: m.Files}
	if len(read.skills) == 1 {
		s := read.skills[0]
		doc.Skill, doc.ContentDigest, doc.Files = s.name, s.content, s.files
	}
	return doc, nil
}

// digestDir digests a folder. When it is a skill that can be packed, the
// archive's digest is that of the pack with default options.
func (a *app) digestDir(ctx context.Context, shown, dir string) (*digestDocument, error) {
	content, files, err := pack.ContentDigest(ctx, os.DirFS(dir))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown, err)
	}
	doc := &digestDocument{Path: shown, ContentDigest: content, Files: files}
	if !hasSkillFile(dir) {
		return doc, nil
	}
	skill, err := a.skillAt(ctx, dir)
	if err != nil {
		return nil, err
	}
	doc.Skill = skill.Name
	p, err := pack.Build(ctx, skill, pack.Options{AllowSecrets: true})
	if err != nil {
		a.note("%s: no archive digest: %v", shown, err)
		return doc, nil
	}
	defer func() { _ = p.Close() }() // read only
	w, err := p.Write(ctx, io.Discard)
	doc.Digest = w.Digest
	return doc, err
}

func (a *app) printDigest(doc *digestDocument) error {
	if a.isJSON() {
		return a.writeJSON(doc)
	}
	for _, d := range []digest.Digest{doc.Digest, doc.ContentDigest} {
		if d == "" {
			continue
		}
		if _, err := fmt.Fprintf(a.streams.Out, "%s  %s\n", d, escape.Line(doc.Path)); err != nil {
			return err
		}
	}
	return nil
}
