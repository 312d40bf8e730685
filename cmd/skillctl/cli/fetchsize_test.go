package cli

import (
	"testing"
	"time"

	"github.com/skillctl/skillctl/pkg/cache"
)

func TestSizeFlag(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"1": 1, "64MiB": 64 << 20, "10mb": 10e6, "3 KiB": 3 << 10, "2G": 2 << 30, "7B": 7} {
		var s sizeFlag
		if err := s.Set(text); err != nil || int64(s) != want {
			t.Errorf("Set(%q) = %d, %v, want %d", text, s, err, want)
		}
		var again sizeFlag
		if err := again.Set(s.String()); err != nil || again != s {
			t.Errorf("%q is shown as %q, which reads as %d, %v", text, s.String(), again, err)
		}
	}
	for _, text := range []string{"", "x", "-1", "0", "1.5MiB", "9999999999GiB", "MiB"} {
		var s sizeFlag
		if err := s.Set(text); err == nil {
			t.Errorf("Set(%q) = %d", text, s)
		}
	}
}

func TestAgeFlag(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{"30d": 720 * time.Hour, "12h": 12 * time.Hour, "90m": 90 * time.Minute} {
		var f ageFlag
		if err := f.Set(text); err != nil || time.Duration(f) != want {
			t.Errorf("Set(%q) = %v, %v", text, time.Duration(f), err)
		}
	}
	for _, text := range []string{"", "d", "-3d", "soon", "-1h", "99999999999d"} {
		var f ageFlag
		if err := f.Set(text); err == nil {
			t.Errorf("Set(%q) = %v", text, time.Duration(f))
		}
	}
}

func TestProgressText(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct {
		p    cache.Progress
		took time.Duration
	}{
		"fetching x: 1.0 MB of 3.1 MB, 524.3 kB/s, 4s left": {cache.Progress{Bytes: 1 << 20, Total: 3 << 20}, 2 * time.Second},
		"fetching x: 100 B, 100 B/s":                        {cache.Progress{Bytes: 100}, time.Second},
	} {
		if got := progressText("x", c.p, c.took); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
