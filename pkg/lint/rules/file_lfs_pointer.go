package rules

import (
	"bytes"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func fileLFSPointer() lint.Rule {
	return lint.Rule{
		ID:      "file-lfs-pointer",
		Group:   lint.Portability,
		Summary: "Git LFS pointer instead of the file",
		What:    "A file that holds a Git LFS pointer: three lines of text in place of the content.",
		Why:     "The checkout was made without Git LFS. Packed or installed like this, the skill carries a note about the file and not the file.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has an image. Use when testing.\n---\n![Plot](assets/plot.png)\n-- skill/assets/plot.png --\nversion https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has an image. Use when testing.\n---\n![Plot](assets/plot.svg)\n-- skill/assets/plot.svg --\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n",
		Source:  "git-lfs specification, pointer file",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				if f.Resource.Bytes < 1024 && bytes.HasPrefix(f.Bytes(), []byte("version https://git-lfs.github.com/spec/")) {
					p.ReportIn(f, f.Span(0, 7), "Git LFS pointer, not the file").Hint("run `git lfs pull` before packing")
				}
			}
		},
	}
}
