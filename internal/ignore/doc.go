// Package ignore matches paths against .gitignore and .skillignore files the
// way git does.
//
// Public libraries were wrong in 9 to 57 % of random pattern sets, so this is
// a port of git's own algorithm (dir.c and wildmatch.c) with its quirks: the
// last matching line wins, a deeper file wins over a higher one, nothing below
// an ignored folder comes back, a pattern with a slash is anchored. A test
// compares it with `git check-ignore` on random patterns and paths.
//
// The files are untrusted: a pattern that is made to be slow is given up after
// a fixed number of steps and then does not match.
package ignore
