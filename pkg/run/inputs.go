package run

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// InputFile is a file or directory to copy into work/inputs.
type InputFile struct {
	Source string `json:"source"` // as the user wrote it
	Path   string `json:"-"`      // on disk, absolute
	Dest   string `json:"dest"`   // as the user wrote it; after planning relative to the workspace
}

// stagedInput is an input with the tree that will be copied.
type stagedInput struct {
	file    InputFile
	rel     string // below work/inputs, slash-separated
	entries []Entry
	isDir   bool
	mode    fs.FileMode
	bytes   int64
}

// inputDest finds where an input goes, relative to work/inputs: inputs/x and
// work/inputs/x are the same place, as in the tRPC reference (6.9), and
// everything else is below work/inputs too.
func inputDest(written, base string) (string, error) {
	p := strings.ReplaceAll(strings.TrimSpace(written), `\`, "/")
	intoDir := strings.HasSuffix(p, "/")
	for _, variable := range []string{"$WORK_DIR/inputs", "${WORK_DIR}/inputs"} {
		if rest, ok := strings.CutPrefix(p, variable); ok {
			p = nameInputs + rest
		}
	}
	escapes := usageError("destinations lie below work/inputs", fmt.Sprintf("--input …:%s: leads out of work/inputs", written))
	if path.IsAbs(p) || strings.HasPrefix(p, "$") || !filepath.IsLocal(filepath.FromSlash(path.Join(".", p))) {
		return "", escapes
	}
	p = path.Clean("./" + p)
	for _, inputs := range []string{nameWork + "/" + nameInputs, nameInputs} {
		if rest, ok := strings.CutPrefix(p+"/", inputs+"/"); ok {
			p = strings.TrimSuffix(rest, "/")
			break
		}
	}
	switch {
	case p == "" || p == ".":
		return base, nil
	case intoDir:
		return path.Join(p, base), nil
	}
	return p, nil
}

// planInputs looks at the inputs and says where each goes.
func planInputs(files []InputFile) ([]stagedInput, error) {
	var list []stagedInput
	taken := map[string]bool{}
	for _, f := range files {
		in, err := planInput(f)
		if err != nil {
			return nil, err
		}
		if taken[in.rel] {
			return nil, usageError("give one of them another destination: --input SRC:DST",
				fmt.Sprintf("--input %s: another input goes to work/inputs/%s too", f.Source, in.rel))
		}
		taken[in.rel] = true
		list = append(list, in)
	}
	return list, nil
}

func planInput(f InputFile) (stagedInput, error) {
	rel, err := inputDest(f.Dest, filepath.Base(f.Path))
	if err != nil {
		return stagedInput{}, err
	}
	info, err := os.Stat(f.Path)
	if err != nil {
		return stagedInput{}, inputError("--input "+f.Source, err)
	}
	in := stagedInput{file: f, rel: rel, isDir: info.IsDir(), mode: info.Mode(), bytes: info.Size()}
	in.file.Dest = path.Join(nameWork, nameInputs, rel)
	switch {
	case info.IsDir():
		root, err := os.OpenRoot(f.Path)
		if err != nil {
			return in, inputError("--input "+f.Source, err)
		}
		defer func() { _ = root.Close() }()
		in.entries, err = scanTree(root.FS(), f.Path, f.Source)
		return in, err
	case !info.Mode().IsRegular():
		return in, refusedError("", fmt.Sprintf("--input %s: is a special file (%s)", f.Source, info.Mode().Type()))
	case info.Size() > MaxStagedBytes:
		return in, refusedError("", fmt.Sprintf("--input %s: more than %d bytes", f.Source, MaxStagedBytes))
	}
	return in, nil
}
