package pack

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sampled is the part of the corpus that goes through other tools: every
// seventh skill, some sixty of them, since each takes a dozen processes, and one with long and
// non-ASCII names.
func sampled(t *testing.T) []string {
	t.Helper()
	out := []string{skillDir(t, fixture)}
	for i, dir := range corpus(t) {
		if i%7 == 0 && load(dir).Skip == nil {
			out = append(out, dir)
		}
	}
	return out
}

// few thins out the skills for Python, which takes long to start.
func few(tool string, dirs []string) []string {
	if !strings.HasPrefix(tool, "Python") {
		return dirs
	}
	var out []string
	for i := 0; i < len(dirs); i += 4 {
		out = append(out, dirs[i])
	}
	return out
}

// tool runs a program, or skips the test when it is not installed.
func tool(t *testing.T, dir string, argv ...string) {
	t.Helper()
	if _, err := exec.LookPath(argv[0]); err != nil {
		t.Skip(argv[0] + " is not installed")
	}
	cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...) //nolint:gosec // fixed programs
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "TZ=Asia/Kathmandu")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", argv, err, out)
	}
}

const (
	pyTar   = "import sys,tarfile; t=tarfile.open(sys.argv[1],'w:gz'); t.add('.'); t.close()"
	pyZip   = "import sys,shutil; shutil.make_archive(sys.argv[1][:-4],'zip','.')"
	pyUntar = "import sys,tarfile; tarfile.open(sys.argv[1]).extractall('.',filter='data')"
	pyUnzip = "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall('.')"
)

// TestOthersPack reads what common tools make of real skills.
func TestOthersPack(t *testing.T) {
	t.Parallel()
	dirs := sampled(t)
	for name, argv := range map[string][]string{
		"GNU tar":        {"tar", "czf", "ARCHIVE.tar.gz", "."},
		"GNU tar, pax":   {"tar", "--format=pax", "--mtime=@1.5", "-cf", "ARCHIVE.tar", "."},
		"GNU tar, zstd":  {"tar", "--zstd", "-cf", "ARCHIVE.tar.zst", "."},
		"bsdtar":         {"bsdtar", "czf", "ARCHIVE.tar.gz", "."},
		"bsdtar, zip":    {"bsdtar", "--format", "zip", "-cf", "ARCHIVE.zip", "."},
		"Info-ZIP":       {"zip", "-qr", "ARCHIVE.zip", "."},
		"Python tarfile": {"python3", "-c", pyTar, "ARCHIVE.tar.gz"},
		"Python zipfile": {"python3", "-c", pyZip, "ARCHIVE.zip"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, dir := range few(name, dirs) {
				archive := filepath.Join(t.TempDir(), "a")
				line := slices.Clone(argv)
				for i, word := range line {
					if ext, ok := strings.CutPrefix(word, "ARCHIVE"); ok {
						archive += ext
						line[i] = archive
					}
				}
				tool(t, dir, line...)
				dst := filepath.Join(t.TempDir(), "dst")
				if _, err := ExtractFile(t.Context(), archive, dst, ReadOptions{}); err != nil {
					t.Errorf("%s: %v", dir, err)
					continue
				}
				if d := cmp.Diff(contents(t, dir), contents(t, dst)); d != "" {
					t.Errorf("%s: %s", dir, d)
				}
			}
		})
	}
}

// TestOthersUnpack lets common tools read what pack writes.
func TestOthersUnpack(t *testing.T) {
	t.Parallel()
	dirs := sampled(t)
	for name, c := range map[string]struct {
		format Format
		argv   []string
	}{
		"GNU tar":        {TarGzip, []string{"tar", "xzf"}},
		"GNU tar, zstd":  {TarZstd, []string{"tar", "--zstd", "-xf"}},
		"bsdtar":         {TarGzip, []string{"bsdtar", "xf"}},
		"bsdtar, zip":    {Zip, []string{"bsdtar", "xf"}},
		"Info-ZIP":       {Zip, []string{"unzip", "-q"}},
		"Python tarfile": {TarGzip, []string{"python3", "-c", pyUntar}},
		"Python zipfile": {Zip, []string{"python3", "-c", pyUnzip}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, dir := range few(name, dirs) {
				p, b, err := packed(t, dir, Options{Format: c.format, Layout: Flat, AllowSecrets: true})
				if err != nil {
					t.Errorf("%s: %v", dir, err)
					continue
				}
				archive := filepath.Join(t.TempDir(), "a")
				if err := os.WriteFile(archive, b, 0o600); err != nil {
					t.Fatal(err)
				}
				dst := t.TempDir()
				tool(t, dst, append(slices.Clip(c.argv), archive)...)
				got := contents(t, dst)
				want := contents(t, dir)
				for path := range want {
					if !packs(p, path) {
						delete(want, path)
					}
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("%s: %s", dir, d)
				}
			}
		})
	}
}

func packs(p *Pack, path string) bool {
	return slices.ContainsFunc(p.Files, func(f File) bool { return f.Path == path })
}

// contents reads the regular files of a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		out[filepath.ToSlash(rel)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
