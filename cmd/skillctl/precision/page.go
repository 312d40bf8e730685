package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/rules"
	"github.com/skillctl/skillctl/pkg/parse"
)

// sampleSize is how many warnings are reviewed.
const sampleSize = 100

// page is what docs/precision.md is made of.
type page struct {
	result   *lint.Result
	sources  []source
	review   map[string]verdict
	errors   []lint.Issue
	warnings []lint.Issue // the sample
	total    lint.Summary
	groups   map[string]lint.Group
}

func newPage(result *lint.Result, sources []source, review map[string]verdict) *page {
	p := &page{result: result, sources: sources, review: review, groups: map[string]lint.Group{}}
	for _, r := range rules.All() {
		p.groups[r.ID] = r.Group
	}
	var warnings []lint.Issue
	for _, i := range result.Issues {
		switch i.Severity {
		case parse.Error:
			p.errors = append(p.errors, i)
			p.total.Errors++
		case parse.Warning:
			warnings = append(warnings, i)
			p.total.Warnings++
		case parse.Info:
			p.total.Infos++
		}
	}
	p.warnings = choose(warnings)
	return p
}

// choose takes a random sample, the same for the same findings. Each finding
// gets its place by its fingerprint, so that a rule that changes leaves the
// others where they are.
func choose(issues []lint.Issue) []lint.Issue {
	place := func(i lint.Issue) uint64 {
		var seed [32]byte
		copy(seed[:], i.Path+"\x00"+i.Fingerprint)
		copy(seed[16:], i.Fingerprint)
		return rand.NewChaCha8(seed).Uint64()
	}
	sample := slices.Clone(issues)
	slices.SortFunc(sample, func(a, b lint.Issue) int { return cmp.Compare(place(a), place(b)) })
	return sample[:min(len(sample), sampleSize)]
}

// writeSample prints what is to be reviewed, a line each.
func (p *page) writeSample(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, i := range slices.Concat(p.errors, p.warnings) {
		said := "?"
		if v, ok := p.review[key(i)]; ok {
			said = word(v)
		}
		fmt.Fprintf(b, "%s\t%s\t%s %s %s: %s | %s\n", key(i), said, i.Severity, i.Rule, place(i),
			escape.Hidden(i.Message), escape.Hidden(i.Excerpt.Text))
	}
	return b.Flush()
}

// key is a finding's fingerprint, which is unique within its repository only.
func key(i lint.Issue) string {
	repo, _, _ := strings.Cut(i.Path, "/")
	return repo + "/" + i.Fingerprint
}

func word(v verdict) string {
	if v.right {
		return "right"
	}
	return "wrong"
}

func place(i lint.Issue) string {
	if i.Span.IsValid() {
		return fmt.Sprintf("%s:%d", i.Path, i.Span.Start.Line)
	}
	return i.Path
}

func (p *page) write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# Precision\n\nWhat `skillctl lint` finds, with the default target, in %d public skills as they are, and what a review of it\n"+
		"came to. This page is made by `go run ./cmd/skillctl/precision FOLDER docs/precision-review.tsv`; scripts in the folder\n"+
		"are placeholders that keep their name, shebang and mode.\n\n", p.result.Skills)
	p.summary(b)
	p.reviewed(b)
	p.hits(b)
	p.errorTable(b)
	fmt.Fprintf(b, "\n## Repositories\n\n| Repository | Commit | Skills |\n| --- | --- | --- |\n")
	for _, s := range p.sources {
		fmt.Fprintf(b, "| %s | %s | %s |\n", s.repo, s.commit, s.skills)
	}
	return b.Flush()
}

// summary holds the page to its goals.
func (p *page) summary(b io.Writer) {
	n := max(p.result.Skills, 1)
	withError := p.skillsWith(func(i lint.Issue) bool { return i.Severity == parse.Error })
	security := p.skillsWith(func(i lint.Issue) bool {
		return p.groups[i.Rule] == lint.Security && i.Severity == parse.Warning
	})
	fmt.Fprintf(b, "| | Found | Goal |\n| --- | --- | --- |\n")
	fmt.Fprintf(b, "| skills with an error | %d (%.1f %%) | about 1 %% |\n", withError, percent(withError, n))
	fmt.Fprintf(b, "| warnings for each skill | %.2f | at most 2 |\n", float64(p.total.Warnings)/float64(n))
	fmt.Fprintf(b, "| skills with a security warning | %d (%.1f %%) | at most 5 %% |\n", security, percent(security, n))
	fmt.Fprintf(b, "| errors, warnings, infos | %d, %d, %d | |\n", p.total.Errors, p.total.Warnings, p.total.Infos)
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(of) }

