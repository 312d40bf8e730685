package lint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Baseline is the set of known issues: a run that has one reports only what is
// new. It is keyed by [Issue.Fingerprint].
type Baseline struct {
	Version  int             `json:"version"` // 1
	Findings []BaselineEntry `json:"findings"`
}

// BaselineEntry is one known issue. Rule and path are for people; only the
// fingerprint counts.
type BaselineEntry struct {
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule"`
	Path        string `json:"path"`
}

// ReadBaseline reads what [Baseline.Write] wrote. Its errors match
// [ErrConfig].
func ReadBaseline(data []byte, name string) (*Baseline, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var b Baseline
	if err := d.Decode(&b); err != nil {
		return nil, &ConfigError{Path: name, Message: "no baseline: " + err.Error(), Advice: "write it again with --write-baseline"}
	}
	if b.Version != 1 {
		return nil, &ConfigError{Path: name, Message: fmt.Sprintf("baseline version %d is not known", b.Version), Advice: "this skillctl reads version 1"}
	}
	return &b, nil
}

// Write writes the baseline as indented JSON, one entry after the other in
// the order of the report, so that versions can be compared.
func (b *Baseline) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(b)
}

// NewBaseline holds everything that the issues say.
func NewBaseline(issues []Issue) *Baseline {
	b := &Baseline{Version: 1, Findings: []BaselineEntry{}}
	for _, i := range issues {
		b.Findings = append(b.Findings, BaselineEntry{Fingerprint: i.Fingerprint, Rule: i.Rule, Path: i.Path})
	}
	return b
}

// Shrink keeps of the new baseline what the old one held as well: a baseline
// is a ratchet that only ever loosens by hand. It returns the result and the
// number of entries left out because they are new.
func (b *Baseline) Shrink(old *Baseline) (*Baseline, int) {
	known := old.set()
	kept := &Baseline{Version: 1, Findings: []BaselineEntry{}}
	for _, e := range b.Findings {
		if known[e.Fingerprint] {
			kept.Findings = append(kept.Findings, e)
		}
	}
	return kept, len(b.Findings) - len(kept.Findings)
}

// set is the fingerprints; a nil baseline knows nothing.
func (b *Baseline) set() map[string]bool {
	if b == nil {
		return nil
	}
	set := make(map[string]bool, len(b.Findings))
	for _, e := range b.Findings {
		set[e.Fingerprint] = true
	}
	return set
}
