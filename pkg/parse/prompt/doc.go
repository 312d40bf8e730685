// Package prompt writes skills as agents receive them.
//
// An agent first sees a catalog: one entry with name and description for each
// skill. When it picks a skill it receives the instructions, and later single
// documents and the list of the skill's files. These are the three layers of
// progressive disclosure (client implementation guide, "Progressive
// disclosure").
//
// [XML] and [Overview] are catalogs; [Write] renders one skill in the style of
// a family of clients. The texts are prompts: what comes from the skill goes
// into them as it is, but where a style escapes. Nothing in this package is
// meant for a terminal.
package prompt
