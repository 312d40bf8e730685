package run_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/run"
	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// TestCollectionTricks leaves things in out/ that must not be collected
// (security reference, 3.1). They run without a sandbox, where the bait is in
// reach, and every collected byte must come from inside.
func TestCollectionTricks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, line string
		want       []string
		warning    string
	}{
		{"link-file", `ln -s "BAIT" out/leak.txt; echo ok > out/a.txt`, []string{"out/a.txt"}, "out/leak.txt: not collected: link leads out"},
		{"link-dir", `ln -s "BAITDIR" out/d; echo ok > out/a.txt`, []string{"out/a.txt"}, "out/d: not collected: link leads out"},
		{"link-relative", `ln -s "../../../../../../../../../../../..BAIT" out/leak.txt`, []string{}, "link leads out"},
		{"hard-link", `ln "BAIT" out/hard.txt`, []string{}, "out/hard.txt: not collected: it is a hard link"},
		{"fifo", `mkfifo out/f; echo ok > out/a.txt`, []string{"out/a.txt"}, "out/f: not collected: it is no regular file"},
		{"socket", `python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("out/s")'`, []string{}, "out/s: not collected"},
		{"loop", `ln -s loop out/loop; ln -s . out/dot; echo ok > out/a.txt`, []string{"out/a.txt"}, "out/loop: not collected"},
		{"closed-dir", `mkdir out/d; echo x > out/d/x; chmod 000 out/d; echo ok > out/a.txt`, nil, ""},
		{"sparse", `truncate -s 900M out/huge; echo ok > out/a.txt`, []string{"out/a.txt"}, "left out"},
		{"many", `for i in $(seq 300); do echo $i > out/f$i; done`, nil, "200 output files left out"},
		{"names", `echo 1 > $'out/a\nb'; echo 2 > 'out/..c'; echo 3 > out/' '`, []string{"out/ ", "out/..c", "out/a\nb"}, ""},
		{"device", `mknod out/null c 1 3 2>/dev/null || mkfifo out/null`, []string{}, "out/null: not collected: it is no regular file"},
		{"deep", `mkdir -p "out/$(printf 'd/%.0s' {1..100})" && echo x > "out/$(printf 'd/%.0s' {1..100})x"; echo ok > out/a.txt`, []string{"out/a.txt"}, "not all files were looked at for outputs: more than 64 directory levels"},
		{"many-fifos", `mkfifo $(seq -f 'out/f%g' 300); echo ok > out/a.txt`, []string{"out/a.txt"}, "200 more files not collected"},
		{"link-inside", `echo ok > out/a.txt; ln -s a.txt out/b.txt; ln -s "$OUTPUT_DIR/a.txt" out/c.txt`, []string{"out/a.txt", "out/b.txt", "out/c.txt"}, ""},
		{"link-parent", `rmdir ../../work/inputs; ln -s "BAITDIR" ../../work/inputs; echo ok > out/a.txt`, []string{"out/a.txt"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if strings.Contains(tt.line, "python3") {
				needPython(t)
			}
			baitDir := tempDir(t)
			put(t, baitDir, map[string]string{"bait": "secret of the host\n"})
			line := strings.NewReplacer("BAITDIR", baitDir, "BAIT", filepath.Join(baitDir, "bait")).Replace(tt.line)
			o := options(t, sandbox.None, line)
			o.Outputs = []string{"out/**", "work/**"}
			r := carryOut(t, skill(t, nil), o, run.Finish{})
			for _, f := range r.OutputFiles {
				if strings.Contains(f.Content, "secret") {
					t.Errorf("%s holds the bait", f.Name)
				}
			}
			if tt.want != nil {
				if d := cmp.Diff(tt.want, names(r)); d != "" {
					t.Errorf("collected (-want +got):\n%s\n%q", d, r.Warnings)
				}
			}
			if !has(append(r.Warnings, ""), tt.warning) {
				t.Errorf("warnings %q lack %q", r.Warnings, tt.warning)
			}
		})
	}
}

