package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/pack"
)

// packsDocument is the JSON of pack.
type packsDocument struct {
	Packs []packDocument    `json:"packs"`
	Lint  []json.RawMessage `json:"lint,omitempty"` // reports of `skillctl lint` about the skills it stopped
}

// packDocument is one pack, or with --list what would be one.
type packDocument struct {
	Skill         string          `json:"skill"`
	Version       string          `json:"version,omitempty"`
	File          string          `json:"file,omitempty"`
	Archive       pack.Format     `json:"archive"`
	Layout        pack.Layout     `json:"layout"`
	Bytes         int64           `json:"bytes,omitempty"`
	Digest        digest.Digest   `json:"digest,omitempty"`
	ContentDigest digest.Digest   `json:"content_digest"`
	Signature     string          `json:"signature,omitempty"`
	SignedBy      string          `json:"signed_by,omitempty"`
	Key           string          `json:"key,omitempty"`
	Files         []pack.File     `json:"files"`
	Excluded      []pack.Excluded `json:"excluded,omitempty"`
	Problems      []string        `json:"problems,omitempty"` // differences that --verify found
}

func (r *packRun) document(job *packJob) packDocument {
	p := job.pack
	d := packDocument{
		Skill: p.Skill, Version: p.Version, Archive: p.Format, Layout: p.Layout, ContentDigest: p.ContentDigest,
		Files: p.Files, Excluded: p.Excluded, Bytes: job.written.Bytes, Digest: job.written.Digest,
	}
	if r.isCacheEntry(job.skill.Dir) { // the cache's own file is not the skill's
		d.Excluded = slices.DeleteFunc(slices.Clone(d.Excluded), func(x pack.Excluded) bool { return x.Reason == pack.ReasonReserved })
	}
	if job.file != "" {
		d.File = r.rel(job.file)
	}
	if job.signed != "" {
		d.Signature = r.rel(job.signed)
	}
	return d
}

// conclude prints what was packed and returns the status. The error of a
// single skill is the command's own, so that it becomes the JSON document.
func (r *packRun) conclude() error {
	if len(r.jobs) == 1 && r.status == exitOK && r.jobs[0].err != nil && r.jobs[0].lint == nil {
		return r.jobs[0].err
	}
	doc := packsDocument{Packs: []packDocument{}}
	for _, job := range r.jobs {
		switch {
		case job.lint != nil:
			doc.Lint = append(doc.Lint, job.lint)
			r.status = worse(r.status, exitFindings)
		case job.err != nil:
			r.status = worse(r.status, r.tell(job.err))
		default:
			doc.Packs = append(doc.Packs, r.document(job))
			r.finishJob(job)
		}
	}
	if err := r.print(doc); err != nil {
		return err
	}
	if r.status != exitOK {
		return r.status
	}
	return nil
}

// finishJob tells what deserves attention about a pack.
func (r *packRun) finishJob(job *packJob) {
	r.tellLinks(job)
	for _, s := range job.pack.Secrets {
		r.warn("%s: %s", r.rel(job.skill.Dir), s)
	}
	if r.list && len(job.pack.Secrets) > 0 && !r.allowSecrets {
		r.status = worse(r.status, exitRefused)
		r.printError(r.rel(job.skill.Dir)+": would be refused: probable secrets",
			"remove them or exclude the files by .skillignore; --allow-secrets packs them nevertheless")
	}
	if job.file != "" && job.signed == "" && isSource(job.file+pack.SignatureSuffix) {
		r.note("%s: is the signature of an earlier pack", r.rel(job.file+pack.SignatureSuffix))
	}
}

func (r *packRun) tellLinks(job *packJob) {
	for _, f := range job.pack.Files {
		if f.LinkTarget != "" {
			r.note("%s: the link %s is packed as the file %s", r.rel(job.skill.Dir), f.Path, f.LinkTarget)
		}
	}
}

func (r *packRun) print(doc packsDocument) error {
	if r.isJSON() {
		return r.writeJSON(doc)
	}
	for i, d := range doc.Packs {
		if i > 0 && (r.list || r.verbose) {
			fmt.Fprintln(r.streams.Out)
		}
		if err := r.printPack(d); err != nil {
			return err
		}
	}
	return nil
}

// printPack prints a pack: two lines, with --list or --verbose every file.
func (c *packCmd) printPack(d packDocument) error {
	theme := c.outTheme()
	var total int64
	for _, f := range d.Files {
		total += f.Bytes
	}
	head := theme.Name(escape.Line(cmp.Or(d.File, d.Skill)))
	fmt.Fprintf(c.streams.Out, "%s  %s, %s, %s, %d bytes", head, d.Archive, d.Layout, count(len(d.Files), "file", "files"), total)
	if d.File != "" {
		fmt.Fprintf(c.streams.Out, " in %d", d.Bytes)
	}
	if n := len(d.Excluded); n > 0 {
		fmt.Fprintf(c.streams.Out, "; %d left out", n)
	}
	fmt.Fprintf(c.streams.Out, "\n  %s\n", theme.Faint(strings.TrimSpace(string(d.ContentDigest+"  "+d.Digest))))
	if d.Signature != "" {
		fmt.Fprintf(c.streams.Out, "  signature %s\n", escape.Line(d.Signature))
	}
	if d.SignedBy != "" {
		fmt.Fprintf(c.streams.Out, "  signed by %s with %s\n", escape.Line(d.SignedBy), d.Key)
	}
	if !c.list && !c.verbose {
		return nil
	}
	return c.printFiles(d)
}

func (c *packCmd) printFiles(d packDocument) error {
	theme := c.outTheme()
	table := ui.Table{Isolate: c.streams.OutTTY, Columns: []ui.Column{
		{Title: "PATH", Weight: 3, Min: 16, Shorten: ui.CutPath, Style: theme.Place},
		{Title: "BYTES", Right: true},
		{Title: "MODE"},
		{Title: "NOTE", Weight: 1, Min: 12, Rank: 1},
	}}
	for _, f := range d.Files {
		note := ""
		if f.LinkTarget != "" {
			note = "link to " + escape.Line(f.LinkTarget)
		}
		table.Add(escape.Line(f.Path), strconv.FormatInt(f.Bytes, 10), f.Mode.String(), note)
	}
	for _, x := range d.Excluded {
		table.Add(escape.Line(x.Path), "-", "-", strings.TrimSpace("left out: "+string(x.Reason)+" "+escape.Line(x.Rule)))
	}
	return table.Write(c.streams.Out, c.columns(), theme)
}
