package cache

import (
	"time"

	"github.com/skillctl/skillctl/pkg/pack"
)

// Limits bound what a source may cost. Zero fields mean the defaults.
type Limits struct {
	Download int64 // bytes of what is downloaded
	File     int64 // bytes of one unpacked file
	Total    int64 // bytes of all unpacked files together
	Files    int   // entries, folders included

	Timeout time.Duration // for everything that goes over the network, in all
	Stall   time.Duration // without a byte
	Connect time.Duration // until a connection stands, TLS apart
	Header  time.Duration // until the answer begins
}

// DefaultLimits are those of the contract.
func DefaultLimits() Limits {
	return Limits{
		Download: pack.MaxArchive, File: pack.MaxFile, Total: pack.MaxTotal, Files: pack.MaxEntries,
		Timeout: 5 * time.Minute, Stall: time.Minute, Connect: 10 * time.Second, Header: 30 * time.Second,
	}
}

// orDefault fills the fields that are not set. A timeout below another
// deadline lowers that one too.
func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	fill(&l.Download, d.Download)
	fill(&l.File, d.File)
	fill(&l.Total, d.Total)
	fill(&l.Files, d.Files)
	fill(&l.Timeout, d.Timeout)
	fill(&l.Stall, d.Stall)
	fill(&l.Connect, d.Connect)
	fill(&l.Header, d.Header)
	return l
}

func fill[T int | int64 | time.Duration](v *T, def T) {
	if *v <= 0 {
		*v = def
	}
}

func (l Limits) pack() pack.Limits {
	return pack.Limits{Archive: l.Download, File: l.File, Total: l.Total, Entries: l.Files}
}

const (
	maxRedirects   = 10
	maxTries       = 3
	maxHeaderBytes = 1 << 20 // of an answer
	maxIndexBytes  = 4 << 20 // of a well-known index
	maxIndexSkills = 1000    // entries of a well-known index that are fetched
	maxAPIBytes    = 1 << 20 // of an answer of GitHub's API
	maxReadyBytes  = 16 << 20
	maxLockBytes   = 64 << 20 // of a lock file
	maxRetryAfter  = time.Minute
	firstBackoff   = 500 * time.Millisecond
	headBytes      = 4 << 10 // looked at to tell what a download is

	// keepOld is how long a replaced entry stays for those who still read it.
	keepOld = time.Hour
	// keepUnlocked is how long unfinished work stays on a file system that
	// cannot say whether its process lives.
	keepUnlocked = 24 * time.Hour
)