// Nothing that a run leaves in a directory of the host starts with the rights
// of its owner; what was there before is left alone.
func TestSetuidFilesOutside(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	put(t, dir, map[string]string{"before*": "old\n"})
	if err := os.Chmod(filepath.Join(dir, "before"), 0o755|os.ModeSetuid); err != nil {
		t.Fatal(err)
	}
	o := options(t, sandbox.None, `cd "$OUTPUT_DIR"; umask 022; mkdir d; for f in a d/b; do echo x > $f; done; chmod 4755 a; chmod 2711 d/b; cp -p before after
		echo x > c; chmod u+s c; ln c c2`)
	o.Environment.Set = []string{"OUTPUT_DIR=" + dir}
	r := carryOut(t, skill(t, nil), o, run.Finish{})
	got := map[string]string{}
	for _, name := range []string{"before", "after", "a", "d/b", "c"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		got[name] = info.Mode().String()
	}
	want := map[string]string{
		"before": "urwxr-xr-x", "after": "-rwxr-xr-x", "a": "-rwxr-xr-x", "d/b": "-rwx--x--x",
		"c": "urw-r--r--", // a second name may be a program of the system's: told only
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("modes (-want +got):\n%s", d)
	}
	for _, warning := range []string{"out/a: its setuid or setgid bit was removed", "out/d/b: its", "out/c: keeps its setuid or setgid bit: it is a hard link"} {
		if !has(r.Warnings, warning) {
			t.Errorf("warnings %q lack %q", r.Warnings, warning)
		}
	}
	if has(r.Warnings, "out/before") {
		t.Errorf("warnings %q", r.Warnings)
	}
}

func TestLimitsOfCollection(t *testing.T) {
	t.Parallel()
	o := options(t, sandbox.Auto, `for i in 1 2 3 4 5; do head -c 1000 /dev/zero | tr '\0' a > out/f$i; done`)
	o.Limits.MaxTotal, o.Limits.MaxInline = 3500, 100
	r := carryOut(t, skill(t, nil), o, run.Finish{})
	if len(r.OutputFiles) != 3 || !r.LimitsHit {
		t.Fatalf("collected %v, limits hit %v", names(r), r.LimitsHit)
	}
	if f := r.OutputFiles[0]; f.SizeBytes != 1000 || len(f.Content) != 100 || !f.Truncated {
		t.Errorf("size %d, content %d, truncated %v", f.SizeBytes, len(f.Content), f.Truncated)
	}
}

func TestTextAndBinary(t *testing.T) {
	t.Parallel()
	o := options(t, sandbox.Auto, `printf 'ääää' > out/umlauts.txt; printf '\211PNG\r\n\032\n\0\0' > out/p.png; : > out/empty.txt; sleep 0.02; echo last > out/b.md; echo '{}' > out/z.json; touch -d '2001-01-01' out/z.json`)
	o.Limits.MaxInline = 5
	r := carryOut(t, skill(t, nil), o, run.Finish{})
	if d := cmp.Diff([]string{"out/b.md", "out/empty.txt", "out/p.png", "out/umlauts.txt", "out/z.json"}, names(r)); d != "" {
		t.Fatal(d)
	}
	got := map[string]string{}
	for _, f := range r.OutputFiles {
		got[f.Name] = fmt.Sprintf("%s %d %q %v", f.MIMEType, f.SizeBytes, f.Content, f.Truncated)
	}
	for name, want := range map[string]string{
		"out/umlauts.txt": `text/plain; charset=utf-8 8 "ää" true`,
		"out/p.png":       `image/png 10 "" false`,
		"out/b.md":        `text/markdown; charset=utf-8 5 "last\n" false`,
	} {
		if got[name] != want {
			t.Errorf("%s: %s, want %s", name, got[name], want)
		}
	}
	if r.PrimaryOutput != "out/b.md" {
		t.Errorf("primary output %q, want the newest text file", r.PrimaryOutput)
	}
}

func TestOnlyThisRunsFiles(t *testing.T) {
	t.Parallel()
	store := run.NewStore(tempDir(t))
	s := skill(t, nil)
	root := tempDir(t)
	do := func(line string) *run.Result {
		o := options(t, sandbox.Auto, line)
		session, release, err := store.Open(t.Context(), "one", root, o.Now)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = release() }()
		o.Session = session
		r := carryOut(t, s, o, run.Finish{})
		if err := store.Save(session); err != nil {
			t.Fatal(err)
		}
		return r
	}
	first := do(`echo 1 > out/a; echo 1 > out/b; echo 1 > out/same`)
	second := do(`echo 2 > out/b; echo 3 > out/c; rm out/a; printf '1\n' > out/same`)
	if d := cmp.Diff([]string{"out/a", "out/b", "out/same"}, names(first)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"out/b", "out/c", "out/same"}, names(second)); d != "" {
		t.Error(d)
	}
	if first.Workspace != second.Workspace || first.Session != "one" {
		t.Errorf("workspaces %q and %q, session %q", first.Workspace, second.Workspace, first.Session)
	}
	third := do(`cat out/c; exit 1`)
	if len(third.OutputFiles) != 0 || third.PrimaryOutput != "" || third.Stdout != "3\n" {
		t.Errorf("third run reports %v, %q, %q", names(third), third.PrimaryOutput, third.Stdout)
	}
	if _, err := store.End(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(root); len(left) > 0 {
		t.Errorf("left after the end: %v", left)
	}
}

