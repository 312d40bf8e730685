package escape_test

import (
	"encoding/json"
	"testing"

	"github.com/skillctl/skillctl/internal/escape"
)

func TestJSON(t *testing.T) {
	t.Parallel()
	text := "tab\t del\x7f c1\u009b bidi\u202e ok é 🏴"
	doc, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	escaped := escape.JSON(doc)
	want := `"tab\t del\u007f c1\u009b bidi\u202e ok é 🏴"`
	if string(escaped) != want {
		t.Errorf("got %s, want %s", escaped, want)
	}
	var back string
	if err := json.Unmarshal(escaped, &back); err != nil || back != text {
		t.Errorf("reads back as %q (%v)", back, err)
	}
}
