package pack

import (
	"errors"
	"strings"
	"testing"
)

func TestTargets(t *testing.T) {
	t.Parallel()
	plain := map[string]string{"docs/a.md": "x"}
	zipped := string(zipOf(t, item{name: "x", body: "x"}))
	for _, c := range []struct {
		name   string
		files  map[string]string
		o      Options
		target string // that refuses, "" for none
		detail string
	}{
		{"default", plain, Options{Targets: []string{"claude-api"}}, "", ""},
		{"all", plain, Options{Targets: []string{"all"}}, "", ""},
		{"claude-api tar", plain, Options{Targets: []string{"claude-api"}, Format: TarGzip}, "claude-api", "it is a tar.gz"},
		{"claude-api flat", plain, Options{Targets: []string{"claude-api"}, Layout: Flat}, "claude-api", "its layout is flat"},
		{"claude-api skills", map[string]string{"sub/SKILL.md": skillMD}, Options{Targets: []string{"claude-api"}}, "claude-api", "sub/SKILL.md"},
		{"claude-api zip", map[string]string{"a.zip": "x"}, Options{Targets: []string{"claude-api"}}, "claude-api", "a.zip"},
		{"claude-api zip by content", map[string]string{"a.dat": zipped}, Options{Targets: []string{"claude-api"}}, "claude-api", "a.dat"},
		{"claude-api office", map[string]string{"a.docx": zipped}, Options{Targets: []string{"claude-api"}}, "", ""},
		{"claude-api size", map[string]string{"a": strings.Repeat("x", 30_000_000)}, Options{Targets: []string{"claude-api"}}, "claude-api", "bytes"},
		{"gemini tar", plain, Options{Targets: []string{"gemini"}, Format: TarZstd}, "gemini", "it is a tar.zst"},
		{"trpc zst", plain, Options{Targets: []string{"trpc"}, Format: TarZstd}, "trpc", "it is a tar.zst"},
		{"well-known", plain, Options{Targets: []string{"well-known"}}, "", ""},
		{"well-known zip", plain, Options{Targets: []string{"well-known"}, Format: Zip}, "", ""},
		{"well-known wrapped", plain, Options{Targets: []string{"well-known"}, Layout: Wrapped}, "well-known", "its layout is wrapped"},
		{
			"well-known name",
			map[string]string{"SKILL.md": "---\nname: My_Skill\ndescription: d\n---\n"},
			Options{Targets: []string{"well-known"}},
			"well-known", "My_Skill",
		},
		{
			"codex description",
			map[string]string{"SKILL.md": "---\nname: x\ndescription: " + strings.Repeat("é", 1025) + "\n---\n"},
			Options{Targets: []string{"codex"}},
			"codex", "1025",
		},
		{
			"openclaw slug",
			map[string]string{"SKILL.md": "---\nname: a_b\ndescription: d\n---\n"},
			Options{Targets: []string{"core", "openclaw"}},
			"openclaw", "a_b",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, err := Build(t.Context(), load(skillDir(t, c.files)), c.o)
			if err == nil {
				defer p.Close()
			}
			var e *TargetError
			switch {
			case c.target == "" && err != nil:
				t.Fatal(err)
			case c.target == "":
				return
			case !errors.As(err, &e) || !errors.Is(err, ErrRefused):
				t.Fatalf("%v, want a refusal by %s", err, c.target)
			}
			if e.Target != c.target || !strings.Contains(e.Detail, c.detail) || e.Rule == "" || e.Fix == "" {
				t.Errorf("%+v", e)
			}
		})
	}
}

func TestFormByTarget(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]struct {
		Format
		Layout
	}{"claude-api": {Zip, Wrapped}, "well-known": {TarGzip, Flat}, "gemini": {Skill, Wrapped}, "core": {TarGzip, Flat}, "all": {Zip, Wrapped}} {
		p, err := Build(t.Context(), load(skillDir(t, nil)), Options{Targets: []string{target}})
		if err != nil {
			t.Fatal(err)
		}
		if p.Format != want.Format || p.Layout != want.Layout {
			t.Errorf("%s: %s, %s", target, p.Format, p.Layout)
		}
		p.Close()
	}
}
