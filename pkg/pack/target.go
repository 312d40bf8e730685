package pack

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/parse/client"
)

// TargetError says which rule of a client a pack would break. It matches
// [ErrRefused].
type TargetError struct {
	Target string // the client, such as "claude-api"
	Rule   string // its rule, as the client states it
	Detail string // how the pack breaks it
	Fix    string // what to do
}

// Error names client, fault and the client's rule.
func (e *TargetError) Error() string {
	return fmt.Sprintf("%s would not take this pack: %s (its rule: %s)", e.Target, e.Detail, e.Rule)
}

// Is matches [ErrRefused].
func (e *TargetError) Is(target error) bool { return target == ErrRefused }

// Hint says what to do.
func (e *TargetError) Hint() string { return e.Fix }

// AllTargets stands for every target that is a client.
const AllTargets = "all"

// clawHubBytes is what ClawHub publishes, in bytes of all files. OpenClaw,
// which installs from there, takes less.
const clawHubBytes = 50 << 20

// WellKnown is the target of packs that a discovery index names. It is no
// client and no profile of the linter.
const WellKnown = "well-known"

// targetRule is what one target asks of an archive.
type targetRule struct {
	formats []Format // containers it takes, the best first; nil for any
	layout  Layout   // layout it needs, "" for either
	source  string   // the rule about containers and layout, in the client's words
	check   func(p *Pack) *TargetError
}

// targetRules are the archive rules of the known targets. Rules about what
// stands in a SKILL.md are the linter's.
var targetRules = map[string]targetRule{
	"core":        {},
	"spec":        {},
	"claude-code": {},
	"vscode":      {},
	"tulip":       {},
	"codex":       {check: checkLoadLimits},
	"claude-api": {
		formats: []Format{Zip, Skill}, layout: Wrapped, check: checkClaudeAPI,
		source: "a ZIP with exactly one top-level folder",
	},
	"gemini": {
		formats: []Format{Skill, Zip},
		source:  "gemini skills install reads ZIP files (.skill) only",
	},
	"openclaw": {check: checkClawHub},
	"trpc": {
		formats: []Format{TarGzip, Zip, Tar, Skill},
		source:  "skill roots by URL are .zip, .tar, .tar.gz or .tgz",
	},
	WellKnown: {
		formats: []Format{TarGzip, Zip}, layout: Flat, check: checkWellKnown,
		source: "discovery RFC 0.2.0: a .tar.gz or .zip with SKILL.md at the archive root",
	},
}

// Targets are the names [Options.Targets] takes besides [AllTargets], sorted.
func Targets() []string { return slices.Sorted(maps.Keys(targetRules)) }

// expandTargets replaces [AllTargets] by every client; well-known, which is
// none, stays out of it.
func expandTargets(names []string) []string {
	if !slices.Contains(names, AllTargets) {
		return names
	}
	out := slices.DeleteFunc(Targets(), func(n string) bool { return n == WellKnown })
	if slices.Contains(names, WellKnown) {
		out = append(out, WellKnown)
	}
	return out
}

// checkTargets holds the pack against every target's rules.
func (p *Pack) checkTargets(names []string) error {
	for _, name := range names {
		t, ok := targetRules[name]
		if !ok {
			return fmt.Errorf("unknown target %q", name)
		}
		if err := p.checkTarget(t); err != nil {
			err.Target = name
			return err
		}
	}
	return nil
}

func (p *Pack) checkTarget(t targetRule) *TargetError {
	switch {
	case len(t.formats) > 0 && !slices.Contains(t.formats, p.Format):
		return &TargetError{
			Rule: t.source, Detail: "it is a " + string(p.Format),
			Fix: "use --archive " + string(t.formats[0]),
		}
	case t.layout != "" && p.Layout != t.layout:
		return &TargetError{
			Rule: t.source, Detail: "its layout is " + string(p.Layout),
			Fix: "use --layout " + string(t.layout),
		}
	case t.check != nil:
		return t.check(p)
	}
	return nil
}

func checkClaudeAPI(p *Pack) *TargetError {
	if c, _ := client.Lookup("claude-api"); p.Bytes >= c.Upload.Bytes {
		return &TargetError{
			Rule: "the uncompressed size must be under 30 MB", Detail: fmt.Sprintf("it unpacks to %d bytes", p.Bytes),
			Fix: "leave large files out by a .skillignore",
		}
	}
	for _, f := range p.Files {
		base := strings.ToLower(path.Base(f.Path))
		if base == "skill.md" && !strings.EqualFold(f.Path, "SKILL.md") {
			return &TargetError{
				Rule: "exactly one SKILL.md", Detail: "there is another one: " + f.Path,
				Fix: "rename " + f.Path + " or leave it out by a .skillignore",
			}
		}
		if ext := path.Ext(base); ext == ".zip" || ext == ".skill" || p.startsAsZip(f) {
			return &TargetError{
				Rule: "no ZIP inside of the ZIP", Detail: "there is one: " + f.Path,
				Fix: "unpack " + f.Path + " or leave it out by a .skillignore",
			}
		}
	}
	return nil
}

// startsAsZip looks at the content, since a name says nothing. Office
// documents are zips too; the rule is about archives, so those pass.
func (p *Pack) startsAsZip(f File) bool {
	b, ok := p.kept[f.Path]
	if !ok || !strings.HasPrefix(string(b), string(magicZip)) {
		return false
	}
	switch strings.ToLower(path.Ext(f.Path)) {
	case ".docx", ".xlsx", ".pptx", ".dotx", ".xltx", ".potx", ".odt", ".ods", ".odp", ".epub", ".jar", ".whl":
		return false
	}
	return true
}

func checkLoadLimits(p *Pack) *TargetError {
	return p.textLimits("name of at most 64 and description of 1 to 1024 characters, else the skill is not loaded")
}

func (p *Pack) textLimits(rule string) *TargetError {
	if n := utf8.RuneCountInString(p.Skill); n > client.MaxName {
		return &TargetError{Rule: rule, Detail: fmt.Sprintf("the name has %d characters", n), Fix: "shorten the name"}
	}
	if n := utf8.RuneCountInString(p.Description); n == 0 || n > client.MaxDescription {
		return &TargetError{Rule: rule, Detail: fmt.Sprintf("the description has %d characters", n), Fix: "shorten the description"}
	}
	return nil
}

var (
	slug     = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)
	specName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
)

func checkClawHub(p *Pack) *TargetError {
	const rule = "ClawHub: slug ^[a-z0-9][a-z0-9-]*$, files of at most 50 MB together"
	switch {
	case !slug.MatchString(p.Skill):
		return &TargetError{Rule: rule, Detail: fmt.Sprintf("the name is %q", p.Skill), Fix: "use lower-case letters, digits and hyphens"}
	case p.Bytes > clawHubBytes:
		return &TargetError{Rule: rule, Detail: fmt.Sprintf("it has %d bytes", p.Bytes), Fix: "leave large files out by a .skillignore"}
	}
	return nil
}

func checkWellKnown(p *Pack) *TargetError {
	const rule = "discovery RFC 0.2.0: a name as the specification wants it and a description of at most 1024 characters"
	if !specName.MatchString(p.Skill) {
		return &TargetError{Rule: rule, Detail: fmt.Sprintf("the name is %q", p.Skill), Fix: "use lower-case letters, digits and single hyphens"}
	}
	return p.textLimits(rule)
}
