package report

import (
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// The parts of SARIF 2.1.0 that code scanning reads.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string          `json:"id"`
		ShortDescription sarifText       `json:"shortDescription"`
		FullDescription  *sarifText      `json:"fullDescription,omitempty"`
		Help             *sarifText      `json:"help,omitempty"`
		HelpURI          string          `json:"helpUri"`
		Default          sarifLevel      `json:"defaultConfiguration"`
		Properties       *sarifRuleProps `json:"properties,omitempty"`
	}
	sarifRuleProps struct {
		Tags     []string `json:"tags"`
		Security string   `json:"security-severity,omitempty"`
	}
	sarifLevel struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI    string `json:"uri"`
		BaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
)

const (
	sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"
	// sarifFingerprint names the way [lint.Issue] fingerprints are made.
	sarifFingerprint = "skillctl/v1"
	projectURL       = "https://github.com/skillctl/skillctl"
)

func writeSARIF(w io.Writer, r *Report) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "skillctl", Version: r.Version, InformationURI: projectURL, Rules: []sarifRule{}}
	index := map[string]int{}
	for i := range r.Result.Issues {
		issue := &r.Result.Issues[i]
		at, known := index[issue.Rule]
		if !known {
			at = len(index)
			index[issue.Rule] = at
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(r.rule(issue.Rule)))
		}
		run.Results = append(run.Results, sarifResultOf(issue, at))
	}
	return encode(w, sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

func sarifRuleOf(r lint.Rule) sarifRule {
	top, _ := r.Levels.Over(lint.Profiles())
	rule := sarifRule{
		ID: r.ID, ShortDescription: sarifText{Text: r.Summary}, HelpURI: RuleURL(r.ID),
		Default: sarifLevel{sarifLevelOf(top)},
	}
	if r.What == "" {
		return rule
	}
	rule.FullDescription = &sarifText{Text: r.What}
	rule.Help = &sarifText{Text: r.What + "\n\n" + r.Why, Markdown: lint.Page(r)}
	rule.Properties = &sarifRuleProps{Tags: []string{string(r.Group)}}
	if r.Group == lint.Security {
		rule.Properties.Security = map[parse.Severity]string{parse.Error: "8.0", parse.Warning: "5.0", parse.Info: "2.0"}[top]
	}
	return rule
}

func sarifLevelOf(s parse.Severity) string {
	switch s {
	case parse.Error:
		return "error"
	case parse.Warning:
		return "warning"
	default:
		return "note"
	}
}

func sarifResultOf(i *lint.Issue, rule int) sarifResult {
	message := i.Message
	if i.Hint != "" {
		message += "\n" + i.Hint
	}
	return sarifResult{
		RuleID: i.Rule, RuleIndex: rule, Level: sarifLevelOf(i.Severity), Message: sarifText{Text: sarifMessage(message)},
		Locations:    []sarifLocation{{sarifPhysical{Artifact: sarifArtifactOf(i.Path), Region: sarifRegionOf(i.Span)}}},
		Fingerprints: map[string]string{sarifFingerprint: i.Fingerprint},
	}
}

// sarifMessage escapes what SARIF would read as a link in a message.
func sarifMessage(s string) string {
	if !strings.Contains(s, "](") {
		return s
	}
	return strings.NewReplacer("[", `\[`, "]", `\]`).Replace(s)
}

// sarifArtifactOf makes a path a URI: relative to the source root, unless it
// is absolute.
func sarifArtifactOf(p string) sarifArtifact {
	if filepath.IsAbs(filepath.FromSlash(p)) {
		return sarifArtifact{URI: fileURI(p)}
	}
	return sarifArtifact{URI: (&url.URL{Path: p}).String(), BaseID: "%SRCROOT%"}
}

// fileURI is the URI of an absolute path with slashes. On Windows a path
// begins with a drive, or with a server that is the URI's host.
func fileURI(p string) string {
	u := url.URL{Scheme: "file", Path: p}
	if share, ok := strings.CutPrefix(p, "//"); ok {
		server, rest, _ := strings.Cut(share, "/")
		u.Host, u.Path = server, "/"+rest
	} else if !strings.HasPrefix(p, "/") {
		u.Path = "/" + p
	}
	return u.String()
}

// sarifRegionOf makes a span a region; an issue about a file as a whole is
// shown at its first line, since code scanning needs one.
func sarifRegionOf(s parse.Span) sarifRegion {
	if !s.IsValid() {
		return sarifRegion{StartLine: 1}
	}
	r := sarifRegion{StartLine: s.Start.Line, StartColumn: s.Start.Column}
	if s.End.IsValid() && (s.End.Line > s.Start.Line || s.End.Column > s.Start.Column) {
		r.EndLine, r.EndColumn = s.End.Line, s.End.Column
	}
	return r
}
