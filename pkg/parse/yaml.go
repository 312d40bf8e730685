package parse

import (
	"bytes"
	"fmt"

	"gopkg.in/yaml.v3"
)

// ParseYAML reads a YAML file other than a SKILL.md, such as .skillctl.yaml:
// the same values, positions and explanations as in a frontmatter. The value
// is nil when the file is empty or cannot be read; a diagnostic of severity
// [Error] then says why. Files over [MaxFileBytes] are refused.
func ParseYAML(src []byte, path string) (*Value, []Diagnostic) {
	r := &report{path: path, lines: NewLines(src)}
	if checkBytes(r, src) != nil {
		return nil, r.list
	}
	start := checkBOM(r, src)
	checkControls(r, src, start, len(src), true)
	if bytes.IndexByte(src, 0) >= 0 {
		return nil, r.sorted()
	}
	d := &document{r: r, src: src, base: start, end: len(src)}
	v, valid := d.parse()
	if !valid {
		v = nil
	}
	return v, r.sorted()
}

// decodeYAML is the only call of the YAML library: into nodes, never into
// structs, and guarded, because the library panics on some input.
func decodeYAML(text []byte) (node *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			node, err = nil, fmt.Errorf("yaml: %v", p)
		}
	}()
	node = new(yaml.Node)
	if err := yaml.Unmarshal(text, node); err != nil {
		return nil, err
	}
	if node.Kind != yaml.DocumentNode || len(node.Content) == 0 {
		return nil, nil
	}
	return node.Content[0], nil
}