func TestEmptyOutputsOfAFailedCommand(t *testing.T) {
	t.Parallel()
	s := skill(t, nil)
	r := carryOut(t, s, options(t, sandbox.Auto, `nosuchcommand > out/empty.txt; echo part > out/full.txt; exit 2`), run.Finish{})
	if d := cmp.Diff([]string{"out/full.txt"}, names(r)); d != "" {
		t.Error(d)
	}
	if !has(r.Warnings, "empty output_files omitted because command failed") {
		t.Errorf("warnings %q", r.Warnings)
	}
	if r := carryOut(t, s, options(t, sandbox.Auto, `: > out/empty.txt`), run.Finish{}); len(r.OutputFiles) != 1 {
		t.Errorf("a command that succeeds may leave an empty file: %v", names(r))
	}
}

func TestOutputDirElsewhere(t *testing.T) {
	t.Parallel()
	s := skill(t, nil)
	for _, level := range []sandbox.Level{sandbox.None, sandbox.Partial, sandbox.Strict} {
		t.Run(string(level), func(t *testing.T) {
			t.Parallel()
			dir := tempDir(t)
			put(t, dir, map[string]string{"old.txt": "old"})
			o := options(t, level, `echo new > "$OUTPUT_DIR/new.txt"; mkdir "$OUTPUT_DIR/d"; echo x > "$OUTPUT_DIR/d/x.txt"`)
			o.Environment.Set = []string{"OUTPUT_DIR=" + dir}
			o.Outputs = []string{"$OUTPUT_DIR/*.txt", "out/d/**"}
			r := carryOut(t, s, o, run.Finish{})
			if d := cmp.Diff([]string{"out/d/x.txt", "out/new.txt"}, names(r)); d != "" {
				t.Errorf("%s\n%s", d, r.Stderr)
			}
		})
	}
	o := options(t, sandbox.Auto, `echo 1 > "$OUTPUT_DIR/x"`)
	o.Environment.Set = []string{"OUTPUT_DIR=work/results"}
	if r := carryOut(t, s, o, run.Finish{}); len(r.OutputFiles) != 1 || r.OutputFiles[0].Name != "out/x" {
		t.Errorf("inside the workspace: %v, %s", names(r), r.Stderr)
	}
	o.Environment.Set = []string{"OUTPUT_DIR=/no/such/dir"}
	if _, err := run.NewPlan(s, o); err == nil {
		t.Error("an output directory that does not exist was accepted")
	}
}

func TestSave(t *testing.T) {
	t.Parallel()
	s := skill(t, nil)
	dir := filepath.Join(tempDir(t), "saved")
	o := options(t, sandbox.Auto, `mkdir -p out/sub; printf 'a\0b' > out/sub/bin; echo t > work/t.txt; chmod +x work/t.txt`)
	o.Outputs = []string{"out/**", "work/*.txt"}
	save := run.Save{Dir: dir, Shown: "saved"}
	r := carryOut(t, s, o, run.Finish{Save: save, NoInline: true})
	want := []run.ArtifactFile{{Name: "out/sub/bin", Path: "saved/sub/bin"}, {Name: "work/t.txt", Path: "saved/work/t.txt"}}
	if d := cmp.Diff(want, r.ArtifactFiles); d != "" {
		t.Error(d)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "sub/bin")); err != nil || string(b) != "a\x00b" {
		t.Errorf("saved %q, %v", b, err)
	}
	if info, err := os.Stat(filepath.Join(dir, "work/t.txt")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if r.OutputFiles[1].Content != "" {
		t.Error("inlined although that was not wanted")
	}
	o.Now = o.Now.Add(1)
	if _, err := tryOut(t.Context(), t, s, o, run.Finish{Save: save}); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("overwriting: %v", err)
	}
	save.Overwrite = true
	carryOut(t, s, o, run.Finish{Save: save})
	if left, _ := filepath.Glob(filepath.Join(dir, "*", ".skillctl*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// TestSocketsOfOthers makes sure that a socket in out/ of the host is not a
// way to hang the collection.
func TestSocketsOfOthers(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "unix", filepath.Join(dir, "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	o := options(t, sandbox.None, `touch "$OUTPUT_DIR/s"; echo ok > "$OUTPUT_DIR/a"`)
	o.Environment.Set = []string{"OUTPUT_DIR=" + dir}
	if r := carryOut(t, skill(t, nil), o, run.Finish{}); !cmp.Equal([]string{"out/a"}, names(r)) {
		t.Errorf("collected %v", names(r))
	}
}
