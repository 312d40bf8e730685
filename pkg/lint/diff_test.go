package lint_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/lint"
)

func TestUnifiedDiff(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ before, after, want string }{
		"equal":      {"a\nb\n", "a\nb\n", ""},
		"one line":   {"a\nb\nc\n", "a\nx\nc\n", "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"},
		"from empty": {"", "a\n", "--- a/f\n+++ b/f\n@@ -0,0 +1 @@\n+a\n"},
		"to empty":   {"a\n", "", "--- a/f\n+++ b/f\n@@ -1 +0,0 @@\n-a\n"},
		"no newline": {"a", "a\n", "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		"line ends":  {"a\r\nb\n", "a\nb\n", "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\r\n+a\n b\n"},
		"two hunks": {
			"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n", "x\n2\n3\n4\n5\n6\n7\n8\n9\ny\n",
			"--- a/f\n+++ b/f\n@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -7,4 +7,4 @@\n 7\n 8\n 9\n-10\n+y\n",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := lint.UnifiedDiff("f", []byte(tt.before), []byte(tt.after))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestUnifiedDiffApplies checks random diffs with patch(1), which must turn
// the old text into the new one.
func TestUnifiedDiffApplies(t *testing.T) {
	t.Parallel()
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Skip("patch is not installed")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		before, after := randomText(random), randomText(random)
		dir := t.TempDir()
		file := filepath.Join(dir, "f")
		if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
		diff := lint.UnifiedDiff("f", []byte(before), []byte(after))
		if diff == "" {
			continue
		}
		cmd := exec.CommandContext(t.Context(), patch, "--binary", "-s", "-p1")
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(diff)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s\n%s", err, out, diff)
		}
		got, err := os.ReadFile(file)
		if err != nil && after != "" {
			t.Fatal(err)
		}
		if string(got) != after {
			t.Fatalf("got %q, want %q with\n%s", got, after, diff)
		}
	}
}

func randomText(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(30) {
		b.WriteString([]string{"a\n", "b\n", "c\r\n", "\n"}[r.IntN(4)])
	}
	if r.IntN(3) == 0 {
		b.WriteString("end")
	}
	return b.String()
}
