package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/skillctl/cli"
)

func TestManPage(t *testing.T) {
	t.Parallel()
	above := &cobra.Command{Use: "tool", Run: func(*cobra.Command, []string) {}}
	cmd := &cobra.Command{
		Use: "join FILE…", Short: "Join files", Run: above.Run,
		Long:    "Join files\nin order.\n\n  a-b/   one\n    c\\d  two\n\n.profile is a file.\n'x' too: é.\n",
		Example: "  tool join a-b", Annotations: map[string]string{cli.ExitAnnotation: "  0  done"},
	}
	cmd.Flags().StringP("output", "o", "x", "the `FILE` to write")
	cmd.Flags().SortFlags = false
	above.AddCommand(cmd)
	want := `.TH TOOL\-JOIN 1 ` + manualDate + ` skillctl "skillctl manual"
.nh
.SH NAME
tool\-join \- Join files
.SH SYNOPSIS
.B tool join FILE... [flags]
.SH DESCRIPTION
Join files
in order.
.PP
.EX
a\-b/   one
  c\ed  two
.EE
.PP
\&.profile is a file.
\&'x' too: \[u00E9].
.SH OPTIONS
.TP
.B \-o, \-\-output FILE
the FILE to write (default "x")
.SH EXIT STATUS
.EX
0  done
.EE
.SH EXAMPLES
.EX
tool join a\-b
.EE
.SH SEE ALSO
\fBtool\fR(1)
`
	if diff := cmp.Diff(want, manPage(cmd)); diff != "" {
		t.Error(diff)
	}
}

// TestManPagesAreASCII: what is beyond it needs a guess at the encoding.
func TestManPagesAreASCII(t *testing.T) {
	t.Parallel()
	for _, p := range commandPages() {
		if strings.HasPrefix(p.path, "man/") && strings.ContainsFunc(p.content, func(r rune) bool { return r > '~' || r == '\t' }) {
			t.Errorf("%s holds a tab or a character beyond ASCII", p.path)
		}
	}
}
