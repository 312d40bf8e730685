package pack

// Limits bound what an archive may cost. They are checked on the headers
// before the first byte is written, and again on the bytes as they come.
type Limits struct {
	Archive int64 // bytes of the archive as stored
	File    int64 // bytes of one unpacked file
	Total   int64 // bytes of all unpacked files together
	Entries int   // entries, folders included; folders only implied by paths count apart
}

// The default limits: several hundred times what the largest known skill
// needs. Names and depth are limited by the path policy of internal/safefs.
const (
	MaxArchive = 64 << 20  // bytes of the archive as stored
	MaxFile    = 64 << 20  // bytes of one unpacked file
	MaxTotal   = 256 << 20 // bytes of all unpacked files together
	MaxEntries = 10_000    // entries, folders included
)

// maxShownName is how many bytes of an entry's name an error shows.
const maxShownName = 200

// Bounds on the structure of archives that no option changes.
const (
	maxGzipMembers = 10_000   // gzip members in one stream; concatenated members are rare, thousands are an attack
	maxZstdWindow  = 32 << 20 // bytes of history a zstd frame may ask for; zstd -19 asks for 8 MiB
	tarEntryCost   = 2 << 10  // bytes of tar headers and padding allowed per entry
	tarPadding     = 1 << 20  // bytes of zeros allowed behind a tar's end marks
	maxZipTail     = 22 + 0xffff
)

// DefaultLimits are the limits of the command line's contract.
func DefaultLimits() Limits {
	return Limits{Archive: MaxArchive, File: MaxFile, Total: MaxTotal, Entries: MaxEntries}
}

// orDefault replaces limits that are not set.
func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	if l.Archive <= 0 {
		l.Archive = d.Archive
	}
	if l.File <= 0 {
		l.File = d.File
	}
	if l.Total <= 0 {
		l.Total = d.Total
	}
	if l.Entries <= 0 {
		l.Entries = d.Entries
	}
	return l
}

// stream is how many bytes a decompressed tar may have: without this bound a
// few kilobytes of compressed zeros would be read for ever.
func (l Limits) stream() int64 { return l.Total + tarEntryCost*int64(l.Entries) + tarPadding }
