package pack

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/safefs"
)

// extract unpacks into a fresh place and checks that a refusal left nothing.
func extract(t *testing.T, b []byte, o ReadOptions) (*Manifest, string, error) {
	t.Helper()
	parent := t.TempDir()
	dst := filepath.Join(parent, "dst")
	m, err := Extract(t.Context(), bytes.NewReader(b), int64(len(b)), dst, o)
	entries, _ := os.ReadDir(parent)
	if err != nil && len(entries) != 0 {
		t.Errorf("left behind: %v", entries)
	}
	if err == nil && len(entries) != 1 {
		t.Errorf("beside dst: %v", entries)
	}
	return m, dst, err
}

// tree reads a folder back: path to mode and content.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		info, _ := d.Info()
		rel, _ := filepath.Rel(dir, p)
		mode := Mode(info.Mode().Perm() | 0o044)
		if !safefs.ExecBits {
			mode = modeOf(safefs.Executable(os.DirFS(dir), filepath.ToSlash(rel), info))
		}
		out[filepath.ToSlash(rel)] = mode.String() + " " + string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestExtract(t *testing.T) {
	t.Parallel()
	items := []item{
		{name: "./"},
		{name: "./SKILL.md", body: skillMD},
		{name: "./scripts/"},
		{name: "./scripts/x.sh", body: "#!/bin/sh\n", mode: 0o4777},
		{name: "./docs/日本語.md", body: "text", mode: 0o600},
		{name: "./._SKILL.md", body: "mac"},
	}
	var plain []item
	for _, it := range items[1:] {
		it.name = strings.TrimPrefix(it.name, "./")
		plain = append(plain, it)
	}
	tarball := tarOf(t, items...)
	members := append(gz(t, tarball[:700]), gz(t, tarball[700:])...)
	for name, b := range map[string][]byte{
		"tar": tarball, "tar.gz": gz(t, tarball), "tar.zst": zst(t, tarball), "zip": zipOf(t, plain...),
		"two gzip members": members, "padded gzip": append(gz(t, tarball), make([]byte, 600)...),
		"padded tar": append(bytes.Clone(tarball), make([]byte, 8192)...),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, dst, err := extract(t, b, ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{"SKILL.md": "0644 " + skillMD, "scripts/x.sh": "0755 #!/bin/sh\n", "docs/日本語.md": "0644 text"}
			if d := cmp.Diff(want, tree(t, dst)); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff([]SkillRef{{Path: "SKILL.md", Dir: ".", Name: "demo"}}, m.Skills); d != "" {
				t.Error(d)
			}
			if len(m.Skipped) != 1 || m.Skipped[0].Path != "._SKILL.md" {
				t.Errorf("skipped %v", m.Skipped)
			}
			if m.TreeDigest != "h1:77aF7S1Nwf2asaJiMVK8sOAzYSoaKw4Dk6ZcWw+7u0E=" {
				t.Errorf("tree digest %s", m.TreeDigest)
			}
		})
	}
}

