package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/skillctl/cli"
)

// page is a generated file: its path below the directory of documents,
// slash-separated, and its content.
type page struct {
	path    string
	content string
}

// generate writes all documents below dir and removes those of commands and
// rules that are gone.
func generate(dir string) error {
	pages, err := allPages()
	if err != nil {
		return err
	}
	for _, folder := range folders() {
		if err := os.RemoveAll(filepath.Join(dir, folder)); err != nil {
			return err
		}
	}
	for _, p := range pages {
		path := filepath.Join(dir, filepath.FromSlash(p.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(p.content), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// folders are those that hold nothing but generated documents.
func folders() []string { return []string{"cli", "man", "rules"} }

// allPages are the pages of the commands and of the lint rules.
func allPages() ([]page, error) {
	rules, err := rulePages()
	return append(commandPages(), rules...), err
}

// commandPages are the pages of the command tree.
func commandPages() []page {
	var pages []page
	index := []string{"# Commands", "", "Made by gendocs from the program's own help.", ""}
	for _, cmd := range commands(cli.NewRoot()) {
		name := pageName(cmd)
		pages = append(pages,
			page{"cli/" + name + ".md", markdownPage(cmd)},
			page{"man/" + name + ".1", manPage(cmd)})
		index = append(index, fmt.Sprintf("- [%s](%s.md): %s", cmd.CommandPath(), name, cmd.Short))
	}
	return append(pages, page{"cli/README.md", strings.Join(index, "\n") + "\n"})
}

// commands lists a command and all below it that its help shows.
func commands(cmd *cobra.Command) []*cobra.Command {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	all := []*cobra.Command{cmd}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			all = append(all, commands(c)...)
		}
	}
	return all
}

// markdownPage is the help of a command as Markdown.
func markdownPage(cmd *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", cmd.CommandPath())
	for _, p := range paragraphs(about(cmd)) {
		if p.drawn {
			fmt.Fprintf(&b, "```text\n%s\n```\n\n", outdent(p.text))
		} else {
			b.WriteString(prose(p.text) + "\n\n")
		}
	}
	fmt.Fprintf(&b, "```text\n%s\n```\n", cli.UseLine(cmd))
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\n## Commands\n\n")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(&b, "- [%s](%s.md): %s\n", c.Name(), pageName(c), c.Short)
			}
		}
	}
	section(&b, "Examples", "bash", cmd.Example)
	section(&b, "Flags", "text", cmd.NonInheritedFlags().FlagUsagesWrapped(80))
	section(&b, "Global flags", "text", cmd.InheritedFlags().FlagUsagesWrapped(80))
	section(&b, "Exit status", "text", cmd.Annotations[cli.ExitAnnotation])
	return b.String()
}

// pageName is the name of a command's pages without their endings.
func pageName(cmd *cobra.Command) string {
	return strings.ReplaceAll(cmd.CommandPath(), " ", "-")
}

// paragraph is a part of a description. The lines of a drawn one, which is
// indented in the help, stay as they are.
type paragraph struct {
	text  string
	drawn bool
}

// paragraphs splits a text at blank lines, and where indented lines, which stay
// as they are, begin or end.
func paragraphs(text string) []paragraph {
	var all []paragraph
	for block := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		first := len(all)
		for line := range strings.SplitSeq(block, "\n") {
			drawn := strings.HasPrefix(line, "  ")
			if last := len(all) - 1; last >= first && all[last].drawn == drawn {
				all[last].text += "\n" + line
				continue
			}
			all = append(all, paragraph{text: line, drawn: drawn})
		}
	}
	return all
}

// about is the description of a command.
func about(cmd *cobra.Command) string {
	if cmd.Long != "" {
		return cmd.Long
	}
	return cmd.Short + "."
}

// prose keeps tags in a text from being read as HTML.
func prose(s string) string {
	return strings.NewReplacer("<", `\<`, "*", `\*`, "_", `\_`).Replace(strings.TrimSpace(s))
}

// section adds a fenced block under a heading; nothing for an empty text.
func section(b *strings.Builder, title, language, text string) {
	text = outdent(strings.TrimRight(text, " \n"))
	if text != "" {
		fmt.Fprintf(b, "\n## %s\n\n```%s\n%s\n```\n", title, language, text)
	}
}

// outdent removes two leading blanks of each line.
func outdent(s string) string {
	return strings.TrimPrefix(strings.ReplaceAll(s, "\n  ", "\n"), "  ")
}
