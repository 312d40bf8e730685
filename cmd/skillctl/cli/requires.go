package cli

import (
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/parse"
)

// requiresDocument is what a skill requires, and what of it is there.
type requiresDocument struct {
	Bins    []binDocument   `json:"bins,omitempty"`
	AnyBins [][]binDocument `json:"any_bins,omitempty"`
	Env     []envDocument   `json:"env,omitempty"`
	Config  []string        `json:"config,omitempty"`
	OS      []string        `json:"os,omitempty"`
}

// binDocument is a program; Found is its path, "" when it is missing.
type binDocument struct {
	Name  string `json:"name"`
	Found string `json:"found,omitempty"`
}

// envDocument is an environment variable. Its value is never shown.
type envDocument struct {
	Name string `json:"name"`
	Set  bool   `json:"set"`
}

// requirements looks for what a skill requires.
func (a *app) requirements(s *parse.Skill) requiresDocument {
	claw, _ := s.OpenClaw()
	doc := requiresDocument{Config: claw.Requires.Config, OS: claw.OS}
	for _, name := range claw.Requires.Bins {
		doc.Bins = append(doc.Bins, findBin(name))
	}
	for _, group := range claw.Requires.AnyBins {
		var bins []binDocument
		for _, name := range group {
			bins = append(bins, findBin(name))
		}
		doc.AnyBins = append(doc.AnyBins, bins)
	}
	for _, name := range claw.Requires.Env {
		doc.Env = append(doc.Env, envDocument{Name: name, Set: a.getenv(name) != ""})
	}
	return doc
}

// findBin looks a program up in PATH. A name with a separator is a path of
// the skill's author and not looked up.
func findBin(name string) binDocument {
	if strings.ContainsAny(name, `/\`) {
		return binDocument{Name: name}
	}
	found, err := exec.LookPath(name)
	if err != nil {
		found = ""
	}
	return binDocument{Name: name, Found: found}
}

// missing reports whether something required is not there. What the client's
// configuration must hold is not known here.
func (r requiresDocument) missing() bool {
	return slices.ContainsFunc(r.Bins, binDocument.missing) ||
		slices.ContainsFunc(r.AnyBins, allMissing) ||
		slices.ContainsFunc(r.Env, func(e envDocument) bool { return !e.Set }) ||
		!r.runsHere()
}

func (b binDocument) missing() bool { return b.Found == "" }

func allMissing(group []binDocument) bool {
	return len(group) > 0 && !slices.ContainsFunc(group, func(b binDocument) bool { return !b.missing() })
}

// runsHere reports whether the skill names this system, or none.
func (r requiresDocument) runsHere() bool {
	here := runtime.GOOS
	if here == "windows" {
		here = "win32"
	}
	return len(r.OS) == 0 || slices.Contains(r.OS, here) || slices.Contains(r.OS, runtime.GOOS)
}

// lines are the requirements for people.
func (r requiresDocument) lines(theme *ui.Theme) []string {
	var lines []string
	missing := theme.Warning("missing")
	show := func(b binDocument) string {
		if b.missing() {
			return escape.Visible(b.Name) + " (" + missing + ")"
		}
		return escape.Visible(b.Name) + " (" + escape.Visible(b.Found) + ")"
	}
	for _, b := range r.Bins {
		lines = append(lines, "  program   "+show(b))
	}
	for _, group := range r.AnyBins {
		var names []string
		for _, b := range group {
			names = append(names, show(b))
		}
		lines = append(lines, "  one of    "+strings.Join(names, ", "))
	}
	for _, e := range r.Env {
		state := missing
		if e.Set {
			state = "set"
		}
		lines = append(lines, "  variable  "+escape.Visible(e.Name)+" ("+state+")")
	}
	for _, c := range r.Config {
		lines = append(lines, "  config    "+escape.Visible(c))
	}
	if len(r.OS) > 0 {
		state := ""
		if !r.runsHere() {
			state = " (" + theme.Warning("this is "+runtime.GOOS) + ")"
		}
		lines = append(lines, "  system    "+escape.Visible(strings.Join(r.OS, ", "))+state)
	}
	return lines
}
