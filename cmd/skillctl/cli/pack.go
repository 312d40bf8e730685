package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/pkg/pack"
	"github.com/skillctl/skillctl/pkg/parse"
)

const packLong = `Pack skills into archives that every client accepts, that hold nothing they
should not, and that are the same to the byte wherever they are made.

SKILL is a name, looked up in the roots, or a path. The linter runs first: an
error stops a skill unless --no-lint is given. What stays out (version control,
caches, editor and system files, virtual environments, node_modules, .env files,
and what a .skillignore or .gitignore in the skill names) is listed by --list with
the reason. A link to a file in the skill is packed as that file.

The content digest (h1:) is the identity of a skill: the same for its folder, any
archive of it and the extracted copy. The archive is one file in the working
directory, <name>[-<metadata.version>].<archive>, unless -o says otherwise.

--verify reads an archive as "skillctl fetch" does and checks everything in it;
with --index or --digest it compares, with --signers it wants a valid signature.

Limits that readers have and pack keeps: %d MiB an archive, %d MiB a file, %d MiB in
all, %d entries.`

// packCmd is `skillctl pack`.
type packCmd struct {
	*app
	roots rootFlags

	out          string
	archive      string
	layout       string
	list         bool
	noLint       bool
	targets      []string
	index        string
	verify       string
	digest       string
	sign         string
	signers      string
	allowSecrets bool

	given func(flag string) bool
}

func newPackCmd(a *app) *cobra.Command {
	c := &packCmd{app: a}
	cmd := &cobra.Command{
		Use:        "pack SKILL…",
		SuggestFor: []string{"build", "bundle", "package", "publish", "zip"},
		Short:      "Pack skills into clean, reproducible archives, and verify them",
		Long:       fmt.Sprintf(packLong, pack.MaxArchive>>20, pack.MaxFile>>20, pack.MaxTotal>>20, pack.MaxEntries),
		Example: examples(
			"skillctl pack ./skills/release-notes                  # release-notes-1.2.0.tar.gz",
			"skillctl pack release-notes --list                    # what would go in, what stays out",
			"skillctl pack release-notes --target claude-api -o dist/",
			"skillctl pack skills/* --target well-known --index .well-known/agent-skills/index.json \\",
			"  -o .well-known/agent-skills/",
			"skillctl pack release-notes --sign ~/.ssh/id_ed25519  # and release-notes-1.2.0.tar.gz.sig",
			"skillctl pack --verify release-notes-1.2.0.tar.gz --signers allowed_signers",
		),
		RunE: func(cmd *cobra.Command, args []string) error {
			c.given = cmd.Flags().Changed
			return c.run(cmd.Context(), args)
		},
		ValidArgsFunction: a.completeSkill(&c.roots, 0),
	}
	c.addFlags(cmd)
	documentExits(cmd, exitDoc{
		exitFindings: "stopped by lint errors; with --verify, a difference",
		exitNotFound: "no such skill",
		exitRefused:  "refused: secret, unsafe name or link, over a limit, a target's rule, a signature that does not fit",
	})
	return cmd
}

