package cli

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/pkg/cache"
	"github.com/skillctl/skillctl/pkg/pack"
)

// storeFlags are the flags about how a source is fetched.
type storeFlags struct {
	links    string
	headers  []string
	cacert   string
	download sizeFlag
	file     sizeFlag
	total    sizeFlag
	files    int
	timeout  time.Duration

	header http.Header
	pem    []byte
}

// The values of --links.
const (
	linksRefuse = "refuse"
	linksSkip   = "skip"
)

func addStoreFlags(cmd *cobra.Command, f *storeFlags) {
	l := cache.DefaultLimits()
	f.download, f.file, f.total = sizeFlag(l.Download), sizeFlag(l.File), sizeFlag(l.Total)
	flags := cmd.Flags()
	flags.StringVar(&f.links, "links", "", "`POLICY` for links: refuse or skip (default: refuse; git sources and directories skip)")
	complete(cmd, "links", linksRefuse, linksSkip)
	flags.StringArrayVar(&f.headers, "header", nil, "send `HEADER` ('NAME: VALUE') to the first server, and to no other; repeatable")
	flags.StringVar(&f.cacert, "cacert", "", "trust the certificates in `FILE` too")
	flags.Var(&f.download, "max-download", "limit of the download")
	flags.Var(&f.file, "max-file", "limit of one unpacked file")
	flags.Var(&f.total, "max-total", "limit of all unpacked files")
	flags.IntVar(&f.files, "max-files", l.Files, "limit of the `NUMBER` of entries")
	flags.DurationVar(&f.timeout, "timeout", l.Timeout, "limit of the `TIME` in all")
}

// check reads what the flags name.
func (f *storeFlags) check() error {
	if !slices.Contains([]string{"", linksRefuse, linksSkip}, f.links) {
		return usage("use refuse or skip", "--links: unknown policy %q", f.links)
	}
	if f.timeout <= 0 {
		return usage("give a duration such as 30s or 5m", "--timeout: must be more than 0")
	}
	f.header = http.Header{}
	for _, h := range f.headers {
		name, value, ok := strings.Cut(h, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || !isHeaderName(name) || strings.ContainsAny(value, "\r\n\x00") {
			return usage("write --header 'Authorization: Bearer …'", "--header: no 'NAME: VALUE'")
		}
		f.header.Add(name, value)
	}
	return nil
}

func isHeaderName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune(`()<>@,;:\"/[]?={}`, r)
	})
}

func (f *storeFlags) linkPolicy() *pack.LinkPolicy {
	policy := pack.RefuseLinks
	switch f.links {
	case "":
		return nil
	case linksSkip:
		policy = pack.SkipLinks
	}
	return &policy
}

// apply puts the flags into the options of a store.
func (f *storeFlags) apply(o *cache.Options) {
	o.Header = f.header
	o.CACert, o.CACertFile = f.pem, f.cacert
	o.Limits.Download, o.Limits.File, o.Limits.Total = int64(f.download), int64(f.file), int64(f.total)
	o.Limits.Files, o.Limits.Timeout = f.files, f.timeout
}

// readCACert reads --cacert.
func (f *storeFlags) readCACert(ctx context.Context, a *app) error {
	if f.cacert == "" {
		return nil
	}
	data, err := a.readFlagFile(ctx, f.cacert, maxFlagFile)
	if err != nil {
		return err
	}
	f.cacert, f.pem = a.abs(f.cacert), data
	return nil
}
