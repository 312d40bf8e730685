package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/report"
	"github.com/skillctl/skillctl/pkg/parse"
)

var update = flag.Bool("update", false, "write the golden files")

// span is from one place to another, in line, column pairs.
func span(line, column, endLine, endColumn int) parse.Span {
	return parse.Span{Start: parse.Pos{Line: line, Column: column}, End: parse.Pos{Line: endLine, Column: endColumn}}
}

// sample holds one issue of every shape a report has to deal with.
func sample() *report.Report {
	long := strings.Repeat("word ", 60)
	issues := []lint.Issue{
		{
			Diagnostic: parse.Diagnostic{
				Rule: "name-format", Severity: parse.Error, Message: `name "My_Skill" has other characters than a-z, 0-9 and -`,
				Hint: "use my-skill", Path: "skills/my-skill/SKILL.md", Skill: "My_Skill", Span: span(2, 7, 2, 15), Targets: []string{"spec"},
			},
			Fingerprint: "0123456789abcdef:1",
			Excerpt:     lint.Excerpt{Text: "name: My_Skill", Column: 7, Length: 8},
		},
		{
			Diagnostic: parse.Diagnostic{
				Rule: "link-broken", Severity: parse.Warning, Message: "link to <a|b>.md, which is not there: 100%, or so",
				Path: "skills/my-skill/SKILL.md", Skill: "My_Skill", Span: span(9, 301, 9, 310), Targets: []string{"core"},
				Fix: []parse.Edit{{Start: 1, End: 2, New: "x"}},
			},
			Fingerprint: "1123456789abcdef:1",
			Excerpt:     lint.Excerpt{Text: long[:160] + "<a|b>.md)" + long[:160], Column: 161, Length: 9, CutLeft: true, CutRight: true},
		},
		{
			Diagnostic: parse.Diagnostic{
				Rule: "hidden-text", Severity: parse.Warning, Message: "hidden: \x1b[31m\u202e\U000e0041", Hint: "two\nlines",
				Path: "skills/my-skill/a,b: c\u009b.md", Skill: "My_Skill", Span: span(1, 3, 2, 1), Targets: []string{"core"},
			},
			Fingerprint: "2123456789abcdef:1",
			Excerpt:     lint.Excerpt{Text: "a\t\x1b[31m\u202eevil", Column: 3, Length: 9},
		},
		{
			Diagnostic: parse.Diagnostic{
				Rule: "file-unreferenced", Severity: parse.Info, Message: "nothing refers to this file",
				Path: "skills/my-skill/notes.md", Skill: "My_Skill", Targets: []string{"core"},
			},
			Fingerprint: "3123456789abcdef:1",
		},
	}
	return &report.Report{
		Result: &lint.Result{
			Skills: 3, Issues: issues,
			Summary: lint.Summary{Errors: 1, Warnings: 2, Infos: 1, Suppressed: 4, Baselined: 5, Fixable: 1},
		},
		Rules: []lint.Rule{
			{
				ID: "name-format", Group: lint.Naming, Summary: "name breaks the rules for names", What: "Reports a name.", Why: "Clients refuse it.",
				Bad: "bad", Good: "good", Source: "specification", Levels: lint.Levels{lint.Spec: parse.Error, lint.Any: parse.Warning},
			},
			{
				ID: "hidden-text", Group: lint.Security, Summary: "hidden text", What: "Reports it.", Why: "It hides.",
				Bad: "bad", Good: "good", Source: "security review", Levels: lint.Levels{lint.Any: parse.Warning},
			},
		},
		Version: "1.2.3",
	}
}

func render(t *testing.T, f report.Format, r *report.Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := report.Write(&b, f, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestGolden(t *testing.T) {
	t.Parallel()
	empty := &report.Report{Result: &lint.Result{Skills: 1}}
	narrow := sample()
	narrow.Columns = 40
	for name, r := range map[string]*report.Report{"sample": sample(), "empty": empty, "narrow": narrow} {
		for _, f := range report.Formats() {
			if name == "narrow" && f != report.Text {
				continue
			}
			t.Run(name+"/"+string(f), func(t *testing.T) {
				t.Parallel()
				compare(t, filepath.Join("testdata", name+"."+string(f)), render(t, f, r))
			})
		}
	}
}

func compare(t *testing.T, golden string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}

// TestNothingHiddenGetsThrough looks for raw control and format characters in
// every format.
func TestNothingHiddenGetsThrough(t *testing.T) {
	t.Parallel()
	for _, f := range report.Formats() {
		out := string(render(t, f, sample()))
		if !utf8.ValidString(out) {
			t.Errorf("%s is not UTF-8", f)
		}
		for _, r := range out {
			// JSON strings may hold tags and zero-width characters, which no
			// terminal obeys.
			hidden := unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r)
			if f != report.JSON && f != report.SARIF {
				hidden = hidden || unicode.Is(unicode.Cf, r)
			}
			if hidden {
				t.Errorf("%s holds %U", f, r)
			}
		}
	}
}

func TestSARIFIsValid(t *testing.T) {
	t.Parallel()
	schema, err := jsonschema.NewCompiler().Compile("testdata/sarif-2.1.0-subset.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]*report.Report{"sample": sample(), "empty": {Result: &lint.Result{}}} {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(render(t, report.SARIF, r)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	broken, err := jsonschema.UnmarshalJSON(strings.NewReader(`{"version":"2.1.0","runs":[{"results":[]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if schema.Validate(broken) == nil {
		t.Error("the schema accepts a run without a tool")
	}
}

func TestJSONAndJUnitAreWellFormed(t *testing.T) {
	t.Parallel()
	for _, f := range []report.Format{report.JSON, report.SARIF} {
		if !json.Valid(render(t, f, sample())) {
			t.Errorf("%s is no JSON", f)
		}
	}
	d := xml.NewDecoder(bytes.NewReader(render(t, report.JUnit, sample())))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	t.Parallel()
	if err := report.Write(io.Discard, "yaml", sample()); err == nil {
		t.Error("no error")
	}
}