func (c *packCmd) addFlags(cmd *cobra.Command) {
	c.addOutput(cmd, formatText, formatJSON)
	addRoots(cmd, &c.roots)
	var archives []string
	for _, f := range pack.Formats() {
		archives = append(archives, string(f))
	}
	targets := append(pack.Targets(), pack.AllTargets)
	f := cmd.Flags()
	f.StringVarP(&c.out, "output", "o", "", "write to this `FILE` or directory; - is standard output")
	f.StringVar(&c.archive, "archive", "", "kind of `ARCHIVE`: "+strings.Join(archives, ", ")+" (default tar.gz, or what -o or --target ask for)")
	f.StringVar(&c.layout, "layout", "", "`LAYOUT`: wrapped (in one folder) or flat (default wrapped for zip and skill, else flat)")
	f.BoolVar(&c.list, "list", false, "show what would go in and what stays out, and write nothing")
	f.BoolVar(&c.noLint, "no-lint", false, "pack without checking the skill first")
	f.StringSliceVarP(&c.targets, "target", "t", nil, "`CLIENTS` the skill and the pack must suit: "+strings.Join(targets, ", "))
	f.StringVar(&c.index, "index", "", "write or update the well-known index in this `FILE`; with --verify, compare with it")
	f.StringVar(&c.verify, "verify", "", "read the archive in this `FILE` and check it")
	f.StringVar(&c.digest, "digest", "", "with --verify, the `DIGEST` the archive (sha256:…) or the content (h1:…) must have")
	f.StringVar(&c.sign, "sign", "", "sign with the SSH private key in this `FILE`, or by ssh-agent when it is a .pub file")
	f.StringVar(&c.signers, "signers", "", "with --verify, want a signature by a key of this allowed_signers `FILE`")
	f.BoolVar(&c.allowSecrets, "allow-secrets", false, "pack probable secrets")
	complete(cmd, "archive", archives...)
	complete(cmd, "layout", string(pack.Wrapped), string(pack.Flat))
	complete(cmd, "target", targets...)
}

func (c *packCmd) run(ctx context.Context, args []string) error {
	if err := c.checkFlags(args); err != nil {
		return err
	}
	if c.verify != "" {
		return c.runVerify(ctx)
	}
	jobs, status, err := c.resolve(ctx, args)
	if err != nil {
		return err
	}
	key, err := c.signingKey(ctx)
	if err != nil {
		return err
	}
	return c.runPack(ctx, &packRun{packCmd: c, jobs: jobs, status: status, key: key})
}

// resolve finds the skills. One that cannot be found among several is told on
// standard error and the others are still packed.
func (c *packCmd) resolve(ctx context.Context, args []string) ([]*packJob, exitStatus, error) {
	status := exitOK
	var jobs []*packJob
	for _, arg := range args {
		skill, err := c.findSkill(ctx, arg, c.roots)
		if err != nil && (len(args) == 1 || ctx.Err() != nil) {
			return nil, status, err
		}
		if err != nil {
			status = worse(status, c.tell(err))
			continue
		}
		if !slices.ContainsFunc(jobs, func(j *packJob) bool { return j.skill.Dir == skill.Dir }) {
			jobs = append(jobs, &packJob{skill: skill})
		}
	}
	return jobs, status, nil
}

// tell prints an error on standard error and returns its status.
func (a *app) tell(err error) exitStatus {
	status, f := classify(err)
	if f != nil {
		a.printError(f.Error(), f.hint)
	}
	return status
}

// checkFlags refuses values that are unknown and combinations that contradict
// each other.
func (c *packCmd) checkFlags(args []string) error {
	if err := c.checkValues(); err != nil {
		return err
	}
	if c.verify != "" {
		return c.checkVerifyFlags(args)
	}
	switch {
	case len(args) == 0:
		return usage("name a skill, or its directory: skillctl pack .", "skillctl pack: SKILL is missing")
	case c.signers != "" || c.digest != "":
		return usage("give the archive with --verify FILE", "--signers and --digest are for --verify")
	case c.list && (c.sign != "" || c.index != ""):
		return usage("leave --list out", "--list writes nothing: no signature and no index")
	case c.out == "-":
		return c.checkStdout(args)
	}
	return c.checkOutput(args)
}

// checkOutput refuses the name of one archive for several, and a name that says
// another format than --archive.
func (c *packCmd) checkOutput(args []string) error {
	format := pack.FormatOf(c.out)
	asked := pack.Format(c.archive)
	switch {
	case isDir(c.abs(c.out)):
		return nil
	case format == pack.Tar, slices.Contains(foreignArchives(), strings.ToLower(filepath.Ext(c.out))):
		return usage("name it .tar.gz, .zip, .skill or .tar.zst", "-o %s: pack writes no archive of this kind", c.out)
	case format == "":
		return nil
	case len(args) > 1:
		return usage("name a directory, with a slash at its end when it is not there yet", "-o %s: is one archive, for %d skills", c.out, len(args))
	case asked != "" && asked != format && !(isZip(asked) && isZip(format)):
		return usage("leave --archive out, or name the file ."+c.archive, "-o %s: --archive %s contradicts the name", c.out, c.archive)
	}
	return nil
}

