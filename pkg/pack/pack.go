package pack

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/parse"
)

// Layout says where a skill's files lie in an archive.
type Layout string

// The layouts.
const (
	Wrapped Layout = "wrapped" // in one folder with the skill's name
	Flat    Layout = "flat"    // at the root
)

// Options say what kind of pack to make. The zero value is a flat tar.gz.
type Options struct {
	Format       Format   // "" means TarGzip, or what the targets ask for
	Layout       Layout   // "" means what the targets ask for, else wrapped for zips and flat for tars
	Targets      []string // clients whose rules the pack must meet, see [Targets]
	Output       string   // file that will be written, when it lies in the skill: relative to it, stays out
	AllowSecrets bool     // pack probable secrets nevertheless
}

// Pack is a skill ready to be written: what goes in, what stays out, and the
// identity of the content. Close it when done. Not safe for concurrent use.
type Pack struct {
	Skill         string // the skill's name
	Description   string
	Version       string // metadata.version, or ""
	Format        Format
	Layout        Layout
	Files         []File     // by path, relative to the skill
	Excluded      []Excluded // in the order of the walk
	ContentDigest digest.Digest
	Bytes         int64    // of all files
	Secrets       []string // probable secrets, as "path:line: kind (beginning)"

	prefix string // of every path in the archive: "" or "name/"
	fsys   fs.FS
	close  func() error
	kept   map[string][]byte
}

// Build reads a skill's folder and decides what a pack of it holds. Every file
// is read once; nothing is written. It refuses what [Extract] would refuse, so
// that whatever is packed can be unpacked: errors match [ErrRefused], are
// [*TargetError] when the pack breaks a rule of a target, or come from the
// file system.
func Build(ctx context.Context, skill *parse.Skill, o Options) (*Pack, error) {
	if skill.Skip != nil {
		return nil, refuse("", RuleNoSkill, "the skill does not load: %s", skill.Skip.Message)
	}
	p := newPack(skill, o)
	if err := p.checkName(); err != nil {
		return nil, err
	}
	var err error
	if p.fsys, p.close, err = openSkill(skill); err != nil {
		return nil, err
	}
	if err := p.fill(ctx, o); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

func newPack(skill *parse.Skill, o Options) *Pack {
	p := &Pack{
		Skill: skill.Name, Description: skill.Description, Version: Version(skill),
		Format: o.Format, Layout: o.Layout,
	}
	p.chooseForm(expandTargets(o.Targets))
	return p
}

// Close frees the skill's folder.
func (p *Pack) Close() error { return p.close() }

func (p *Pack) fill(ctx context.Context, o Options) error {
	plan, err := newPlan(ctx, filter{fsys: p.fsys, name: p.Skill, output: o.Output}, toPack)
	if err != nil {
		return err
	}
	p.Files, p.Excluded, p.ContentDigest, p.Bytes, p.kept = plan.files, plan.excluded, plan.content, plan.bytes, plan.kept
	p.Secrets = plan.secrets
	if len(p.Secrets) > 0 && !o.AllowSecrets {
		return refuse("", RuleSecret, "%s", strings.Join(p.Secrets, "; "))
	}
	if !slices.ContainsFunc(p.Files, func(f File) bool { return strings.EqualFold(f.Path, "SKILL.md") }) {
		return refuse("", RuleNoSkill, "the pack would have no SKILL.md")
	}
	for _, f := range p.Files {
		if err := safefs.CheckPath(p.prefix + f.Path); err != nil {
			return pathRefusal(p.prefix+f.Path, err)
		}
	}
	return p.checkTargets(expandTargets(o.Targets))
}

// chooseForm fills in format and layout where the caller left them open.
func (p *Pack) chooseForm(targets []string) {
	for _, name := range targets {
		t := targetRules[name]
		if p.Format == "" && len(t.formats) > 0 {
			p.Format = t.formats[0]
		}
		if p.Layout == "" {
			p.Layout = t.layout
		}
	}
	if p.Format == "" {
		p.Format = TarGzip
	}
	if p.Layout == "" {
		p.Layout = Flat
		if p.Format.isZip() {
			p.Layout = Wrapped
		}
	}
	if p.Layout == Wrapped {
		p.prefix = p.Skill + "/"
	}
}

func (f Format) isZip() bool { return f == Zip || f == Skill }

// checkName refuses a skill whose name is no file name: readers refuse it, and
// it names the archive and the folder in it.
func (p *Pack) checkName() error {
	if !safeElement(p.Skill) || safefs.CheckPath(p.Skill) != nil {
		return refuse("", RuleSkillName, "the skill's name %q is no safe folder name", p.Skill)
	}
	return nil
}

// Version is the text of a skill's metadata.version, "" when it has none.
func Version(s *parse.Skill) string {
	for _, e := range slices.Backward(s.Metadata) {
		if e.Key == "version" && e.Value != nil && e.Value.Kind == parse.Scalar {
			return strings.TrimSpace(e.Value.Text)
		}
	}
	return ""
}

// FileName is the name of the archive that [Build] with these options is for:
// "<name>[-<version>].<format>". A version that would not stay one plain file
// name is refused.
func FileName(skill *parse.Skill, o Options) (string, error) {
	p := newPack(skill, o)
	if err := p.checkName(); err != nil {
		return "", err
	}
	name := p.Skill
	if p.Version != "" {
		name += "-" + p.Version
	}
	name += "." + string(p.Format)
	if strings.ContainsAny(p.Version, `/\`) || safefs.CheckPath(name) != nil {
		return "", refuse("", RuleVersion, "metadata.version %q cannot be part of a file name", p.Version)
	}
	return name, nil
}

// ContentDigest is the identity of the skill in the folder fsys: Hash1 of
// golang.org/x/mod/sumdb/dirhash over the files that a pack of it would hold,
// paths relative to the folder. It is the same for the folder, for any archive
// of it and for the extracted copy; executable bits do not count. The files
// are returned with it.
func ContentDigest(ctx context.Context, fsys fs.FS) (digest.Digest, []File, error) {
	name := parse.Load(fsys, "SKILL.md", parse.Options{}).Name
	plan, err := newPlan(ctx, filter{fsys: fsys, name: name}, toDigest)
	if err != nil {
		return "", nil, err
	}
	return plan.content, plan.files, nil
}
