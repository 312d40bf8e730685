package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/pkg/pack"
)

// runVerify reads an archive to a temporary folder and compares it with what
// is expected.
func (c *packCmd) runVerify(ctx context.Context) error {
	want, err := c.wantedDigest()
	if err != nil {
		return err
	}
	var signature *pack.Signature
	o := pack.ReadOptions{}
	if c.signers != "" {
		if signature, err = c.verifySignature(ctx); err != nil {
			return err
		}
		o.Digest = signature.Digest // what is read now is what was signed
	}
	read, err := c.readArchive(ctx, c.verify, o)
	if err != nil {
		return err
	}
	doc := packsDocument{}
	for _, s := range read.skills {
		d := c.verifyDocument(read, s)
		if signature != nil {
			d.SignedBy, d.Key = signature.Principal, signature.Fingerprint
		}
		d.Problems = c.compare(d, want)
		doc.Packs = append(doc.Packs, d)
	}
	return c.concludeVerify(doc)
}

func (c *packCmd) concludeVerify(doc packsDocument) error {
	r := &packRun{packCmd: c}
	if err := r.print(doc); err != nil {
		return err
	}
	for _, d := range doc.Packs {
		for _, p := range d.Problems {
			c.printError(d.File+": "+p, "")
			r.status = exitFindings
		}
	}
	if r.status != exitOK {
		return r.status
	}
	return nil
}

// wantedDigest reads --digest, and checks that the index can be read.
func (c *packCmd) wantedDigest() (digest.Digest, error) {
	if c.digest == "" {
		return "", nil
	}
	d, err := digest.Parse(c.digest)
	if err != nil {
		return "", usage("use sha256:<64 hex digits> or h1:<base64>", "--digest: %q is no digest", c.digest)
	}
	return d, nil
}

// verifySignature checks the signature that lies beside the archive.
func (c *packCmd) verifySignature(ctx context.Context) (*pack.Signature, error) {
	list, err := c.readFlagFile(ctx, c.signers, pack.MaxSigners)
	if err != nil {
		return nil, err
	}
	signers, err := pack.ParseSigners(list)
	if err != nil {
		return nil, fail(codeUnreadable, "see ALLOWED SIGNERS in the manual of ssh-keygen", "%s: %w", c.signers, err)
	}
	armored, err := c.readFlagFile(ctx, c.verify+pack.SignatureSuffix, pack.MaxSignature)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fail(codeMismatch, "get "+filepath.Base(c.verify)+pack.SignatureSuffix+" from the publisher",
			"%s: there is no signature beside it", c.verify)
	}
	if err != nil {
		return nil, err
	}
	f, err := os.Open(c.abs(c.verify))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only
	signature, err := signers.Verify(f, armored, time.Now())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.verify, err)
	}
	return signature, nil
}

func (c *packCmd) verifyDocument(r *archiveContent, s archivedSkill) packDocument {
	d := packDocument{
		Skill: s.name, Version: s.version, File: c.rel(c.abs(r.name)), Archive: r.manifest.Format, Layout: pack.Wrapped,
		Bytes: r.manifest.ArchiveBytes, Digest: r.manifest.Digest, ContentDigest: s.content, Files: s.files,
	}
	if pack.FormatOf(r.name) == pack.Skill && d.Archive == pack.Zip {
		d.Archive = pack.Skill
	}
	if s.dir == "." {
		d.Layout = pack.Flat
	}
	return d
}

// compare says how an archive differs from the digest and the index entry
// that were given.
func (c *packCmd) compare(d packDocument, want digest.Digest) []string {
	var problems []string
	got := d.Digest
	if want.IsTree() {
		got = d.ContentDigest
	}
	if want != "" && got != want {
		problems = append(problems, fmt.Sprintf("the digest is %s, expected %s", got, want))
	}
	if c.index == "" {
		return problems
	}
	index, err := pack.ReadIndex(c.abs(c.index))
	if err != nil {
		return append(problems, err.Error())
	}
	entry, ok := index.Lookup(d.Skill)
	switch {
	case !ok:
		problems = append(problems, fmt.Sprintf("%s has no entry for the archive of %s", c.index, d.Skill))
	case entry.Digest != d.Digest:
		problems = append(problems, fmt.Sprintf("the digest is %s, %s says %s", d.Digest, c.index, entry.Digest))
	}
	return problems
}