func TestExtractRefuses(t *testing.T) {
	t.Parallel()
	skill := item{name: "SKILL.md", body: skillMD}
	file := func(name string) []byte { return tarOf(t, skill, item{name: name, body: "x"}) }
	good := tarOf(t, skill)
	for name, c := range map[string]struct {
		b    []byte
		rule string
	}{
		"dot-dot":         {file("../x"), "dot-dot"},
		"absolute":        {file("/x"), "absolute"},
		"twins":           {file("skill.MD"), "twins"},
		"same":            {file("./SKILL.md"), "duplicate"},
		"below a file":    {file("SKILL.md/x"), "file-and-dir"},
		"reserved":        {file(".ready"), "reserved"},
		"symlink":         {tarOf(t, skill, item{name: "a", kind: tar.TypeSymlink, link: "SKILL.md"}), RuleLink},
		"zip symlink":     {zipOf(t, skill, item{name: "a", link: "SKILL.md"}), RuleLink},
		"hard link":       {tarOf(t, skill, item{name: "a", kind: tar.TypeLink, link: "SKILL.md"}), RuleLink},
		"pipe":            {tarOf(t, skill, item{name: "a", kind: tar.TypeFifo}), RuleSpecial},
		"device":          {tarOf(t, skill, item{name: "a", kind: tar.TypeChar}), RuleSpecial},
		"global header":   {tarOf(t, item{kind: tar.TypeXGlobalHeader, pax: map[string]string{"path": "x"}}, skill), RuleDiffering},
		"no end marks":    {good[:len(good)-1024], RuleTruncated},
		"one end mark":    {good[:len(good)-512], RuleTruncated},
		"half a block":    {good[:len(good)-100], RuleTruncated},
		"cut in data":     {good[:600], RuleTruncated},
		"two tars":        {append(bytes.Clone(good), good...), RuleTrailing},
		"second member":   {append(gz(t, good), gz(t, good)...), RuleTrailing},
		"after gzip":      {append(gz(t, good), 'x'), RuleTrailing},
		"gzip cut":        {gz(t, good)[:len(gz(t, good))-4], RuleTruncated},
		"gzip checksum":   {flip(gz(t, good), -6), RuleChecksum},
		"zstd cut":        {zst(t, good)[:len(zst(t, good))-4], RuleTruncated},
		"zstd checksum":   {flip(zst(t, good), -2), RuleChecksum},
		"tar checksum":    {flip(tarOf(t, skill, skill), 1024+3), RuleDamaged},
		"gzip of text":    {gz(t, []byte(strings.Repeat("text ", 300))), RuleDamaged},
		"gzip of nothing": {gz(t, nil), RuleEmpty},
		"zip cut":         {zipOf(t, skill)[:100], RuleTruncated},
		"zip trailing":    {append(zipOf(t, skill), 0), RuleTruncated},
		"zip prefix":      {append([]byte("PK\x03\x04"), zipOf(t, skill)...), RuleDiffering},
		"zip same":        {zipOf(t, skill, skill), "duplicate"},
		"zip damaged":     {flip(zipOf(t, skill), 45), ""},
		"no skill":        {tarOf(t, item{name: "README.md", body: "x"}), RuleNoSkill},
		"no description":  {tarOf(t, item{name: "SKILL.md", body: "---\nname: x\n---\n"}), RuleNoSkill},
		"name is a path":  {tarOf(t, item{name: "SKILL.md", body: "---\nname: ../../x\ndescription: d\n---\n"}), RuleSkillName},
		"alias bomb":      {tarOf(t, item{name: "SKILL.md", body: aliasBomb()}), RuleExpansion},
		"name is dots":    {tarOf(t, item{name: "SKILL.md", body: "---\nname: '..'\ndescription: d\n---\n"}), RuleSkillName},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := extract(t, c.b, ReadOptions{})
			var e *Error
			if !errors.As(err, &e) || !errors.Is(err, ErrRefused) || c.rule != "" && e.Rule != c.rule {
				t.Fatalf("%v, want a refusal for %q", err, c.rule)
			}
		})
	}
}

