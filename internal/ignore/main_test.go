package ignore

import (
	"testing"

	"github.com/skillctl/skillctl/internal/testenv"
)

func TestMain(m *testing.M) {
	testenv.Plain()
	m.Run()
}
