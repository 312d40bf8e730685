package parse

import "strings"

// OpenClaw is what OpenClaw reads beside the specification's fields (openclaw
// docs/tools/skills.md): some top-level keys and an object in metadata.
type OpenClaw struct {
	// Key is the key of metadata the object was found under: "openclaw",
	// "clawdbot", "clawdis" or "moltbot"; "" when there is none.
	Key string

	Always     bool // do not check requirements
	Emoji      string
	Homepage   string   // of the object, or else the top-level one
	OS         []string // darwin, linux, win32
	Requires   Requires
	PrimaryEnv string   // the variable with the main API key
	SkillKey   string   // overrides the key in OpenClaw's configuration
	EnvVars    []string // names of declared variables
	Install    []Installer

	UserInvocable          bool   // true unless said otherwise
	DisableModelInvocation bool   // false unless said otherwise
	CommandDispatch        string // "tool" calls CommandTool without a model
	CommandTool            string
	CommandArgMode         string // "raw"
}

// Requires is what must be there for a skill to work.
type Requires struct {
	Bins    []string   // executables on PATH, all of them
	AnyBins [][]string // groups of which one each must be there
	Env     []string   // environment variables
	Config  []string   // paths in the client's configuration
}

// Installer is one way to install what a skill requires.
type Installer struct {
	ID              string
	Kind            string // brew, node, go, uv or download
	Formula         string // brew
	Package         string // node, uv
	Module          string // go
	URL             string // download
	SHA256          string
	Archive         string
	Extract         bool
	StripComponents int
	TargetDir       string
	Bins            []string
	Label           string
	OS              []string
}

// OpenClaw reads OpenClaw's keys. The object in metadata may be YAML, or JSON
// with comments, bare keys and trailing commas in a text. The diagnostics are
// about values that OpenClaw cannot use.
func (s *Skill) OpenClaw() (OpenClaw, []Diagnostic) {
	t, f := s.typed(RuleOpenClaw), s.Frontmatter
	o := OpenClaw{
		Homepage:               t.text(f.spelled("homepage"), "homepage"),
		UserInvocable:          t.boolean(f.spelled("user-invocable"), "user-invocable", true),
		DisableModelInvocation: t.boolean(f.spelled("disable-model-invocation"), "disable-model-invocation", false),
		CommandDispatch:        t.oneOf(f.spelled("command-dispatch"), "command-dispatch", "tool"),
		CommandTool:            t.text(f.spelled("command-tool"), "command-tool"),
		CommandArgMode:         t.oneOf(f.spelled("command-arg-mode"), "command-arg-mode", "raw"),
	}
	key, object := t.openClawObject(f)
	if object != nil {
		o.Key = key
		t.openClaw(&o, object)
	}
	return o, s.owned(t.sorted())
}

// openClawObject finds the object in metadata under its name or an alias.
func (t *typed) openClawObject(f *Frontmatter) (key string, object *Value) {
	metadata, ok := f.Lookup("metadata")
	if !ok {
		return "", nil
	}
	metadata = t.object(metadata)
	for _, key := range []string{"openclaw", "clawdbot", "clawdis", "moltbot"} {
		v, ok := metadata.Lookup(key)
		if !ok || v.Kind == Null {
			continue
		}
		if v = t.object(v); v.Kind != Mapping {
			t.wrong(v, "metadata.%s is a %s, not a mapping", key, v.Kind)
			return key, nil
		}
		return key, v
	}
	return "", nil
}

// object reads a text that holds an object in JSON; other values stay.
func (t *typed) object(v *Value) *Value {
	text := strings.TrimSpace(v.Text)
	if v.Kind != Scalar || !strings.HasPrefix(text, "{") {
		return v
	}
	object, err := parseJSON5(text, v.Span)
	if err != nil {
		t.wrong(v, "not readable as JSON: %v", err).Hint = "write it as YAML"
		return v
	}
	return object
}

func (t *typed) openClaw(o *OpenClaw, v *Value) {
	get := func(key string) *Value { found, _ := v.Lookup(key); return found }
	o.Always = t.boolean(get("always"), "always", false)
	o.Emoji = t.text(get("emoji"), "emoji")
	if home := t.text(get("homepage"), "homepage"); home != "" {
		o.Homepage = home
	}
	o.OS = t.systems(get("os"))
	o.Requires = t.requires(get("requires"))
	o.PrimaryEnv = t.text(get("primaryEnv"), "primaryEnv")
	o.SkillKey = t.text(get("skillKey"), "skillKey")
	o.EnvVars = t.envVars(get("envVars"))
	for _, item := range t.mappings(get("install"), "install") {
		o.Install = append(o.Install, t.installer(item))
	}
}

func (t *typed) systems(v *Value) []string {
	list := t.texts(v, "os")
	for _, name := range list {
		switch name {
		case "darwin", "linux", "win32", "windows":
		default:
			t.wrong(v, "os %q is none of darwin, linux, win32", name)
		}
	}
	return list
}

func (t *typed) requires(v *Value) Requires {
	if v == nil || v.Kind == Null {
		return Requires{}
	}
	if v.Kind != Mapping {
		t.wrong(v, "requires is a %s, not a mapping", v.Kind).Hint = "write bins:, anyBins:, env: or config: below it"
		return Requires{}
	}
	get := func(key string) *Value { found, _ := v.Lookup(key); return found }
	return Requires{
		Bins:    t.texts(get("bins"), "requires.bins"),
		AnyBins: t.groups(get("anyBins")),
		Env:     t.texts(get("env"), "requires.env"),
		Config:  t.texts(get("config"), "requires.config"),
	}
}

// groups is one list of alternatives, or a list of such lists.
func (t *typed) groups(v *Value) [][]string {
	if v == nil || v.Kind != Sequence || len(v.Items) == 0 || v.Items[0].Kind != Sequence {
		if group := t.texts(v, "requires.anyBins"); len(group) > 0 {
			return [][]string{group}
		}
		return nil
	}
	var groups [][]string
	for _, item := range v.Items {
		groups = append(groups, t.texts(item, "requires.anyBins"))
	}
	return groups
}

// envVars are the names of a list of names, a list of mappings with a name, or
// a mapping.
func (t *typed) envVars(v *Value) []string {
	var names []string
	switch {
	case v == nil:
	case v.Kind == Mapping:
		for _, e := range v.Entries {
			names = append(names, e.Key)
		}
	case v.Kind == Sequence:
		for _, item := range v.Items {
			if name := field(item, "name"); name != "" {
				names = append(names, name)
			} else if item.Kind == Scalar {
				names = append(names, strings.TrimSpace(item.Text))
			}
		}
	default:
		names = t.texts(v, "envVars")
	}
	return names
}

func (t *typed) installer(v *Value) Installer {
	get := func(key string) *Value { found, _ := v.Lookup(key); return found }
	i := Installer{
		ID: field(v, "id"), Kind: field(v, "kind"), Formula: field(v, "formula"), Package: field(v, "package"),
		Module: field(v, "module"), URL: field(v, "url"), SHA256: field(v, "sha256"), Archive: field(v, "archive"),
		Extract: t.boolean(get("extract"), "install.extract", false), TargetDir: field(v, "targetDir"),
		Bins: t.texts(get("bins"), "install.bins"), Label: field(v, "label"), OS: t.systems(get("os")),
	}
	if n := get("stripComponents"); n != nil {
		i.StripComponents, _ = t.integer(n)
	}
	return i
}
