package rules

import (
	"sync"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse/client"
)

// clients is the table of clients, made when a rule first asks for it. Nobody
// changes it.
var clients = sync.OnceValue(client.All)

// clientOf is what the table says of a profile; all zero when the profile is
// no client.
func clientOf(p lint.Profile) client.Client {
	for _, c := range clients() {
		if c.ID == string(p) {
			return c
		}
	}
	return client.Client{}
}
