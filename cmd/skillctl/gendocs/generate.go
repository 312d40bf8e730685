package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

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
	commands, err := commandPages()
	if err != nil {
		return nil, err
	}
	rules, err := rulePages()
	return append(commands, rules...), err
}

// commandPages are the pages of the command tree.
func commandPages() ([]page, error) {
	var pages []page
	index := []string{"# Commands", "", "Made by gendocs from the program's own help.", ""}
	for _, cmd := range commands(cli.NewRoot()) {
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
		manual, err := manPage(cmd)
		if err != nil {
			return nil, err
		}
		pages = append(pages,
			page{"cli/" + name + ".md", markdownPage(cmd)},
			page{"man/" + name + ".1", manual})
		index = append(index, fmt.Sprintf("- [%s](%s.md): %s", cmd.CommandPath(), name, cmd.Short))
	}
	return append(pages, page{"cli/README.md", strings.Join(index, "\n") + "\n"}), nil
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
	fmt.Fprintf(&b, "# %s\n\n%s\n\n", cmd.CommandPath(), prose(about(cmd)))
	usage := cmd.UseLine()
	if !cmd.Runnable() {
		usage = cmd.CommandPath() + " COMMAND [flags]"
	}
	fmt.Fprintf(&b, "```text\n%s\n```\n", usage)
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\n## Commands\n\n")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(&b, "- [%s](%s.md): %s\n", c.Name(), strings.ReplaceAll(c.CommandPath(), " ", "-"), c.Short)
			}
		}
	}
	section(&b, "Examples", "bash", cmd.Example)
	section(&b, "Flags", "text", cmd.NonInheritedFlags().FlagUsagesWrapped(80))
	section(&b, "Global flags", "text", cmd.InheritedFlags().FlagUsagesWrapped(80))
	section(&b, "Exit status", "text", cmd.Annotations[cli.ExitAnnotation])
	return b.String()
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

// manPage is the help of a command as a man page, the same on every day.
func manPage(cmd *cobra.Command) (string, error) {
	cmd.DisableAutoGenTag = true
	long := cmd.Long
	defer func() { cmd.Long = long }()
	cmd.Long = prose(about(cmd)) + "\n\n# EXIT STATUS\n```\n" + cmd.Annotations[cli.ExitAnnotation] + "\n```\n"
	var b bytes.Buffer
	date := time.Date(2026, time.November, 30, 0, 0, 0, 0, time.UTC)
	err := doc.GenMan(cmd, &doc.GenManHeader{Section: "1", Source: "skillctl", Manual: "skillctl manual", Date: &date}, &b)
	return b.String(), err
}
