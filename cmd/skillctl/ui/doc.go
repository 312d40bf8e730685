// Package ui is the terminal: the three streams and what is known about them,
// colors, tables, Markdown and the progress line. It is the only importer of
// lipgloss.
//
// The rules of the house: results go to standard output, everything else to
// standard error. Facts about a terminal (is it one, how wide) are found once,
// in [System], and are fields from then on, so that a test can set them.
// Colors are the sixteen of the terminal's own palette, which its owner chose
// for a light or a dark background; the terminal is never asked anything.
//
// Text that comes from a skill is not known to be safe: callers pass it
// through internal/escape before it comes here.
package ui
