package sandbox

// ChildArg is the hidden first argument that makes this program the
// supervisor of one command. It is no part of the command line's contract.
const ChildArg = "__sandbox"

// order is the first message to the supervisor; later ones are tell.
type order struct {
	Spec
	// Namespaces says that the supervisor was started in fresh namespaces and
	// has to build its root; UserNS that a user namespace is one of them.
	Namespaces bool `json:"namespaces"`
	UserNS     bool `json:"user_ns"`
	// Probe ends the supervisor once it is shut in, without a command.
	Probe bool `json:"probe"`
}

// tell is a message to the supervisor of a running command.
type tell struct {
	Signal int  `json:"signal,omitempty"` // send to every process of the command
	Kill   bool `json:"kill,omitempty"`   // end them all
}

// answer is a message of the supervisor: one with Ready, Failed or Starved,
// and after a Ready one with Exit.
type answer struct {
	Ready  *Report     `json:"ready,omitempty"`
	Failed *SetupError `json:"failed,omitempty"`
	// Starved says what was missing, see [ErrStarved].
	Starved string  `json:"starved,omitempty"`
	Exit    *Status `json:"exit,omitempty"`
}
