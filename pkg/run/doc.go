// Package run runs one command of a skill as an agent would: in a fresh
// workspace that holds a read-only copy of the skill, with a small fixed
// environment, and with its outputs collected.
//
// [NewPlan] makes a [Plan] from a skill and what the user asked for. A plan is
// a value: the tree of the workspace, the environment, the command line, the
// working directory, the limits and the sandbox; making it touches nothing.
// [Plan.Run] carries it out: it makes the workspace, stages the skill and the
// inputs, hands the command to an [Executor] (local or container), waits,
// and collects what the run wrote. What the command does is its own affair;
// what it can reach is decided by package sandbox, and told in the result.
//
// A [Store] of sessions lets several runs, also of different processes, use
// one workspace, one after the other.
package run
