package rules

import "github.com/skillctl/skillctl/pkg/lint"

func fileRules() []lint.Rule {
	return []lint.Rule{
		fileNamePortable(),
		fileNameNFC(),
		fileCaseCollision(),
		symlinkBroken(),
		symlinkInside(),
		scriptCRLFShebang(),
		scriptNotExecutable(),
		fileLFSPointer(),
		fileArchive(),
		fileJunk(),
	}
}
