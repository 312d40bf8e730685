// Package sandbox starts one command so that nothing it starts outlives it
// and, as far as the machine allows, so that it sees and changes nothing but
// what it was given.
//
// # How it works on Linux
//
// [Start] runs this very program again as a supervisor (the hidden argument
// [ChildArg], see [Child]). The supervisor reads its orders from a socket,
// shuts itself in, answers what it enforced, and only then starts the
// command. At level [Strict] it is the first process of fresh user, mount,
// process, network, IPC and host-name namespaces: its root is an empty tmpfs
// with the system's program directories mounted read-only, a private /proc,
// /tmp and /dev, and the directories of the order at their own paths. The
// command then runs without capabilities, with no_new_privs, under a Landlock
// domain, a system-call filter and resource limits. When the supervisor ends,
// the kernel ends everything in its process namespace.
//
// At level [Partial] there are no namespaces (machines that forbid them to
// users): Landlock, the system-call filter and the limits remain. At level
// [None] there is process control only. At both, the supervisor is the
// subreaper of all that the command starts and kills until nothing is left.
//
// The socket is also the life line: when the program that called Start dies,
// even by SIGKILL, the supervisor sees the end of it and takes everything
// down.
//
// # Elsewhere
//
// On other systems there is level [None] alone, by process group on Unix and
// by job object on Windows, and the [Report] says what that leaves open.
package sandbox
