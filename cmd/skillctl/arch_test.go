package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/skillctl/skillctl"

// imports lists what each package of the module imports, for one system: the
// files of a system are seen on that system only.
func imports(t *testing.T, goos string) map[string][]string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...")
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH=amd64", "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	graph := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		graph[strings.TrimPrefix(fields[0], module+"/")] = fields[1:]
	}
	return graph
}

func systems() []string { return []string{"linux", "darwin", "windows"} }

// arrows says which packages of pkg each package of pkg may import. A name
// stands for the package and not for those below it.
func arrows() map[string][]string {
	return map[string][]string{
		"pkg/parse":         {},
		"pkg/parse/client":  {"pkg/parse"},
		"pkg/parse/prompt":  {"pkg/parse"},
		"pkg/lint":          {"pkg/parse", "pkg/parse/client"},
		"pkg/lint/rules":    {"pkg/lint", "pkg/parse", "pkg/parse/client"},
		"pkg/lint/report":   {"pkg/lint", "pkg/parse"},
		"pkg/lint/linttest": {"pkg/lint", "pkg/parse", "pkg/parse/client"},
		"pkg/pack":          {"pkg/parse", "pkg/parse/client"},
		"pkg/cache":         {"pkg/pack", "pkg/parse"},
		"pkg/run":           {"pkg/parse", "pkg/run/sandbox"},
		"pkg/run/sandbox":   {},
	}
}

func TestArrowsRunDown(t *testing.T) {
	t.Parallel()
	allowed := arrows()
	for _, goos := range systems() {
		for from, list := range imports(t, goos) {
			for _, to := range list {
				to, own := strings.CutPrefix(to, module+"/")
				if !own {
					continue
				}
				if to == "internal/testenv" {
					t.Errorf("%s: %s imports %s, which is for tests", goos, from, to)
				}
				switch floor, _, _ := strings.Cut(from, "/"); floor {
				case "internal":
					if !strings.HasPrefix(to, "internal/") {
						t.Errorf("%s: %s imports %s: the ground knows nothing above it", goos, from, to)
					}
				case "pkg":
					targets, known := allowed[from]
					if !known {
						t.Errorf("%s: %s is not in the list of arrows", goos, from)
					}
					if !strings.HasPrefix(to, "internal/") && !slices.Contains(targets, to) {
						t.Errorf("%s: %s imports %s, which is no allowed arrow", goos, from, to)
					}
				}
			}
		}
	}
}

// owners says which packages may import a module that the project depends on.
// A name that ends with a slash stands for all packages below it.
func owners() map[string][]string {
	return map[string][]string{
		"github.com/bmatcuk/doublestar/v4":       {"cmd/", "pkg/", "internal/"},
		"github.com/charmbracelet/lipgloss":      {"cmd/skillctl/ui"},
		"github.com/gabriel-vasile/mimetype":     {"internal/sniff"},
		"github.com/gofrs/flock":                 {"internal/safefs"},
		"github.com/google/go-cmp":               {},
		"github.com/hiddeco/sshsig":              {"pkg/pack"},
		"github.com/klauspost/compress":          {"pkg/pack"},
		"github.com/mholt/archives":              {"pkg/pack"},
		"github.com/muesli/termenv":              {"cmd/skillctl/ui"},
		"github.com/rivo/uniseg":                 {"cmd/skillctl/ui"},
		"github.com/rogpeppe/go-internal":        {"pkg/lint/linttest"},
		"github.com/santhosh-tekuri/jsonschema/": {},
		"github.com/spf13/cobra":                 {"cmd/skillctl/cli", "cmd/skillctl/gendocs"},
		"github.com/spf13/pflag":                 {"cmd/skillctl/cli", "cmd/skillctl/gendocs"},
		"github.com/yuin/goldmark":               {"cmd/skillctl/ui", "pkg/parse"},
		"golang.org/x/crypto":                    {"pkg/pack"},
		"golang.org/x/mod":                       {"internal/digest"},
		"golang.org/x/sync":                      {"cmd/", "pkg/", "internal/"},
		"golang.org/x/sys":                       {"cmd/", "pkg/", "internal/"},
		"golang.org/x/term":                      {"cmd/skillctl/ui"},
		"golang.org/x/text":                      {"cmd/", "pkg/", "internal/"},
		"gopkg.in/yaml.v3":                       {"pkg/parse"},
		"mvdan.cc/sh/v3":                         {"pkg/lint/rules"},
	}
}

func TestEveryModuleHasItsOwner(t *testing.T) {
	t.Parallel()
	owned := owners()
	for _, goos := range systems() {
		for from, list := range imports(t, goos) {
			for _, to := range list {
				first, _, _ := strings.Cut(to, "/")
				if !strings.Contains(first, ".") || strings.HasPrefix(to, module) {
					continue
				}
				if !isOwner(owned, from, to) {
					t.Errorf("%s: %s imports %s, which is not its own", goos, from, to)
				}
			}
		}
	}
}

func isOwner(owned map[string][]string, from, to string) bool {
	for name, packages := range owned {
		if to != name && !strings.HasPrefix(to, strings.TrimSuffix(name, "/")+"/") {
			continue
		}
		return slices.ContainsFunc(packages, func(p string) bool {
			return from == p || strings.HasSuffix(p, "/") && strings.HasPrefix(from, p)
		})
	}
	return false
}

// Budgets of the program. They are there to notice a dependency that got
// expensive, so they are close to what is measured.
const (
	maxBinaryBytes = 16_000_000 // stripped, linux/amd64
	maxInitAllocs  = 10_000     // in the init functions of all packages
)

func TestBudgets(t *testing.T) {
	t.Parallel()
	binary := filepath.Join(t.TempDir(), "skillctl")
	// Without -trimpath, which would compile all packages anew on a machine that
	// has just compiled them for the tests.
	build := exec.CommandContext(t.Context(), "go", "build", "-ldflags", "-s -w", "-o", binary, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	info, err := os.Stat(binary)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("binary: %d bytes", info.Size())
	if info.Size() > maxBinaryBytes {
		t.Errorf("the binary has %d bytes, more than %d", info.Size(), maxBinaryBytes)
	}
	start := exec.CommandContext(t.Context(), binary, "--version")
	start.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	start.Stderr = &trace
	if err := start.Run(); err != nil {
		t.Skipf("this system does not run a linux/amd64 program: %v", err)
	}
	allocs := initAllocs(t, trace.String())
	t.Logf("start: %d allocations", allocs)
	if allocs == 0 || allocs > maxInitAllocs {
		t.Errorf("packages make %d allocations at the start, not 1 to %d", allocs, maxInitAllocs)
	}
}

// initAllocs adds up the allocations that GODEBUG=inittrace=1 reports, in
// lines such as "init regexp @0.2 ms, 0.01 ms clock, 320 bytes, 6 allocs".
func initAllocs(t *testing.T, trace string) int {
	t.Helper()
	sum := 0
	for line := range strings.Lines(trace) {
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[0] != "init" || fields[1] == "runtime" {
			continue
		}
		n, err := strconv.Atoi(fields[len(fields)-2])
		if err != nil {
			t.Fatalf("cannot read %q: %v", line, err)
		}
		sum += n
	}
	return sum
}