// skillsWith counts the skills with an issue.
func (p *page) skillsWith(is func(lint.Issue) bool) int {
	seen := map[string]bool{}
	for _, i := range p.result.Issues {
		if is(i) {
			seen[skillKey(i)] = true
		}
	}
	return len(seen)
}

// reviewed says what the review came to.
func (p *page) reviewed(b io.Writer) {
	read := "all warnings were"
	if len(p.warnings) < p.total.Warnings {
		read = fmt.Sprintf("a random %d of the %d warnings were", len(p.warnings), p.total.Warnings)
	}
	fmt.Fprintf(b, "\n## Review\n\nAll errors and %s checked against the file they are about and what it refers to, as far as the folder\n"+
		"holds it. A finding is wrong when a maintainer of the repository would rightly dismiss it; infos were not reviewed, as\n"+
		"they only tell.\n\n| | Reviewed | Wrong |\n| --- | --- | --- |\n", read)
	for _, set := range []struct {
		name   string
		issues []lint.Issue
	}{{"errors", p.errors}, {"warnings", p.warnings}} {
		done, wrong := 0, 0
		for _, i := range set.issues {
			v, ok := p.review[key(i)]
			if ok {
				done++
			}
			if ok && !v.right {
				wrong++
			}
		}
		fmt.Fprintf(b, "| %s | %d of %d | %d |\n", set.name, done, len(set.issues), wrong)
	}
	for _, i := range slices.Concat(p.errors, p.warnings) {
		if v, ok := p.review[key(i)]; ok && !v.right {
			fmt.Fprintf(b, "\nWrong: `%s` at %s: %s\n", i.Rule, cell(place(i)), cell(v.remark))
		}
	}
}

// hit counts what one rule found.
type hit struct {
	by     map[parse.Severity]int
	skills map[string]bool
}

// hits lists the rules that found something, the heaviest first.
func (p *page) hits(b io.Writer) {
	hits := map[string]*hit{}
	for _, i := range p.result.Issues {
		h := hits[i.Rule]
		if h == nil {
			h = &hit{by: map[parse.Severity]int{}, skills: map[string]bool{}}
			hits[i.Rule] = h
		}
		h.by[i.Severity]++
		h.skills[skillKey(i)] = true
	}
	fmt.Fprintf(b, "\n## Hits by rule\n\n%d of %d rules found something.\n\n| Rule | Errors | Warnings | Infos | Skills |\n"+
		"| --- | --- | --- | --- | --- |\n", len(hits), len(p.groups))
	ids := slices.SortedFunc(maps.Keys(hits), func(x, y string) int {
		for _, s := range []parse.Severity{parse.Error, parse.Warning, parse.Info} {
			if c := cmp.Compare(hits[y].by[s], hits[x].by[s]); c != 0 {
				return c
			}
		}
		return cmp.Compare(x, y)
	})
	for _, id := range ids {
		h := hits[id]
		fmt.Fprintf(b, "| [%s](rules/%s.md) | %s | %s | %s | %d |\n", id, id,
			number(h.by[parse.Error]), number(h.by[parse.Warning]), number(h.by[parse.Info]), len(h.skills))
	}
}

// number leaves a zero out, so that the eye finds the others.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// skillKey names a skill across repositories.
func skillKey(i lint.Issue) string {
	repo, _, _ := strings.Cut(i.Path, "/")
	return repo + "/" + i.Skill
}

// errorTable lists every error with its verdict.
func (p *page) errorTable(b io.Writer) {
	fmt.Fprintf(b, "\n## Errors\n\n| Place | Rule | Finding | Verdict |\n| --- | --- | --- | --- |\n")
	for _, i := range p.errors {
		said := "not reviewed"
		if v, ok := p.review[key(i)]; ok {
			said = word(v)
			if v.remark != "" {
				said += ": " + v.remark
			}
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", cell(place(i)), i.Rule, cell(i.Message), cell(said))
	}
}

// cell keeps a text inside of a table's cell.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "<", `\<`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`).Replace(escape.Hidden(s))
}
