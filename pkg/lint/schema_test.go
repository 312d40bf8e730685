package lint_test

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/skillctl/skillctl/pkg/lint"
)

// TestSchemaAgreesWithReader gives the same configurations (as JSON, which is
// YAML) to the schema and to the reader: both take or both refuse each.
func TestSchemaAgreesWithReader(t *testing.T) {
	t.Parallel()
	table := []lint.Rule{{ID: "name-format", Summary: "name"}, {ID: "link-missing", Summary: "link"}}
	text, err := lint.ConfigSchema(table)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("config.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{
		`{}`:           true,
		`{"lint": {}}`: true,
		`{"lint": {"targets": ["core", "all"], "fail-on": "never", "min-severity": "error"}}`: true,
		`{"lint": {"targets": "codex", "baseline": "b.json", "exclude": ["a/**"]}}`:           true,
		`{"lint": {"rules": {"name-format": "off", "link-missing": "info"}}}`:                 true,
		`{"lint": {"overrides": [{"paths": ["a"], "rules": {"name-format": "error"}}]}}`:      true,
		`{"lint": {"limits": {"body-lines": 1, "body-tokens": 2, "catalog-tokens": 3}}}`:      true,

		`{"lnt": {}}`:                                    false,
		`{"lint": {"target": ["core"]}}`:                 false,
		`{"lint": {"targets": ["claude"]}}`:              false,
		`{"lint": {"fail-on": "fatal"}}`:                 false,
		`{"lint": {"min-severity": "never"}}`:            false,
		`{"lint": {"baseline": ""}}`:                     false,
		`{"lint": {"rules": {"unknown": "off"}}}`:        false,
		`{"lint": {"rules": {"name-format": "warn"}}}`:   false,
		`{"lint": {"rules": ["name-format"]}}`:           false,
		`{"lint": {"overrides": [{"rules": {}}]}}`:       false,
		`{"lint": {"overrides": [{"path": "a"}]}}`:       false,
		`{"lint": {"limits": {"body-lines": 0}}}`:        false,
		`{"lint": {"limits": {"body-lines": "many"}}}`:   false,
		`{"lint": {"limits": {"lines": 10}}}`:            false,
		`{"lint": {"exclude": {"a": "b"}}}`:              false,
		`{"lint": {"overrides": [{"paths": ["a"]}, 1]}}`: false,
	}
	for text, want := range tests {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		if got := schema.Validate(value) == nil; got != want {
			t.Errorf("%s: the schema takes it: %t, want %t", text, got, want)
		}
		_, err = lint.ReadConfig([]byte(text), "c", lint.IDs(table))
		if got := err == nil; got != want {
			t.Errorf("%s: the reader takes it: %t (%v), want %t", text, got, err, want)
		}
	}
}
