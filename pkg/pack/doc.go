// Package pack makes archives of skills and reads them back.
//
// Reading ([Extract]) is for archives from anywhere. The container, tar,
// tar.gz, tar.zst or zip, is told by its bytes. Every header is held against
// the policy before the first byte is written; the structure must be exact, so
// that no two readers see two contents; time and memory are bounded; what was
// unpacked appears by one rename or not at all.
package pack
