// Package cli is the command tree: one file per command, and the few things
// commands share.
//
// A command is a struct with what it needs and its flags, a constructor
// newXCmd that describes it to cobra, and a run method that does the work with
// the packages below and prints the result. Errors travel up as values;
// exit.go alone turns them into exit statuses and error texts.
package cli
