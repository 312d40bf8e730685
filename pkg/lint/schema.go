package lint

import (
	"bytes"
	"encoding/json"
)

// ConfigSchema is the JSON Schema (draft 7) of the configuration that
// [ReadConfig] reads, for editors. The rules are those of the table.
func ConfigSchema(table []Rule) ([]byte, error) {
	doc := object(map[string]any{"lint": object(map[string]any{
		keyTargets:     listOf(enum(append(profileNames(Profiles()), "all")...), "the profiles to check for; core when not set"),
		keyFailOn:      describe(enum(FailLevels()...), "the severity that makes the exit status 1; error when not set"),
		keyMinSeverity: describe(enum("error", "warning", "info"), "findings below this severity are left out"),
		keyBaseline:    map[string]any{"type": "string", "minLength": 1, "description": "file of known findings, relative to this file"},
		keyRules:       describe(ref("rules"), "severity by rule"),
		keyExclude:     listOf(ref("pattern"), "paths that are not checked, relative to this file"),
		keyOverrides:   listOf(override(), "severities for some paths; the last one that matches wins"),
		keyLimits:      limitsSchema(),
	}, "what skillctl lint does here")}, "")
	doc["$schema"] = "http://json-schema.org/draft-07/schema#"
	doc["title"] = ConfigName
	doc["definitions"] = map[string]any{
		"severity": enum("error", "warning", "info", "off"),
		"pattern": map[string]any{
			"type": "string", "minLength": 1, "description": "* and ? within a name, ** across folders, [a-z], {a,b}",
		},
		"rules": rulesSchema(table),
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(doc)
	return b.Bytes(), err
}

func object(properties map[string]any, description string) map[string]any {
	return describe(map[string]any{
		"type": []string{"object", "null"}, "additionalProperties": false, "properties": properties,
	}, description)
}

func describe(schema map[string]any, description string) map[string]any {
	if description != "" {
		schema["description"] = description
	}
	return schema
}

func enum(values ...string) map[string]any { return map[string]any{"enum": values} }

// ref refers to a definition; in an allOf, since draft 7 ignores what stands
// beside a $ref.
func ref(name string) map[string]any {
	return map[string]any{"allOf": []any{map[string]any{"$ref": "#/definitions/" + name}}}
}

// listOf is a list, or one item in place of a list.
func listOf(item map[string]any, description string) map[string]any {
	return describe(map[string]any{"anyOf": []any{item, map[string]any{"type": "array", "items": item}}}, description)
}

func override() map[string]any {
	o := object(map[string]any{keyPaths: listOf(ref("pattern"), ""), keyRules: ref("rules")}, "")
	o["type"] = "object"
	o["required"] = []string{keyPaths}
	return o
}

func limitsSchema() map[string]any {
	properties := map[string]any{}
	for _, k := range limitKeys() {
		properties[k.name] = map[string]any{"type": "integer", "minimum": 1, "default": k.standard, "description": k.about}
	}
	return object(properties, "the sizes that size rules compare with")
}

func rulesSchema(table []Rule) map[string]any {
	properties := map[string]any{}
	for _, r := range table {
		properties[r.ID] = describe(ref("severity"), r.Summary)
	}
	return object(properties, "")
}
