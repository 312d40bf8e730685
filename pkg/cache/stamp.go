package cache

import (
	"errors"
	"io"
	"os"
	"time"

	"github.com/skillctl/skillctl/internal/digest"
)

// stamp tells whether a local archive is still the one that was unpacked.
// Small archives are hashed each time, which takes a few milliseconds; of
// large ones size and times are compared, unless they are so young that a
// later change could have the same time.
type stamp struct {
	Bytes  int64         `json:"bytes"`
	Mtime  int64         `json:"mtime"` // ns
	Change int64         `json:"change,omitempty"`
	Taken  int64         `json:"taken"` // ns; when the times were read
	Digest digest.Digest `json:"digest"`
}

const (
	hashAlways = 4 << 20 // bytes up to which an archive is hashed each time
	settled    = int64(3 * time.Second)
)

// takeStamp reads the times; the digest comes from who reads the archive.
func takeStamp(path string) (*stamp, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	return &stamp{Bytes: info.Size(), Mtime: info.ModTime().UnixNano(), Change: changeTime(info), Taken: time.Now().UnixNano()}, nil
}

// current reports whether the archive at path is the stamped one. One that
// cannot be read counts as changed: reading it will say why.
func (s *stamp) current(path string) bool {
	if s == nil {
		return false
	}
	is, err := takeStamp(path)
	if err != nil || is.Bytes != s.Bytes {
		return false
	}
	sameTimes := is.Mtime == s.Mtime && is.Change == s.Change
	if sameTimes && s.Bytes > hashAlways && s.Taken-max(s.Mtime, s.Change) > settled {
		return true
	}
	d, err := hashFile(path)
	return err == nil && d == s.Digest
}

func hashFile(path string) (digest.Digest, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	d, _, err := digest.Reader(io.Reader(f))
	return d, errors.Join(err, f.Close())
}
