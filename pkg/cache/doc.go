// Package cache turns sources of skills into directories on disk.
//
// A [Source] is a directory, an archive file, an http(s) URL, a host with a
// well-known index, a GitHub repository or any git repository. [Store.Get]
// gives an [Entry]: a directory that holds what the source holds. Directories
// are used where they are; everything else is fetched once, checked, and kept
// below the cache directory:
//
//	<cache>/<key>/                  one entry; key is the SHA-256 of the source
//	<cache>/<key>/.ready            written last: the entry is whole; JSON metadata
//	<cache>/tmp-skill-root-*/       work in progress, held by a lock while its process lives
//	<cache>/.locks/<key>            one lock for each key, so that one process fetches
//	<cache>/.locks/use-<key>        shared by those who read an entry, so that nobody removes it
//	<cache>/.old/                   entries that were replaced, kept for those who still read them
//	<cache>/.installs/              what was last copied out to which directory
//
// An entry appears by one rename and is replaced by one exchange. At whatever
// point a process is killed, the cache holds the whole entry or none, and the
// next process that fetches removes what was left.
//
// Nothing from a source is ever executed, and no name in it becomes a path
// that the policy of internal/safefs does not allow. Credentials go to the
// first origin only, and appear in no key, message or file.
//
// The package reads no environment: proxies, tokens, directories and the
// environment of git come in [Options].
package cache
