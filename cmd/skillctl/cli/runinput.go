package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/cache"
	"github.com/skillctl/skillctl/pkg/run"
)

// inputs reads --input SRC[:DST]; done removes what was downloaded for them.
func (o *runOptions) inputs(ctx context.Context) (files []run.InputFile, done func(), err error) {
	done = func() {}
	for _, text := range o.flags.inputs {
		source, dest := o.splitInput(text)
		if source == "" {
			return nil, done, usage("write --input SRC or --input SRC:DST", "--input %q: no source", text)
		}
		if isURL(source) {
			file, err := o.download(ctx, source, dest)
			if err != nil {
				return nil, done, err
			}
			earlier := done
			done = func() { _ = safefs.RemoveAll(filepath.Dir(file.Path)); earlier() }
			files = append(files, file)
			continue
		}
		path := o.abs(source)
		if _, err := os.Stat(path); err != nil {
			return nil, done, fail(codeUnreadable, "", "%s: %w", source, plainCause(err))
		}
		files = append(files, run.InputFile{Source: source, Path: path, Dest: dest})
	}
	return files, done, nil
}

func isURL(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}

// splitInput parts source and destination at the last colon, unless that
// belongs to the source: a file of that name, a drive, or a URL's port.
func (o *runOptions) splitInput(text string) (source, dest string) {
	start := 0
	if isURL(text) {
		start = strings.Index(text, "://") + len("://")
		if slash := strings.IndexByte(text[start:], '/'); slash >= 0 {
			start += slash
		} else {
			return text, ""
		}
	} else if _, err := os.Lstat(o.abs(text)); err == nil {
		return text, ""
	} else if filepath.VolumeName(text) != "" {
		start = len(filepath.VolumeName(text))
	}
	colon := strings.LastIndexByte(text, ':')
	if colon < start {
		return text, ""
	}
	return text[:colon], text[colon+1:]
}

// stdin is the command's standard input: nothing, a file, or ours. A terminal
// is never shared with the command; it gets a pipe.
func (o *runOptions) stdin(ctx context.Context) (in *os.File, done func(), err error) {
	switch o.flags.stdin {
	case "":
		return nil, func() {}, nil
	case "-":
		if f, ok := o.streams.In.(*os.File); ok && !o.streams.InTTY {
			return f, func() {}, nil
		}
		return o.pipeStdin(ctx)
	}
	path := o.abs(o.flags.stdin)
	if isNamedPipe(path) {
		return nil, nil, fail(codeUsage, "let the shell open it: --stdin - <"+o.flags.stdin, "%s: is a pipe", o.flags.stdin)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", o.flags.stdin, plainCause(err))
	}
	return f, func() { _ = f.Close() }, nil
}

func (o *runOptions) pipeStdin(context.Context) (*os.File, func(), error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	go func() {
		// The command may close its end before all is read; that is its right.
		_, _ = io.Copy(w, o.streams.In)
		_ = w.Close()
	}()
	return r, func() { _ = r.Close(); _ = w.Close() }, nil
}

// download fetches a URL for one run, into a directory of its own.
func (o *runOptions) download(ctx context.Context, source, dest string) (run.InputFile, error) {
	shown := source
	if u, err := url.Parse(source); err == nil {
		shown = cache.RedactURL(u)
	}
	store, reporter, err := o.openStore(nil)
	if err != nil {
		return run.InputFile{}, err
	}
	defer store.Close()
	defer reporter.start(shown)()
	dir, err := os.MkdirTemp("", "skillctl-input-")
	if err != nil {
		return run.InputFile{}, err
	}
	temporary := filepath.Join(dir, "download.tmp")
	name, err := store.FetchFile(ctx, source, temporary)
	if err == nil {
		err = safefs.Rename(temporary, filepath.Join(dir, name))
	}
	if err != nil {
		return run.InputFile{}, errors.Join(fmt.Errorf("--input %s: %w", shown, err), safefs.RemoveAll(dir))
	}
	return run.InputFile{Source: shown, Path: filepath.Join(dir, name), Dest: dest}, nil
}
