package report

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// jsonReport is the document of the command line contract.
type jsonReport struct {
	Version  int           `json:"version"`
	Skills   int           `json:"skills"`
	Findings []jsonFinding `json:"findings"`
	Summary  jsonSummary   `json:"summary"`
}

// jsonFinding is one issue. Lines and columns are left out when the issue is
// about the file as a whole.
type jsonFinding struct {
	Rule        string         `json:"rule"`
	Severity    parse.Severity `json:"severity"`
	Message     string         `json:"message"`
	Skill       string         `json:"skill,omitempty"`
	Path        string         `json:"path"`
	Line        int            `json:"line,omitempty"`
	Column      int            `json:"column,omitempty"`
	EndLine     int            `json:"end_line,omitempty"`
	EndColumn   int            `json:"end_column,omitempty"`
	Targets     []string       `json:"targets,omitempty"`
	Hint        string         `json:"hint,omitempty"`
	Fixable     bool           `json:"fixable"`
	Fingerprint string         `json:"fingerprint"`
}

type jsonSummary struct {
	Errors     int `json:"errors"`
	Warnings   int `json:"warnings"`
	Infos      int `json:"infos"`
	Suppressed int `json:"suppressed"`
	Baselined  int `json:"baselined"`
	Fixable    int `json:"fixable"`
}

func writeJSON(w io.Writer, r *Report) error {
	doc := jsonReport{Version: 1, Skills: r.Result.Skills, Findings: []jsonFinding{}, Summary: jsonSummary(r.Result.Summary)}
	for i := range r.Result.Issues {
		doc.Findings = append(doc.Findings, jsonFindingOf(&r.Result.Issues[i]))
	}
	return encode(w, doc)
}

func jsonFindingOf(i *lint.Issue) jsonFinding {
	return jsonFinding{
		Rule: i.Rule, Severity: i.Severity, Message: i.Message, Skill: i.Skill, Path: i.Path,
		Line: i.Span.Start.Line, Column: i.Span.Start.Column, EndLine: i.Span.End.Line, EndColumn: i.Span.End.Column,
		Targets: i.Targets, Hint: i.Hint, Fixable: len(i.Fix) > 0, Fingerprint: i.Fingerprint,
	}
}

// encode writes an indented JSON document that no terminal obeys.
func encode(w io.Writer, doc any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(doc); err != nil {
		return err
	}
	_, err := w.Write(escape.JSON(b.Bytes()))
	return err
}
