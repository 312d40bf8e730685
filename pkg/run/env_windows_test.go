package run

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Names of variables have no case: Path is PATH, and is not passed twice.
func TestEnvironmentNames(t *testing.T) {
	t.Parallel()
	caller := []string{"Path=C:\\tools", "SYSTEMROOT=C:\\Windows", "Temp=C:\\temp", "Token=t"}
	l := Layout{Root: `C:\ws`, Skill: `C:\ws\skills\x`, Home: `C:\ws\home`, Tmp: `C:\ws\tmp`}
	if got, want := skillPath(l, []Entry{{Path: "bin"}, {Path: ".venv/Scripts"}}, caller), `C:\ws\skills\x\.venv\Scripts;C:\ws\skills\x\bin;C:\tools`; got != want {
		t.Errorf("PATH is %s, want %s", got, want)
	}
	fixed := map[string]string{"PATH": systemPath(caller)}
	maps.Copy(fixed, systemEnv(l))
	e := Environment{Caller: caller, Inherit: true, Pass: []string{"TOKEN"}, Set: []string{"tmp=mine"}}
	got, _, err := e.build(fixed)
	want := []string{`PATH=C:\tools`, `SystemRoot=C:\Windows`, `TEMP=C:\ws\tmp`, "TOKEN=t", `USERPROFILE=C:\ws\home`, "tmp=mine"}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
}
