package parse

import (
	"strings"

	"github.com/skillctl/skillctl/internal/safefs"
)

// CodexFile is where Codex looks for a skill's settings, relative to the skill.
const CodexFile = "agents/openai.yaml"

// Codex are the settings that Codex reads beside the specification's fields
// (openai/codex codex-rs/core-skills).
type Codex struct {
	ShortDescription string // metadata.short-description of SKILL.md
	File             bool   // whether there is an agents/openai.yaml

	DisplayName      string // at most 64 characters
	InterfaceSummary string // interface.short_description
	IconSmall        string // path below the skill
	IconLarge        string
	BrandColor       string // #RRGGBB
	DefaultPrompt    string // at most 1024 characters

	Tools                   []CodexTool
	AllowImplicitInvocation bool // true unless said otherwise
	Products                []string
}

// CodexTool is a tool that a skill depends on.
type CodexTool struct {
	Type, Value, Description, Transport, Command, URL string
}

// Codex reads Codex's settings, from SKILL.md and from [CodexFile]. Codex
// ignores a file that it cannot read; here the diagnostics tell.
func (s *Skill) Codex() (Codex, []Diagnostic) {
	c := Codex{AllowImplicitInvocation: true}
	if metadata, ok := s.Frontmatter.Lookup("metadata"); ok {
		c.ShortDescription = strings.Join(strings.Fields(field(metadata, "short-description")), " ")
	}
	src, found, err := s.small(CodexFile)
	if !found {
		return c, nil
	}
	c.File = true
	t := &typed{rule: RuleCodex, report: report{path: s.beside(CodexFile), lines: NewLines(src)}}
	if err != nil {
		d := t.add(RuleCodex, 0, 0, "cannot be read: %v", reason(err))
		d.Span = Span{}
		return c, s.owned(t.list)
	}
	v, list := ParseYAML(src, t.path)
	t.list = list
	switch {
	case v == nil || v.Kind == Null:
	case v.Kind != Mapping:
		t.wrong(v, "file is a %s, not a mapping", v.Kind)
	default:
		t.codex(&c, v)
	}
	return c, s.owned(t.sorted())
}

// small reads a small file of the skill, if it is there and inside of it.
func (s *Skill) small(name string) (data []byte, found bool, err error) {
	all, _ := s.Resources()
	for _, r := range all {
		if r.Path == name && r.readable() {
			data, err = safefs.ReadFile(s.FS, name, MaxFileBytes)
			return data, true, err
		}
	}
	return nil, false, nil
}

func (t *typed) codex(c *Codex, v *Value) {
	if face := t.section(v, "interface"); face != nil {
		get := func(key string) *Value { found, _ := face.Lookup(key); return found }
		c.DisplayName = t.limited(get("display_name"), "display_name", 64)
		c.InterfaceSummary = t.text(get("short_description"), "short_description")
		c.IconSmall = t.text(get("icon_small"), "icon_small")
		c.IconLarge = t.text(get("icon_large"), "icon_large")
		c.BrandColor = t.color(get("brand_color"))
		c.DefaultPrompt = t.limited(get("default_prompt"), "default_prompt", 1024)
	}
	if policy := t.section(v, "policy"); policy != nil {
		get := func(key string) *Value { found, _ := policy.Lookup(key); return found }
		c.AllowImplicitInvocation = t.boolean(get("allow_implicit_invocation"), "allow_implicit_invocation", true)
		c.Products = t.texts(get("products"), "products")
	}
	dependencies := t.section(v, "dependencies")
	tools, _ := dependencies.Lookup("tools")
	for _, item := range t.mappings(tools, "tools") {
		c.Tools = append(c.Tools, CodexTool{
			Type: field(item, "type"), Value: field(item, "value"), Description: field(item, "description"),
			Transport: field(item, "transport"), Command: field(item, "command"), URL: field(item, "url"),
		})
	}
}

// section is a mapping below a key, or nil.
func (t *typed) section(v *Value, key string) *Value {
	s, ok := v.Lookup(key)
	switch {
	case !ok || s.Kind == Null:
		return nil
	case s.Kind != Mapping:
		t.wrong(s, "%s is a %s, not a mapping", key, s.Kind)
		return nil
	}
	return s
}

// limited is a text of at most so many characters.
func (t *typed) limited(v *Value, what string, limit int) string {
	text := t.text(v, what)
	if n := len([]rune(text)); n > limit {
		t.wrong(v, "%s is %d characters long; the limit is %d", what, n, limit)
	}
	return text
}

// color is a color in the notation #RRGGBB.
func (t *typed) color(v *Value) string {
	text := t.text(v, "brand_color")
	if text != "" && (len(text) != 7 || text[0] != '#' || hexValue([]byte(text[1:]), 6) < 0) {
		t.wrong(v, "brand_color %q is not of the form #RRGGBB", text)
	}
	return text
}
