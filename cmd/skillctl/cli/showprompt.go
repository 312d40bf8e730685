package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/prompt"
)

// addPrompt gives show the flags of its format prompt. Either of them chooses
// that format.
func (o *showOptions) addPrompt(cmd *cobra.Command) {
	var styles []string
	for _, s := range prompt.Styles() {
		styles = append(styles, string(s))
	}
	flags := cmd.Flags()
	flags.StringVar(&o.style, "style", styles[0], "`STYLE` of the prompt: "+strings.Join(styles, ", "))
	flags.IntVar(&o.layer, "layer", 0,
		"print one `LAYER` of the prompt: 1 catalog entry, 2 body, 3 documents (all, or those of --doc) and list of files")
	complete(cmd, "style", styles...)
	complete(cmd, "layer", "1\tcatalog entry", "2\tbody", "3\tdocuments and files")
	before(cmd, func(cmd *cobra.Command) error { return o.checkPrompt(cmd, styles) })
}

func (o *showOptions) checkPrompt(cmd *cobra.Command, styles []string) error {
	given := cmd.Flags().Changed
	if given("layer") && (o.layer < int(prompt.Entry) || o.layer > int(prompt.Extras)) {
		return usage("use 1, 2 or 3", "--layer: there is no layer %d", o.layer)
	}
	if _, err := prompt.ParseStyle(o.style); err != nil {
		return usage(suggestion(o.style, styles, "use one of: "+strings.Join(styles, ", ")), "--style: unknown style %q", o.style)
	}
	if !given("layer") && !given("style") || o.output.format == formatPrompt {
		return nil
	}
	if given("format") || given("json") {
		return usage("use --format prompt", "--style and --layer belong to the format prompt, not %s", o.output.format)
	}
	o.output.format = formatPrompt
	return nil
}

// printPrompt prints what an agent receives.
func (o *showOptions) printPrompt(s *parse.Skill, docs []document) error {
	given := make([]prompt.Document, len(docs))
	for i, d := range docs {
		given[i] = prompt.Document{Path: d.Path, Content: d.Content}
	}
	text := prompt.Write(s, prompt.Style(o.style), prompt.Layer(o.layer), given)
	if text == "" {
		o.note("%s: nothing in this layer", s.Name)
		return nil
	}
	return o.printVerbatim(text + "\n")
}
