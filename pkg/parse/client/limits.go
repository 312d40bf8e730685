package client

// Limits of the specification, in characters (code points). Many clients have
// taken them over.
const (
	MaxName          = 64   // field name
	MaxDescription   = 1024 // field description
	MaxCompatibility = 500  // field compatibility
)
