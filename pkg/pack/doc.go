// Package pack makes archives of skills and reads them back.
//
// Reading, [Extract] and [Read], is for archives from anywhere. The container,
// tar, tar.gz, tar.zst or zip, is told by its bytes. Every header is held
// against the policy before the first byte is written; the structure must be
// exact, so that no two readers see two contents; time and memory are bounded;
// a skill in it must load; what was unpacked appears by one rename or not at
// all.
//
// Writing, [Build] and then [Pack.Write] or [Pack.WriteFile], is for skills of
// one's own. Build decides what goes in and says why the rest stays out. The
// same content gives the same bytes on every machine and with every Go
// version. What the reader would refuse is not written; what is written, the
// reader takes.
//
// The identity of a skill is its [ContentDigest], which does not depend on the
// container; an archive's own digest only tells whether it arrived whole. An
// [Index] publishes both name and digest, and a [Signature] says who vouches
// for the bytes.
//
// There is one path policy for both directions, in internal/safefs. The format
// is described for users in docs/pack-format.md. The package knows nothing of
// the linter: its caller runs that first.
package pack
