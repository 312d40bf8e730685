package parse

// ClaudeCode are the keys that Claude Code defines beside those of the
// specification (code.claude.com, skills page). Most are read in kebab-case,
// snake_case and camelCase.
type ClaudeCode struct {
	WhenToUse              string   // appended to the description in the listing
	ArgumentHint           string   // a list is shown as [a] [b]
	Arguments              []string // names for $name in the body
	DisableModelInvocation bool     // only people can start the skill
	UserInvocable          bool     // true unless said otherwise
	AllowedTools           []AllowedTool
	DisallowedTools        []AllowedTool
	Model                  string // an id, or "inherit"
	Effort                 string // low, medium, high, xhigh or max
	Context                string // "fork" runs the skill in a subagent
	Agent                  string
	Background             bool
	Hooks                  *Value   // commands run at events; never executed here
	Paths                  []string // globs of files for which the skill is offered
	Shell                  string   // bash or powershell
	DisplayName            string
	DefaultEnabled         bool // true unless said otherwise
	Fallback               bool
}

// ClaudeCode reads Claude Code's keys. The diagnostics are about values that
// it ignores.
func (s *Skill) ClaudeCode() (ClaudeCode, []Diagnostic) {
	t, f := s.typed(RuleClaudeCode), s.Frontmatter
	c := ClaudeCode{
		WhenToUse:              t.text(f.spelled("when-to-use"), "when_to_use"),
		ArgumentHint:           t.hint(f.spelled("argument-hint")),
		Arguments:              t.words(f.spelled("arguments"), "arguments"),
		DisableModelInvocation: t.boolean(f.spelled("disable-model-invocation"), "disable-model-invocation", false),
		UserInvocable:          t.boolean(f.spelled("user-invocable"), "user-invocable", true),
		AllowedTools:           s.AllowedTools,
		Model:                  t.text(f.spelled("model"), "model"),
		Effort:                 t.oneOf(f.spelled("effort"), "effort", "low", "medium", "high", "xhigh", "max"),
		Context:                t.oneOf(f.spelled("context"), "context", "fork"),
		Agent:                  t.text(f.spelled("agent"), "agent"),
		Background:             t.boolean(f.spelled("background"), "background", false),
		Hooks:                  f.spelled("hooks"),
		Paths:                  t.texts(f.spelled("paths"), "paths"),
		Shell:                  t.oneOf(f.spelled("shell"), "shell", "bash", "powershell"),
		DisplayName:            t.text(f.spelled("display-name"), "display-name"),
		DefaultEnabled:         t.boolean(f.spelled("default-enabled"), "default-enabled", true),
		Fallback:               t.boolean(f.spelled("fallback"), "fallback", false),
	}
	if v := f.spelled("disallowed-tools"); v != nil {
		var ds []Diagnostic
		c.DisallowedTools, ds = ParseAllowedTools(v, s.Lines, s.Path)
		t.list = append(t.list, ds...)
	}
	return c, s.owned(t.sorted())
}

// owned names the skill in diagnostics made after it was read.
func (s *Skill) owned(list []Diagnostic) []Diagnostic {
	for i := range list {
		list[i].Skill = s.Name
	}
	return list
}

// hint is an argument hint. [file] is a list to YAML and a hint to its author.
func (t *typed) hint(v *Value) string {
	if v == nil || v.Kind != Sequence {
		return t.text(v, "argument-hint")
	}
	hint := ""
	for _, word := range t.texts(v, "argument-hint") {
		if hint != "" {
			hint += " "
		}
		hint += "[" + word + "]"
	}
	return hint
}

// words is a list, or the words of a text.
func (t *typed) words(v *Value, what string) []string {
	if v != nil && v.Kind == Scalar {
		return splitWords(v.Text)
	}
	return t.texts(v, what)
}

// oneOf is a text out of a closed set; others are reported and kept.
func (t *typed) oneOf(v *Value, what string, allowed ...string) string {
	text := t.text(v, what)
	for _, a := range allowed {
		if text == "" || text == a {
			return text
		}
	}
	t.wrong(v, "%s %q is none of %s", what, text, listed(allowed)).Hint = "write one of them, or delete the key"
	return text
}
