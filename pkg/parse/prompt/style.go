package prompt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/parse"
)

// Style is a family of clients that give a skill to their agent in one form.
type Style string

// The styles.
const (
	// AgentSkills is the form of the client implementation guide: the body in
	// a tag, with the skill's directory and the list of its files.
	AgentSkills Style = "agentskills"
	// TRPC is the form of trpc-agent-go and trpc-agent-python.
	TRPC Style = "trpc"
	// Tulip is the form of the Tulip SDK.
	Tulip Style = "tulip"
)

// Styles lists the styles, the default one first.
func Styles() []Style { return []Style{AgentSkills, TRPC, Tulip} }

// ParseStyle reads the name of a style.
func ParseStyle(name string) (Style, error) {
	if s := Style(name); slices.Contains(Styles(), s) {
		return s, nil
	}
	return "", fmt.Errorf("unknown style %q: use agentskills, trpc or tulip", name)
}

// Layer is a layer of progressive disclosure.
type Layer int

// The layers.
const (
	// Whole is what an agent receives when it loads a skill.
	Whole Layer = iota
	// Entry is the skill's entry in the catalog.
	Entry
	// Instructions is the body.
	Instructions
	// Extras are the documents asked for and the list of files.
	Extras
)

// Document is a document of a skill to be given to the agent.
type Document struct {
	Path    string // slash-separated, relative to the skill
	Content string
}

// Write renders one skill, without a line end behind the last line.
// Documents are in the order of their paths. A layer that is empty for the
// skill is "".
func Write(s *parse.Skill, style Style, layer Layer, docs []Document) string {
	docs = slices.SortedFunc(slices.Values(docs), func(a, b Document) int { return strings.Compare(a.Path, b.Path) })
	if layer == Instructions {
		if style == TRPC {
			return withBaseDir(s, body(s))
		}
		return body(s)
	}
	var text string
	switch style {
	case TRPC:
		text = writeTRPC(s, layer, docs)
	case Tulip:
		text = writeTulip(s, layer, docs)
	default:
		text = writeAgentSkills(s, layer, docs)
	}
	return strings.TrimRight(text, "\n")
}

// body is a skill's body as agents get it: line ends as LF, and no blank lines
// around it.
func body(s *parse.Skill) string { return strings.TrimSpace(unixLines(s.Body())) }

func unixLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }
