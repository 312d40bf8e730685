package cli

import (
	"github.com/skillctl/skillctl/internal/tokens"
	"github.com/skillctl/skillctl/pkg/parse"
)

// skillDocument is a skill in the JSON of list and show.
type skillDocument struct {
	Name          string               `json:"name"`
	Description   string               `json:"description"`
	Path          string               `json:"path"`
	Dir           string               `json:"dir,omitempty"`
	Status        string               `json:"status"`
	ShadowedBy    string               `json:"shadowed_by,omitempty"`
	Visible       *bool                `json:"visible,omitempty"`
	Why           string               `json:"why,omitempty"`
	License       string               `json:"license,omitempty"`
	Compatibility string               `json:"compatibility,omitempty"`
	Metadata      map[string]any       `json:"metadata,omitempty"`
	AllowedTools  []string             `json:"allowed_tools,omitempty"`
	Tools         []string             `json:"tools,omitempty"`
	Counts        skillCounts          `json:"counts"`
	Tokens        skillTokens          `json:"tokens"`
	Diagnostics   []diagnosticDocument `json:"diagnostics,omitempty"`
}

// skillCounts counts the files of a skill, SKILL.md included.
type skillCounts struct {
	Docs    int   `json:"docs"`
	Scripts int   `json:"scripts"`
	Files   int   `json:"files"`
	Bytes   int64 `json:"bytes"`
}

// skillTokens are the estimated tokens of each layer.
type skillTokens struct {
	Catalog int `json:"catalog"`
	Body    int `json:"body"`
	Docs    int `json:"docs"`
}

// diagnosticDocument is a diagnostic in JSON.
type diagnosticDocument struct {
	Rule     string         `json:"rule"`
	Severity parse.Severity `json:"severity"`
	Message  string         `json:"message"`
	Hint     string         `json:"hint,omitempty"`
	Path     string         `json:"path"`
	Line     int            `json:"line,omitempty"`
	Column   int            `json:"column,omitempty"`
}

// The statuses of a skill.
const (
	statusLoaded   = "loaded"
	statusShadowed = "shadowed"
)

// describe makes the JSON of a skill. It lists the skill's files.
func describe(s *parse.Skill) skillDocument {
	resources, problems := s.Resources()
	doc := skillDocument{
		Name: s.Name, Description: s.Description, Path: s.Path, Dir: s.Dir, Status: statusLoaded,
		License: s.License, Compatibility: s.Compatibility, Metadata: plainMap(s.Metadata),
		Counts: countFiles(s, resources),
		Tokens: skillTokens{Catalog: catalogTokens(s), Body: tokens.Estimate(s.Body())},
	}
	if s.ShadowedBy != nil {
		doc.Status, doc.ShadowedBy = statusShadowed, s.ShadowedBy.Path
	}
	for _, tool := range s.AllowedTools {
		doc.AllowedTools = append(doc.AllowedTools, tool.Raw)
	}
	for _, tool := range s.Tools() {
		doc.Tools = append(doc.Tools, tool.Name)
	}
	for _, d := range s.Docs() {
		doc.Tokens.Docs += tokens.EstimateBytes(d.Bytes)
	}
	for _, d := range append(append([]parse.Diagnostic{}, s.Diagnostics...), problems...) {
		doc.Diagnostics = append(doc.Diagnostics, diagnosticOf(d))
	}
	return doc
}

// catalogTokens estimates what the skill takes in every conversation: its
// name and description.
func catalogTokens(s *parse.Skill) int {
	return tokens.Estimate(s.Name + ": " + s.Description)
}

func countFiles(s *parse.Skill, resources []parse.Resource) skillCounts {
	c := skillCounts{Docs: len(s.Docs()), Files: 1 + len(resources), Bytes: int64(len(s.Source))}
	for _, r := range resources {
		c.Bytes += r.Bytes
		if r.Kind == parse.Script {
			c.Scripts++
		}
	}
	return c
}

func diagnosticOf(d parse.Diagnostic) diagnosticDocument {
	return diagnosticDocument{
		Rule: d.Rule, Severity: d.Severity, Message: d.Message, Hint: d.Hint,
		Path: d.Path, Line: d.Span.Start.Line, Column: d.Span.Start.Column,
	}
}

// plainMap is a mapping with its scalars as they are written. Of a repeated
// key the last value counts.
func plainMap(entries []parse.Entry) map[string]any {
	if len(entries) == 0 {
		return nil
	}
	m := make(map[string]any, len(entries))
	for _, e := range entries {
		m[e.Key] = plainValue(e.Value)
	}
	return m
}

func plainValue(v *parse.Value) any {
	switch {
	case v == nil:
		return ""
	case v.Kind == parse.Mapping:
		if len(v.Entries) == 0 {
			return map[string]any{}
		}
		return plainMap(v.Entries)
	case v.Kind == parse.Sequence:
		items := make([]any, len(v.Items))
		for i, item := range v.Items {
			items[i] = plainValue(item)
		}
		return items
	}
	return v.Text
}
