package run

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// Environment is what the command gets besides the fixed variables.
type Environment struct {
	Caller  []string // the caller's environment, "K=V"; nothing of it passes unasked
	Inherit bool     // pass all of it but loader and shell start-up variables
	Pass    []string // names to pass
	File    []string // "K=V" from files
	Set     []string // "K=V", these win over everything
}

// neverInherited are variables that make a loader or a shell run code; they
// pass only by name.
var neverInherited = map[string]bool{
	"BASH_ENV": true, "ENV": true, "SHELLOPTS": true, "BASHOPTS": true, "PS4": true, "PROMPT_COMMAND": true,
	"IFS": true, "CDPATH": true, "GLOBIGNORE": true,
}

func isInheritable(name string) bool {
	return !neverInherited[name] && !strings.HasPrefix(name, "LD_") &&
		!strings.HasPrefix(name, "DYLD_") && !strings.HasPrefix(name, "BASH_FUNC_")
}

// fixedEnv are the variables that every command gets.
func fixedEnv(l Layout, skill, path string) map[string]string {
	env := map[string]string{
		"SKILL_NAME": skill, "HOME": l.Home, "TMPDIR": l.Tmp, "PATH": path,
		"LANG": "C.UTF-8", "TZ": "UTC", "TERM": "dumb",
	}
	maps.Copy(env, l.variables())
	maps.Copy(env, systemEnv(l))
	return env
}

// skillPath is PATH: the skill's own programs first, if it brings some.
func skillPath(l Layout, entries []Entry, caller []string) string {
	dirs := []string{}
	for _, name := range programDirs {
		if has(entries, name) {
			dirs = append(dirs, filepath.Join(l.Skill, filepath.FromSlash(name)))
		}
	}
	return strings.Join(append(dirs, systemPath(caller)), string(filepath.ListSeparator))
}

// hiddenValue stands for a value of the caller's or of a file in a plan that
// is shown.
const hiddenValue = "(hidden)"

// build makes the whole environment, sorted, and the one to show: values that
// stand in no option may be secrets and are hidden there.
func (e Environment) build(fixed map[string]string) (env, shown []string, err error) {
	values, hidden := map[string]string{}, map[string]bool{}
	caller := map[string]string{}
	take := func(name, value string, hide bool) {
		maps.DeleteFunc(values, func(other, _ string) bool { return isSameName(other, name) })
		values[name], hidden[name] = value, hide
	}
	for _, kv := range e.Caller {
		name, value, _ := strings.Cut(kv, "=")
		caller[foldName(name)] = value
		if e.Inherit && isInheritable(name) {
			take(name, value, true)
		}
	}
	for name, value := range fixed {
		take(name, value, false)
	}
	for _, name := range append(slices.Clone(systemNames), e.Pass...) {
		if value, ok := caller[foldName(name)]; ok {
			take(name, value, true)
		}
	}
	for i, kv := range append(slices.Clone(e.File), e.Set...) {
		name, value, ok := strings.Cut(kv, "=")
		if !ok || !isName(name) || strings.ContainsRune(value, 0) {
			return nil, nil, badVariable(kv, i < len(e.File))
		}
		take(name, value, i < len(e.File))
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		env = append(env, name+"="+values[name])
		if hidden[name] {
			shown = append(shown, name+"="+hiddenValue)
			continue
		}
		shown = append(shown, name+"="+values[name])
	}
	return env, shown, nil
}

// badVariable does not repeat a line of a file, which may hold a secret.
func badVariable(kv string, fromFile bool) error {
	if fromFile {
		return usageError("write one NAME=value a line", "--env-file: a line is no variable")
	}
	return usageError("write NAME=value", fmt.Sprintf("--env %s: no variable", kv))
}

// isName reports whether name is a variable's name to a shell.
func isName(name string) bool {
	for i, r := range name {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != ""
}

// isSameName reports whether two names are one variable here.
func isSameName(a, b string) bool { return foldName(a) == foldName(b) }

// lookup finds a variable in a list of "K=V".
func lookup(env []string, name string) (string, bool) {
	for _, kv := range env {
		if value, ok := strings.CutPrefix(kv, name+"="); ok {
			return value, true
		}
	}
	return "", false
}
