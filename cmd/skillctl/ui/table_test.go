package ui

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func plain() *Theme {
	return NewTheme(new(bytes.Buffer), ColorNever, Terminal{})
}

func sampleTable() *Table {
	t := &Table{Columns: []Column{
		{Title: "NAME", Weight: 3, Min: 8},
		{Title: "DESCRIPTION", Weight: 3, Min: 12, Rank: 1},
		{Title: "TOKENS", Right: true, Rank: 2},
		{Title: "DIRECTORY", Weight: 2, Min: 10, Rank: 3, Shorten: CutStart},
	}}
	t.Add("pdf-tools", "Extracts text and tables from PDF files", "81", "skills/pdf-tools")
	t.Add("日本語", "Übersetzt ins Japanische", "1200", "skills/deep/down/日本語")
	t.Add("עברית", "תיאור קצר", "7", ".")
	return t
}

func TestTableFits(t *testing.T) {
	t.Parallel()
	for width, want := range map[int]string{
		100: `
NAME       DESCRIPTION                              TOKENS  DIRECTORY
pdf-tools  Extracts text and tables from PDF files      81  skills/pdf-tools
日本語     Übersetzt ins Japanische                   1200  skills/deep/down/日本語
עברית      תיאור קצר                                     7  .
`,
		60: `
NAME       DESCRIPTION               TOKENS  DIRECTORY
pdf-tools  Extracts text and table…      81  …ills/pdf-tools
日本語     Übersetzt ins Japanische    1200  …ep/down/日本語
עברית      תיאור קצר                      7  .
`,
		31: `
NAME       DESCRIPTION   TOKENS
pdf-tools  Extracts te…      81
日本語     Übersetzt i…    1200
עברית      תיאור קצר          7
`,
		6: `
NAME
pdf-t…
日本語
עברית
`,
	} {
		var b bytes.Buffer
		if err := sampleTable().Write(&b, width, plain()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.TrimPrefix(want, "\n"), b.String()); diff != "" {
			t.Errorf("width %d:\n%s", width, diff)
		}
	}
}

func TestTableIsolatesRightToLeft(t *testing.T) {
	t.Parallel()
	table := sampleTable()
	table.Isolate = true
	var b bytes.Buffer
	if err := table.Write(&b, 100, plain()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "\u2068עברית\u2069      \u2068תיאור קצר\u2069") {
		t.Errorf("right-to-left cells are not isolated:\n%s", b.String())
	}
	if strings.Contains(b.String(), "\u2068日") {
		t.Error("a left-to-right cell is isolated")
	}
}