// foreignArchives are extensions of archives that pack does not write.
func foreignArchives() []string {
	return []string{".7z", ".bz2", ".jar", ".rar", ".tbz2", ".txz", ".xz"}
}

// isZip reports whether a format is a zip archive by one name or the other.
func isZip(f pack.Format) bool { return f == pack.Zip || f == pack.Skill }

// checkStdout refuses what does not go together with -o -.
func (c *packCmd) checkStdout(args []string) error {
	switch {
	case c.isJSON() || len(args) > 1:
		return usage("write to a file with -o FILE", "-o - writes one archive, and nothing else, to standard output")
	case c.sign != "" || c.index != "":
		return usage("write to a file with -o FILE", "-o - has no file to sign or to name in an index")
	case c.streams.OutTTY && !c.list:
		return usage("redirect it, or write to a file with -o FILE", "an archive is not written to a terminal")
	}
	return nil
}

func (c *packCmd) checkValues() error {
	if c.archive != "" && !slices.Contains(pack.Formats(), pack.Format(c.archive)) {
		return usage("use tar.gz, zip, skill or tar.zst", "--archive: unknown kind %q", c.archive)
	}
	if c.layout != "" && c.layout != string(pack.Wrapped) && c.layout != string(pack.Flat) {
		return usage("use wrapped or flat", "--layout: unknown layout %q", c.layout)
	}
	known := append(pack.Targets(), pack.AllTargets)
	for _, t := range c.targets {
		if !slices.Contains(known, t) {
			return usage(suggestion(t, known, "use one of: "+strings.Join(known, ", ")), "--target: unknown target %q", t)
		}
	}
	return nil
}

func (c *packCmd) checkVerifyFlags(args []string) error {
	for _, flag := range []string{
		"output", "archive", "layout", "list", "no-lint", "target", "sign", "allow-secrets", "root", "user",
	} {
		if c.given(flag) {
			return usage("leave it out", "--%s has no meaning with --verify", flag)
		}
	}
	if len(args) > 0 {
		return usage("give one archive with --verify FILE", "--verify: unexpected argument %q", args[0])
	}
	return nil
}

// options are what the flags ask a pack to be. An output file's extension
// counts when --archive is not given.
func (c *packCmd) options() pack.Options {
	o := pack.Options{
		Format: pack.Format(c.archive), Layout: pack.Layout(c.layout), Targets: c.targets,
		AllowSecrets: c.allowSecrets || c.list,
	}
	if f := pack.FormatOf(c.out); o.Format == "" && !isDir(c.abs(c.out)) {
		o.Format = f
	}
	if c.index != "" && !slices.Contains(o.Targets, pack.WellKnown) {
		o.Targets = append(slices.Clone(o.Targets), pack.WellKnown)
	}
	return o
}

// place is where the pack of a skill is written; several packs need a
// directory. named says that -o names the file itself.
func (c *packCmd) place(s *parse.Skill, o pack.Options, several bool) (file string, named bool, err error) {
	if c.out != "" && !several && !os.IsPathSeparator(c.out[len(c.out)-1]) && !isDir(c.abs(c.out)) {
		return c.abs(c.out), true, nil
	}
	name, err := pack.FileName(s, o)
	return filepath.Join(c.abs(c.out), name), false, err
}

// insideSkill is a file's path relative to a skill, "" when it lies elsewhere.
func insideSkill(s *parse.Skill, file string) string {
	rel, err := filepath.Rel(s.Dir, file)
	if s.Dir == "" || err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}
