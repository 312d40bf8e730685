package run

// systemNames are variables of the caller without which programs do not run
// here; PATH is the system's own, because ours is for Unix.
var systemNames = []string{"PATH", "PATHEXT", "SystemRoot", "SYSTEMROOT", "ComSpec", "COMSPEC"}
