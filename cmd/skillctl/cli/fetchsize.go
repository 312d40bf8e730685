package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// sizeFlag is a flag of bytes: a number with or without a unit, such as
// 1048576, 64MiB or 10MB.
type sizeFlag int64

func (s *sizeFlag) String() string {
	n := int64(*s)
	for _, u := range sizeUnits {
		if n > 0 && u.size > 1 && n%u.size == 0 && strings.HasSuffix(u.name, "iB") {
			return strconv.FormatInt(n/u.size, 10) + u.name
		}
	}
	return strconv.FormatInt(n, 10)
}

// Type is the name that help shows.
func (s *sizeFlag) Type() string { return "SIZE" }

// Set reads the flag.
func (s *sizeFlag) Set(text string) error {
	number, unit := strings.TrimSpace(text), int64(1)
	for _, u := range sizeUnits {
		if rest, ok := strings.CutSuffix(strings.ToLower(number), strings.ToLower(u.name)); ok {
			number, unit = strings.TrimSpace(rest), u.size
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64/unit {
		return fmt.Errorf("%q is no size: use a number of bytes, or one with KiB, MiB or GiB", text)
	}
	*s = sizeFlag(n * unit)
	return nil
}

// sizeUnits are tried in this order, so that "MB" is not read as "B".
var sizeUnits = []struct {
	name string
	size int64
}{
	{"GiB", 1 << 30},
	{"MiB", 1 << 20},
	{"KiB", 1 << 10},
	{"GB", 1e9},
	{"MB", 1e6},
	{"KB", 1e3},
	{"G", 1 << 30},
	{"M", 1 << 20},
	{"K", 1 << 10},
	{"B", 1},
}
