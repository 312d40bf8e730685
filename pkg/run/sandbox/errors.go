package sandbox

import (
	"errors"
	"fmt"
	"runtime"
)

// ErrUnavailable matches every error that says a level asked for by name
// cannot be had on this machine.
var ErrUnavailable = errors.New("sandbox not available")

// ErrStarved matches every error that says a command could not be started for
// want of processes, memory, descriptors or time, which may be there the next
// time. No lower level is tried for it.
var ErrStarved = errors.New("the sandbox could not be started now")

// SetupError says which step of shutting in failed, and what helps.
type SetupError struct {
	Level Level
	Step  string // "user namespace", "mount", "landlock", …
	Cause string
}

// Error names the level, the step and the cause.
func (e *SetupError) Error() string {
	return fmt.Sprintf("sandbox level %s is not available: %s: %s", e.Level, e.Step, e.Cause)
}

// Is makes the error match [ErrUnavailable].
func (e *SetupError) Is(target error) bool { return target == ErrUnavailable }

// Hint says what to do about it.
func (e *SetupError) Hint() string {
	if h := stepHints[e.Step]; h != "" {
		return h
	}
	return "run `skillctl doctor` to see what this machine can enforce, or use --sandbox auto"
}

// The steps of shutting in, as errors and the doctor name them.
const (
	stepPlatform   = "platform"
	stepSelf       = "/proc"
	stepSupervisor = "supervisor"
	stepNamespaces = "namespaces"
	stepMounts     = "mounts"
	stepProc       = "private /proc"
	stepLimits     = "resource limits"
	stepPrivileges = "no_new_privs"
	stepCaps       = "capabilities"
	stepLandlock   = "landlock"
	stepSeccomp    = "seccomp"
)

// platformHint says what a system without a strict sandbox has.
func platformHint(goos string) string {
	if goos == "windows" {
		return "run skillctl inside of WSL, or use --sandbox none"
	}
	return "use --sandbox container with docker or podman, or --sandbox none"
}

// stepHints says for each step what to install or to enable.
var stepHints = map[string]string{
	stepPlatform:   platformHint(runtime.GOOS),
	stepSelf:       "mount /proc: skillctl starts itself again from there, and finds processes in it",
	stepNamespaces: "allow user namespaces: sysctl user.max_user_namespaces above 0, kernel.unprivileged_userns_clone=1 (Debian), kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu); inside a container use --sandbox auto",
	stepMounts:     "allow mounts in user namespaces (AppArmor and container engines may forbid them); needs Linux 5.12 or newer",
	stepProc:       "the outer /proc is masked, as in most containers: run skillctl outside of it, or use --sandbox auto",
	stepLandlock:   "needs Linux 5.13 or newer with landlock among the active security modules (boot parameter lsm=landlock,…)",
	stepSeccomp:    "needs a kernel with CONFIG_SECCOMP_FILTER on amd64 or arm64",
}
