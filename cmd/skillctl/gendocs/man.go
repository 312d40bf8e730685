package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/skillctl/cli"
)

// manualDate stands at the foot of every man page, so that they are the same
// on every day.
const manualDate = "2026-11-30"

// manPage is the help of a command as a man page. It is written here and not
// by cobra, whose pages warn in mandoc and join the lines of drawings.
func manPage(cmd *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 %s skillctl \"skillctl manual\"\n.nh\n", roff(strings.ToUpper(pageName(cmd))), manualDate)
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(pageName(cmd)), roff(cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.SH DESCRIPTION\n", roff(cli.UseLine(cmd)))
	for i, p := range paragraphs(about(cmd)) {
		switch {
		case p.drawn:
			b.WriteString(".PP\n")
			manExample(&b, p.text)
		case i > 0:
			b.WriteString(".PP\n")
			fallthrough
		default:
			b.WriteString(roff(p.text) + "\n")
		}
	}
	manOptions(&b, "OPTIONS", cmd.NonInheritedFlags().FlagUsages())
	manOptions(&b, "GLOBAL OPTIONS", cmd.InheritedFlags().FlagUsages())
	for _, s := range []struct{ title, text string }{
		{"EXIT STATUS", cmd.Annotations[cli.ExitAnnotation]}, {"EXAMPLES", cmd.Example},
	} {
		if s.text != "" {
			b.WriteString(".SH " + s.title + "\n")
			manExample(&b, s.text)
		}
	}
	b.WriteString(".SH SEE ALSO\n" + strings.Join(related(cmd), ",\n") + "\n")
	return b.String()
}

// manExample writes lines that stay as they are.
func manExample(b *strings.Builder, text string) {
	b.WriteString(".EX\n" + roff(outdent(strings.TrimRight(text, " \n"))) + "\n.EE\n")
}

// manOptions writes a section of what FlagUsages tells, a line for each flag.
func manOptions(b *strings.Builder, title, usages string) {
	if usages == "" {
		return
	}
	b.WriteString(".SH " + title + "\n")
	for line := range strings.Lines(usages) {
		flag, text, _ := strings.Cut(strings.TrimSpace(line), "  ")
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(flag), roff(strings.TrimSpace(text)))
	}
}

// related names the pages of the command above and of those below.
func related(cmd *cobra.Command) []string {
	var pages []string
	for _, c := range append([]*cobra.Command{cmd.Parent()}, cmd.Commands()...) {
		if c != nil && (c == cmd.Parent() || c.IsAvailableCommand()) {
			pages = append(pages, `\fB`+roff(pageName(c))+`\fR(1)`)
		}
	}
	return pages
}

// roff writes a text so that every formatter prints it as it is: hyphens that
// a reader can search for and paste, characters beyond ASCII by their number,
// and no line that is taken for a request.
func roff(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r == '…':
			b.WriteString("...")
		case r > '~':
			fmt.Fprintf(&b, `\[u%04X]`, r)
		case (r == '.' || r == '\'') && (i == 0 || text[i-1] == '\n'):
			b.WriteString(`\&` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
