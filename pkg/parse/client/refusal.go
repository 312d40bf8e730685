package client

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/parse"
)

// refusal is why the client does not load a skill that it finds, or "".
func (c Client) refusal(s *parse.Skill) string {
	if len(c.FileNames) > 0 && !slices.Contains(c.FileNames, s.FileName) {
		return fmt.Sprintf("refused: the file is called %s, %s finds %s only", s.FileName, c.Title, strings.Join(c.FileNames, " and "))
	}
	if fault := has(s, c.Refuses); fault != "" {
		return "refused frontmatter: " + fault
	}
	for _, key := range c.Requires {
		if !filled(s, key) {
			return fmt.Sprintf("refused frontmatter: no %s", key)
		}
	}
	if why := c.Name.fault(s); why != "" {
		return "refused frontmatter: " + why
	}
	if why := c.textFault(s); why != "" {
		return "refused frontmatter: " + why
	}
	if s.HiddenFromModel() && c.Defines("disable-model-invocation") {
		return "hidden from the model by disable-model-invocation"
	}
	return ""
}

// has is the message of the first diagnostic of a skill that has one of the
// ids, or "". For [parse.RuleRecovered] it is what makes the frontmatter
// invalid.
func has(s *parse.Skill, ids []string) string {
	invalid := s.Recovered && slices.Contains(ids, parse.RuleRecovered)
	for _, d := range s.Diagnostics {
		if slices.Contains(ids, d.Rule) && d.Rule != parse.RuleRecovered || invalid && strings.HasPrefix(d.Rule, "yaml-") && d.Severity == parse.Error {
			return d.Message
		}
	}
	if invalid {
		return "it is not valid YAML"
	}
	return ""
}

// filled tells whether a skill has a value for a key that clients may require.
func filled(s *parse.Skill, key string) bool {
	if s.Recovered && key == "description" {
		return s.Description != ""
	}
	v, ok := s.Frontmatter.Lookup(key)
	if !ok {
		return s.Recovered && key == "name" && s.Name != s.DirName
	}
	return v.Kind != parse.Null && (v.Kind != parse.Scalar || strings.TrimSpace(v.Text) != "")
}

// fault says what is wrong with a skill's name, or "".
func (r NameRule) fault(s *parse.Skill) string {
	n := runes(s.Name)
	switch {
	case r.Max > 0 && n > r.Max:
		return fmt.Sprintf("name has %d characters of at most %d", n, r.Max)
	case n < r.Min:
		return fmt.Sprintf("name has %d characters of at least %d", n, r.Min)
	case r.Kebab && !isKebab(s.Name):
		return "name is not made of a-z, 0-9 and single hyphens"
	case r.MatchDir && s.DirName != "" && s.Name != s.DirName:
		return fmt.Sprintf("name is not the directory's, %s", s.DirName)
	case r.Without != "" && strings.ContainsAny(s.Name, r.Without):
		return fmt.Sprintf("name contains %s", r.Without)
	}
	for _, word := range r.Reserved {
		if strings.Contains(s.Name, word) {
			return fmt.Sprintf("name contains the reserved word %s", word)
		}
	}
	return ""
}

func isKebab(name string) bool {
	for i, c := range []byte(name) {
		inner := i > 0 && i < len(name)-1 && name[i-1] != '-'
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && (c != '-' || !inner) {
			return false
		}
	}
	return name != ""
}

// textFault says what is wrong with the other keys, or "".
func (c Client) textFault(s *parse.Skill) string {
	if why := c.Description.fault("description", s.Description); why != "" {
		return why
	}
	if why := c.Compatibility.fault("compatibility", s.Compatibility); why != "" {
		return why
	}
	if c.RefusesTags && strings.ContainsAny(s.Name+s.Description, "<>") {
		return "name or description contains < or >"
	}
	if c.RefusesKeys && s.Frontmatter != nil {
		for _, e := range s.Frontmatter.Entries {
			if !c.Knows(e.Key) {
				return fmt.Sprintf("%s takes no key %s", c.Title, e.Key)
			}
		}
	}
	return ""
}

// fault says that a text is too long and not just cut, or "".
func (l Limit) fault(key, text string) string {
	if !l.exceeded(text) || l.Cuts {
		return ""
	}
	return fmt.Sprintf("%s has %s %s of at most %s", key, thousands(l.length(text)), l.unit(), thousands(l.Max))
}

func (l Limit) exceeded(text string) bool { return l.Max > 0 && l.length(text) > l.Max }

func (l Limit) length(text string) int {
	if l.Bytes {
		return len(text)
	}
	return runes(text)
}

func (l Limit) unit() string {
	if l.Bytes {
		return "bytes"
	}
	return "characters"
}

// changes are what the client does to a skill that it loads.
func (c Client) changes(s *parse.Skill) []string {
	var list []string
	if fault := has(s, c.Blanks); fault != "" {
		list = append(list, fmt.Sprintf("%s reads no frontmatter here (%s): listed as %s, without its description", c.Title, fault, s.DirName))
		return list
	}
	if l := c.Description; l.Cuts && l.exceeded(s.Description) {
		list = append(list, cut(runes(s.Description), l.Max))
	}
	if have := listingText(s); c.Listing.Entry > 0 && have > c.Listing.Entry {
		list = append(list, cut(have, c.Listing.Entry))
	}
	return list
}

func cut(have, limit int) string {
	return fmt.Sprintf("description cut: %s characters, the first %s are listed", thousands(have), thousands(limit))
}

// listed is how many characters the client's list shows of a description.
func (c Client) listed(s *parse.Skill) int {
	if has(s, c.Blanks) != "" {
		return 0
	}
	n := listingText(s)
	if c.Listing.Entry > 0 {
		n = min(n, c.Listing.Entry)
	}
	return n
}

// listingText counts the characters that a list shows of a skill: those of the
// description, and of when_to_use, which is appended to it.
func listingText(s *parse.Skill) int {
	n := runes(s.Description)
	if v, ok := s.Frontmatter.Lookup("when_to_use"); ok {
		n += runes(v.Text)
	}
	return n
}

func runes(s string) int { return utf8.RuneCountInString(s) }

// thousands writes a number with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
