package safefs

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCheckPathAccepts(t *testing.T) {
	t.Parallel()
	for _, path := range []string{
		"SKILL.md", "scripts/fib.py", ".github/x", "a..b", "..a", "it's fine!.txt", "~/x", "漢字/emoji 🙂.md", "u\u0308.txt",
		"com10", "console.txt", "nulls", "a b (1) [x] {y} #1 & 50%.txt", "._x", "COM", "ready", "a.ready",
		strings.Repeat("a/", MaxDepth-1) + "b", strings.Repeat("x", MaxNameBytes),
		strings.Repeat(strings.Repeat("x", 127)+"/", 8)[:MaxPathBytes-1] + "x",
	} {
		if err := CheckPath(path); err != nil {
			t.Errorf("CheckPath(%q) = %v", path, err)
		}
	}
}

func TestCheckPathRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path string
		rule Rule
	}{
		{"", RuleEmpty},
		{"a//b", RuleEmpty},
		{"a/", RuleEmpty},
		{"./a", RuleDotDot},
		{"..", RuleDotDot},
		{".", RuleDotDot},
		{"../x", RuleDotDot},
		{"a/../../x", RuleDotDot},
		{"a/..", RuleDotDot},
		{".. /x", RuleDotDot},
		{"...", RuleDotDot},
		{"/x", RuleAbsolute},
		{"//x", RuleAbsolute},
		{`\x`, RuleAbsolute},
		{`\\host\s`, RuleAbsolute},
		{"C:x", RuleAbsolute},
		{"C:/x", RuleAbsolute},
		{`c:\x`, RuleAbsolute},
		{`scripts\win.sh`, RuleBackslash},
		{`..\..\x`, RuleBackslash},
		{"SKILL.md:hidden", RuleCharacter},
		{"notes.txt::$DATA", RuleCharacter},
		{"scripts/*.sh", RuleCharacter},
		{"a?", RuleCharacter},
		{"a\x00b", RuleControl},
		{"a\nb", RuleControl},
		{"a\x1b[2J", RuleControl},
		{"a\x7f", RuleControl},
		{"a\u0085b", RuleControl},
		{"scripts/\u202egpj.hs", RuleControl},
		{"a\u200bb", RuleControl},
		{"a\U000e0041b", RuleControl},
		{"a\ue000", RuleControl},
		{"a\u2028b", RuleControl},
		{"NUL", RuleWindowsName},
		{"con.txt", RuleWindowsName},
		{"a/COM1.log", RuleWindowsName},
		{"LPT¹", RuleWindowsName},
		{"aux .md", RuleWindowsName},
		{"SKILL.md.", RuleTrailingDot},
		{"a /b", RuleSpace},
		{" a", RuleSpace},
		{"a\u00a0", RuleSpace},
		{".ready", RuleReserved},
		{"x/.READY", RuleReserved},
		{".ready/x", RuleReserved},
		{"a\xffb", RuleNotUTF8},
		{strings.Repeat("x", MaxNameBytes+1), RuleTooLong},
		{strings.Repeat("x/", MaxPathBytes/2) + "y", RuleTooLong},
		{strings.Repeat("a/", MaxDepth) + "b", RuleTooDeep},
	} {
		var bad *PathError
		if err := CheckPath(c.path); !errors.As(err, &bad) || bad.Rule != c.rule {
			t.Errorf("CheckPath(%q) = %v, want rule %s", c.path, err, c.rule)
		}
	}
}

func TestGitFolder(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		".git": ".git", ".git/hooks/x": ".git", "a/.GIT": "a/.GIT", "a/b/.git/c/.git": "a/b/.git", "GIT~1/x": "GIT~1",
		".gitignore": "", ".github/x": "", "a.git/x": "", "git/x": "", "x/git~10": "",
	} {
		if got, ok := GitFolder(path); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v, want %q", path, got, ok, want)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	type add struct {
		path string
		kind Kind
		rule Rule
	}
	for name, adds := range map[string][]add{
		"plain":             {{"a", Dir, ""}, {"a/b", File, ""}, {"a/c", File, ""}, {"a", Dir, ""}, {"b/c/d", File, ""}, {"b", Dir, ""}},
		"twice":             {{"a", File, ""}, {"a", File, RuleDuplicate}},
		"case":              {{"SKILL.md", File, ""}, {"skill.md", File, RuleTwins}},
		"case of parents":   {{"A/x", File, ""}, {"a/y", File, RuleTwins}},
		"normal forms":      {{"\u00fc", File, ""}, {"u\u0308", File, RuleTwins}},
		"full folding":      {{"stra\u00dfe", File, ""}, {"STRASSE", File, RuleTwins}},
		"folding alone":     {{"\u00df", File, ""}, {"ss", File, RuleTwins}},
		"file, then folder": {{"a", File, ""}, {"a/b", File, RuleFileAndDir}},
		"folder, then file": {{"a/b", File, ""}, {"a", File, RuleFileAndDir}},
		"deep parent":       {{"a/b/c/d", File, ""}, {"a/b/C/e", File, RuleTwins}},
	} {
		var n Names
		for _, a := range adds {
			err := n.Add(a.path, a.kind)
			var bad *PathError
			if a.rule == "" && err != nil || a.rule != "" && (!errors.As(err, &bad) || bad.Rule != a.rule) {
				t.Errorf("%s: Add(%q) = %v, want rule %q", name, a.path, err, a.rule)
			}
		}
	}
}

// FuzzCheckPath: an accepted path stays below its folder and can be printed.
func FuzzCheckPath(f *testing.F) {
	f.Add("a/b")
	f.Add("../x")
	f.Fuzz(func(t *testing.T, path string) {
		err := CheckPath(path)
		if err != nil {
			if !utf8.ValidString(err.Error()) || strings.ContainsAny(err.Error(), "\x1b\n\x00") {
				t.Fatalf("raw text in %q", err)
			}
			return
		}
		for e := range strings.SplitSeq(path, "/") {
			if e == "" || e == "." || e == ".." || strings.ContainsAny(e, "\\:\x00\n") {
				t.Fatalf("accepted %q", path)
			}
		}
		var n Names
		if err := n.Add(path, File); err != nil {
			t.Fatalf("alone in its tree: %v", err)
		}
	})
}