// aliasBomb is frontmatter that a reader which follows aliases expands to a
// billion values.
func aliasBomb() string {
	var b strings.Builder
	b.WriteString("---\nname: demo\ndescription: d\na: &a [x,x,x,x,x,x,x,x,x]\n")
	for c := byte('b'); c < 'k'; c++ {
		fmt.Fprintf(&b, "%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat("*"+string(c-1)+",", 9), ","))
	}
	return b.String() + "---\n"
}

// flip changes one byte; a negative index counts from the end.
func flip(b []byte, i int) []byte {
	b = bytes.Clone(b)
	if i < 0 {
		i += len(b)
	}
	b[i] ^= 0x55
	return b
}

func TestExtractLimits(t *testing.T) {
	t.Parallel()
	skill := item{name: "SKILL.md", body: skillMD}
	n := int64(len(skillMD))
	b := gz(t, tarOf(t, skill, item{name: "a", body: strings.Repeat("a", 1000)}, item{name: "b", body: strings.Repeat("b", 1000)}))
	for name, c := range map[string]struct {
		at, under Limits
		rule      string
	}{
		"archive": {Limits{Archive: int64(len(b))}, Limits{Archive: int64(len(b)) - 1}, RuleArchiveSize},
		"file":    {Limits{File: 1000}, Limits{File: 999}, RuleFileSize},
		"total":   {Limits{Total: 2000 + n}, Limits{Total: 1999 + n}, RuleTotalSize},
		"entries": {Limits{Entries: 3}, Limits{Entries: 2}, RuleEntries},
	} {
		if _, _, err := extract(t, b, ReadOptions{Limits: c.at}); err != nil {
			t.Errorf("%s: at the limit: %v", name, err)
		}
		var e *Error
		if _, _, err := extract(t, b, ReadOptions{Limits: c.under}); !errors.As(err, &e) || e.Rule != c.rule {
			t.Errorf("%s: over the limit: %v", name, err)
		}
	}
}

func TestExtractEndlessZeros(t *testing.T) {
	t.Parallel()
	b := tarOf(t, item{name: "SKILL.md", body: skillMD})
	_, _, err := extract(t, gz(t, append(b, make([]byte, 4<<20)...)), ReadOptions{Limits: Limits{Total: 1 << 20, Entries: 10}})
	var e *Error
	if !errors.As(err, &e) || e.Rule != RuleTotalSize {
		t.Errorf("%v", err)
	}
}

func TestExtractSkipsLinks(t *testing.T) {
	t.Parallel()
	skill := item{name: "SKILL.md", body: skillMD}
	link := item{name: "l", kind: tar.TypeSymlink, link: "/etc"}
	m, dst, err := extract(t, tarOf(t, skill, link), ReadOptions{Links: SkipLinks})
	if err != nil || len(tree(t, dst)) != 1 {
		t.Fatalf("%v, %v", err, dst)
	}
	if d := cmp.Diff([]Skipped{{"l", "symbolic link to /etc"}}, m.Skipped); d != "" {
		t.Error(d)
	}
	if _, _, err := extract(t, tarOf(t, skill, link, item{name: "l/x", body: "x"}), ReadOptions{Links: SkipLinks}); !errors.Is(err, ErrRefused) {
		t.Errorf("a file below a skipped link: %v", err)
	}
}

func TestExtractDigest(t *testing.T) {
	t.Parallel()
	b := gz(t, tarOf(t, item{name: "SKILL.md", body: skillMD}))
	m, _, err := extract(t, b, ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := extract(t, b, ReadOptions{Digest: m.Digest}); err != nil {
		t.Error(err)
	}
	if _, _, err := extract(t, append(b, 0), ReadOptions{Digest: m.Digest}); !errors.Is(err, ErrMismatch) || !errors.Is(err, ErrRefused) {
		t.Errorf("another archive: %v", err)
	}
}

func TestExtractExisting(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	b := tarOf(t, item{name: "SKILL.md", body: skillMD})
	if _, err := Extract(t.Context(), bytes.NewReader(b), int64(len(b)), dir, ReadOptions{}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Extract(ctx, bytes.NewReader(b), int64(len(b)), filepath.Join(dir, "x"), ReadOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// changing is an archive that another process overwrites between the two
// readings.
type changing struct {
	first, second []byte
	reads         int
}

func (c *changing) ReadAt(p []byte, off int64) (int, error) {
	b := c.first
	if c.reads++; c.reads > 3 {
		b = c.second
	}
	return bytes.NewReader(b).ReadAt(p, off)
}

func TestExtractChangedBetweenReadings(t *testing.T) {
	t.Parallel()
	first := tarOf(t, item{name: "SKILL.md", body: skillMD})
	second := tarOf(t, item{name: "SKILL.md", body: strings.Replace(skillMD, "Demo", "Evil", 1)})
	dst := filepath.Join(t.TempDir(), "x")
	_, err := Extract(t.Context(), &changing{first: first, second: second}, int64(len(first)), dst, ReadOptions{})
	if err == nil {
		if b, _ := os.ReadFile(filepath.Join(dst, "SKILL.md")); string(b) != skillMD {
			t.Error("unpacked what was not checked")
		}
		return
	}
	if !errors.Is(err, ErrRefused) {
		t.Error(err)
	}
}

// TestHostileArchives runs the labeled corpus, when it is there.
func TestHostileArchives(t *testing.T) {
	t.Parallel()
	data := os.Getenv("SKILLCTL_TESTDATA")
	if data == "" {
		t.Skip("SKILLCTL_TESTDATA is not set: it names the folder with hostile-archives")
	}
	dir := filepath.Join(data, "hostile-archives")
	b, err := os.ReadFile(filepath.Join(dir, "manifest.open.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		File, Expected, Why, Level string
		AlsoOK                     string `json:"also_ok"`
	}
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		b, err := os.ReadFile(filepath.Join(dir, c.File))
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = extract(t, b, ReadOptions{})
		got := "accept"
		if err != nil {
			got = "reject"
		}
		if got != c.Expected {
			t.Errorf("%s: %s, want %s (%s): %v", c.File, got, c.Expected, c.Why, err)
		}
		if err != nil && !errors.Is(err, ErrRefused) && !errors.Is(err, ErrFormat) {
			t.Errorf("%s: untyped: %v", c.File, err)
		}
	}
}

// What the disk says while an archive is unpacked is no fault of the archive.
func TestExtractKeepsErrors(t *testing.T) {
	t.Parallel()
	plain := tarOf(t, item{name: "SKILL.md", body: skillMD}, item{name: "a", body: "x"})
	full := &fs.PathError{Op: "write", Path: "a", Err: errors.New("no space left")}
	for name, b := range map[string][]byte{"tar": plain, "tar.gz": gz(t, plain), "tar.zst": zst(t, plain), "zip": zipOf(t, item{name: "SKILL.md", body: skillMD})} {
		a, err := inspect(t.Context(), bytes.NewReader(b), int64(len(b)), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = a.walk(t.Context(), withData, func(header, io.Reader) error { return full })
		if !errors.Is(err, full) || errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v, want %v", name, err, full)
		}
	}
}
