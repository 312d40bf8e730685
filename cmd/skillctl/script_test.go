package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/skillctl/skillctl/internal/testenv"
)

func TestMain(m *testing.M) {
	testscript.Main(plainTests{m}, map[string]func(){"skillctl": main})
}

// plainTests are the tests in plain surroundings; the programs that testscript
// makes of the test binary run in those that they are given.
type plainTests struct{ *testing.M }

func (p plainTests) Run() int {
	testenv.Plain()
	return p.M.Run()
}

// TestScripts runs the scripts of testdata/script, one for each behavior a
// user sees, over the real program. With UPDATE_SCRIPTS=1 it writes what the
// program printed into their cmp files.
func TestScripts(t *testing.T) {
	t.Parallel()
	examples, err := filepath.Abs("../../examples/skills")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, ".home")
			env.Setenv("HOME", home)
			env.Setenv("USERPROFILE", home)
			env.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
			env.Setenv("XDG_STATE_HOME", filepath.Join(home, "state"))
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "config"))
			env.Setenv("EXAMPLES", examples)
			// Not the second for which the race detector waits at every end.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			server := httptest.NewServer(http.FileServer(http.Dir(env.WorkDir)))
			env.Defer(server.Close)
			env.Setenv("SERVER", server.URL) // serves the files of the script
			return os.MkdirAll(home, 0o700)
		},
	})
}
