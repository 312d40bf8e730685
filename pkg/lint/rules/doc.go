// Package rules holds the linter's rules: one file each, with what the rule
// means, why it matters, an example that breaks it, one that does not, the
// source it comes from, and its check. [All] is the one ordered table; the
// documentation, the configuration's schema and the shell completion come
// from it.
//
// Examples and fixtures are small trees of files in the format that
// package linttest reads.
package rules
