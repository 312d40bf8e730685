package pack

import "github.com/skillctl/skillctl/internal/safefs"

const (
	hintOutside  = "paths must be relative and stay inside of the skill; ask whoever packed it why this one does not"
	hintPortable = "rename it: a skill must unpack alike on every system"
)

// hints says for each rule what to do about a refusal: where the archive only
// has to be made again, how; where that is no accident, whom to ask.
var hints = map[string]string{
	RuleArchiveSize: "raise the limit with --max-download if the source is trusted",
	RuleFileSize:    "raise the limit with --max-file if the source is trusted",
	RuleTotalSize:   "raise the limit with --max-total if the source is trusted",
	RuleEntries:     "raise the limit with --max-files if the source is trusted",
	RuleLink:        "replace the link by the file it names, or leave it out",
	RuleSpecial:     "leave it out: a skill is made of files and folders",
	RuleSparse:      "pack it again without --sparse",
	RuleTruncated:   "download the archive again: it is not complete",
	RuleDamaged:     "download or pack the archive again",
	RuleChecksum:    "download the archive again: its bytes are not those that were packed",
	RuleMethod:      "pack it again as tar.gz, or as a zip with deflate",
	RuleEncrypted:   "pack it again without a password",
	RuleEmpty:       "pack it again with the files of the skill",
	RuleTrailing:    "pack it again: an archive must end where it says it ends",
	RuleDiffering:   "pack it again with a common tool: two readers could see two different contents",
	RuleNoSkill:     "an archive of skills has a SKILL.md with a name and a description in it",
	RuleSkillName:   "use lower-case letters, digits and hyphens in the frontmatter's name",
	RuleExpansion:   "write the values out instead of naming them by anchors and aliases",
	RuleDigest:      "the content is not what was expected: compare with the publisher's digest",
	RuleSignature:   "do not use it before its publisher has said which key signs it, and of which bytes",
	RuleChanged:     "try again when nothing writes to it any more",
	RuleSecret:      "remove the secret or exclude the file by .skillignore; --allow-secrets packs it nevertheless",
	RuleVersion:     "use a version such as 1.0.0 in metadata.version, or name the file with -o",

	string(safefs.RuleEmpty):       "pack it again with a common tool: every entry must have a name",
	string(safefs.RuleNotUTF8):     hintPortable,
	string(safefs.RuleTooLong):     "shorten the name or the folders above it",
	string(safefs.RuleTooDeep):     "move it into fewer folders",
	string(safefs.RuleAbsolute):    hintOutside,
	string(safefs.RuleBackslash):   "pack it again with a tool that separates folders by slashes",
	string(safefs.RuleControl):     "rename it: what people would see is not its name",
	string(safefs.RuleCharacter):   hintPortable,
	string(safefs.RuleDotDot):      hintOutside,
	string(safefs.RuleSpace):       hintPortable,
	string(safefs.RuleTrailingDot): hintPortable,
	string(safefs.RuleWindowsName): hintPortable,
	string(safefs.RuleReserved):    "rename it, or leave it out",
	string(safefs.RuleDuplicate):   "pack it again with each file once: readers differ in which one they take",
	string(safefs.RuleTwins):       "rename one of them: some systems would write one over the other",
	string(safefs.RuleFileAndDir):  "rename one of them",
}
