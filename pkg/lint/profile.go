package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/parse"
)

// Profile names a reader of skills for whom a skill can be right or wrong.
type Profile string

// The profiles, in the order in which they are listed.
const (
	// Core holds what matters with any client: an error means that a client in
	// wide use does not load the skill or loads something else than what is
	// written, or that a structural safety fact holds.
	Core Profile = "core"
	// Spec is the specification: an error means that the reference validator
	// refuses the skill.
	Spec       Profile = "spec"
	ClaudeCode Profile = "claude-code" // Claude Code
	ClaudeAPI  Profile = "claude-api"  // uploads to claude.ai and the Claude API
	Codex      Profile = "codex"       // OpenAI Codex
	VSCode     Profile = "vscode"      // VS Code with Copilot
	Gemini     Profile = "gemini"      // Gemini CLI
	OpenClaw   Profile = "openclaw"    // OpenClaw and ClawHub
	TRPC       Profile = "trpc"        // tRPC-Agent
	Tulip      Profile = "tulip"       // Tulip

	// Any stands in [Levels] for every profile that is not named there.
	Any Profile = ""
)

// Profiles lists every profile in order; "all" on the command line means all
// of them.
func Profiles() []Profile {
	return []Profile{Core, Spec, ClaudeCode, ClaudeAPI, Codex, VSCode, Gemini, OpenClaw, TRPC, Tulip}
}

// ParseProfiles reads the names of profiles, "all" included, and returns them
// without repetition in the order of [Profiles]. No names mean [Core].
func ParseProfiles(names []string) ([]Profile, error) {
	all := Profiles()
	var chosen []Profile
	for _, name := range names {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
		case name == "all":
			chosen = append(chosen, all...)
		case slices.Contains(all, Profile(name)):
			chosen = append(chosen, Profile(name))
		default:
			return nil, &UnknownError{What: "target", Name: name, Known: append(profileNames(all), "all")}
		}
	}
	if len(chosen) == 0 {
		return []Profile{Core}, nil
	}
	var sorted []Profile
	for _, p := range all {
		if slices.Contains(chosen, p) {
			sorted = append(sorted, p)
		}
	}
	return sorted, nil
}

func profileNames(profiles []Profile) []string {
	names := make([]string, len(profiles))
	for i, p := range profiles {
		names[i] = string(p)
	}
	return names
}

// Levels gives a severity for each profile. [Any] stands for the profiles that
// are not named; a profile without a severity there has none, and the finding
// does not exist for it.
type Levels map[Profile]parse.Severity

// In is the severity for one profile, 0 when the finding does not exist there.
func (l Levels) In(p Profile) parse.Severity {
	if s, ok := l[p]; ok {
		return s
	}
	return l[Any]
}

// Over is the highest severity among the profiles and those that have it.
func (l Levels) Over(profiles []Profile) (parse.Severity, []Profile) {
	var top parse.Severity
	var holders []Profile
	for _, p := range profiles {
		switch s := l.In(p); {
		case s == 0 || s < top:
		case s > top:
			top, holders = s, []Profile{p}
		default:
			holders = append(holders, p)
		}
	}
	return top, holders
}

// String lists the levels as "error (spec), warning (others)".
func (l Levels) String() string {
	var parts []string
	for _, s := range []parse.Severity{parse.Error, parse.Warning, parse.Info, 0} {
		var at []string
		for _, p := range Profiles() {
			if own, ok := l[p]; ok && own == s {
				at = append(at, string(p))
			}
		}
		if s != 0 && l[Any] == s {
			at = append(at, "all others")
		}
		if len(at) > 0 {
			parts = append(parts, fmt.Sprintf("%s (%s)", s, strings.Join(at, ", ")))
		}
	}
	if len(l) == 1 && l[Any] != 0 {
		return l[Any].String()
	}
	return strings.Join(parts, ", ")
}
