// Package lint judges skills: rules look at what package parse has read and
// say what is wrong, where, why, and how to repair it.
//
// A [Rule] is a value in a table: its documentation, its examples and its
// check in one place. [Run] reads every file of a skill once, hands the skill
// to all rules, works on several skills at a time and passes what they found
// through processors in a fixed order: target, configuration, suppression,
// baseline, severity, sort. The order of the findings does not depend on the
// order in which the work was done. A rule that panics becomes a finding about
// itself, and so does a file that cannot be read or is over a limit: an
// analysis is never silently incomplete.
//
// How much a finding weighs depends on who is to read the skill. A [Profile]
// stands for a client or a specification; a rule has a level for each, and a
// run looks at the profiles it is asked for.
//
// A fix is a list of byte edits of the source, never a rewritten document.
package lint
