package cli

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/internal/sniff"
	"github.com/skillctl/skillctl/internal/tokens"
	"github.com/skillctl/skillctl/pkg/parse"
)

// maxTextColumns is the widest that running text is set, in cells: longer
// lines are hard to read.
const maxTextColumns = 100

// page is the text output of show: it remembers where it writes.
type page struct {
	w     io.Writer
	theme *ui.Theme
	width int
}

func (o *showOptions) printText(s *parse.Skill, docs []document) error {
	var b strings.Builder
	p := &page{w: &b, theme: o.outTheme(), width: min(o.columns(), maxTextColumns)}
	resources, _ := s.Resources()
	p.header(o, s, resources)
	p.rule("SKILL.md")
	if err := p.markdown(s.Body()); err != nil {
		return err
	}
	if len(resources) > 0 {
		p.rule("files")
		p.resources(s, resources)
	}
	for _, d := range docs {
		p.rule(d.Path)
		if err := p.document(d); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(o.streams.Out, b.String()); err != nil {
		return err
	}
	for _, d := range s.Diagnostics {
		if d.Severity >= parse.Warning || o.verbose {
			o.warn("%s", o.asNamed(d.String()))
		}
	}
	return nil
}

// header prints what the frontmatter says and how large the skill is.
func (p *page) header(o *showOptions, s *parse.Skill, resources []parse.Resource) {
	fmt.Fprintln(p.w, p.theme.Name(escape.Visible(s.Name)))
	for _, line := range ui.Wrap(oneLine(s.Description), p.width) {
		fmt.Fprintln(p.w, line)
	}
	fmt.Fprintln(p.w)
	p.field("License", s.License)
	p.field("Compatibility", s.Compatibility)
	for _, e := range s.Metadata {
		if e.Value != nil && e.Value.Kind == parse.Scalar {
			p.field("Metadata", e.Key+": "+e.Value.Text)
		} else {
			p.field("Metadata", e.Key+": …")
		}
	}
	var allowed, tools []string
	for _, t := range s.AllowedTools {
		allowed = append(allowed, t.Raw)
	}
	for _, t := range s.Tools() {
		tools = append(tools, t.Name)
	}
	p.field("Allowed tools", strings.Join(allowed, ", "))
	p.field("Tools", strings.Join(tools, ", "))
	fmt.Fprintln(p.w, p.theme.Faint(fmt.Sprintf("%-*s", fieldWidth, "Directory"))+escape.Visible(o.shownDir(s)))
	counts := countFiles(s, resources)
	p.field("Size", count(counts.Files, "file", "files")+", "+size(counts.Bytes))
	docs := 0
	for _, d := range s.Docs() {
		docs += tokens.EstimateBytes(d.Bytes)
	}
	p.field("Tokens", fmt.Sprintf("catalog %d, body %d, docs %d (estimates)", catalogTokens(s), tokens.Estimate(s.Body()), docs))
	if s.ShadowedBy != nil {
		p.field("Shadowed by", s.ShadowedBy.Path)
	}
}

func (o *showOptions) shownDir(s *parse.Skill) string {
	if s.Dir == "" {
		return path.Dir(s.Path)
	}
	return o.rel(s.Dir)
}

// fieldWidth is the width of the labels in the header.
const fieldWidth = 15

// field prints a label and its value, wrapped; nothing for an empty value.
func (p *page) field(label, value string) {
	if value == "" {
		return
	}
	for i, line := range ui.Wrap(oneLine(value), max(p.width-fieldWidth, 20)) {
		if i > 0 {
			label = ""
		}
		fmt.Fprintln(p.w, p.theme.Faint(fmt.Sprintf("%-*s", fieldWidth, label))+line)
	}
}

// rule prints a line with a title across the page.
func (p *page) rule(title string) {
	title = "── " + escape.Visible(title) + " "
	line := title + strings.Repeat("─", max(0, p.width-ui.Width(title)))
	fmt.Fprintf(p.w, "\n%s\n\n", p.theme.Faint(line))
}

// resources prints the files by kind.
func (p *page) resources(s *parse.Skill, resources []parse.Resource) {
	table := ui.Table{Columns: []ui.Column{
		{Title: "KIND", Style: p.theme.Faint},
		{Title: "FILE", Weight: 1, Min: 16, Shorten: ui.CutPath, Style: p.theme.Place},
		{Title: "SIZE", Right: true, Rank: 1},
		{Title: "NOTES", Weight: 1, Min: 10, Rank: 2},
	}}
	for _, kind := range kindOrder() {
		for _, r := range ofKind(resources, kind) {
			table.Add(string(kind), escape.Visible(r.Path), size(r.Bytes), escape.Visible(remarks(s, r)))
		}
	}
	table.Write(p.w, p.width, p.theme) //nolint:errcheck // p.w is a buffer
}

// remarks say what is worth knowing of a file.
func remarks(s *parse.Skill, r parse.Resource) string {
	var notes []string
	if r.Kind == parse.Doc {
		notes = append(notes, fmt.Sprintf("%d tokens", tokens.EstimateBytes(r.Bytes)))
	}
	if r.Kind == parse.Script {
		if info := sniffResource(s, r); info.Interpreter != "" {
			notes = append(notes, info.Interpreter)
		}
	}
	if r.Executable {
		notes = append(notes, "executable")
	}
	return strings.Join(notes, ", ")
}

// document prints a document: Markdown rendered, all else as it stands.
func (p *page) document(d document) error {
	if strings.EqualFold(path.Ext(d.Path), ".md") {
		return p.markdown(d.Content)
	}
	p.plain(d.Content)
	return nil
}

// markdown renders a Markdown text. One with a block that would take long to
// parse is printed as it stands.
func (p *page) markdown(source string) error {
	if src := []byte(source); !bytes.Equal(parse.TameMarkdown(src), src) {
		p.plain(source)
		return nil
	}
	return ui.Markdown(p.w, source, p.width, p.theme)
}

func (p *page) plain(text string) {
	fmt.Fprintln(p.w, strings.TrimRight(escape.Text(text), "\n"))
}

// sniffResource tells the kind of a file from its name and first bytes; of a
// file that cannot be read, from its name alone.
func sniffResource(s *parse.Skill, r parse.Resource) sniff.Info {
	head := make([]byte, sniff.HeadBytes)
	n := 0
	if f, err := s.FS.Open(r.Path); err == nil {
		n, _ = io.ReadFull(f, head) // a short file is fine, and an unreadable one has no head
		_ = f.Close()
	}
	return sniff.Detect(r.Path, head[:n])
}

// size is a number of bytes for people.
func size(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 999_950:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	case n < 999_950_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
