//go:build !unix

package run

import "os"

// openFlags open a file; there are no FIFOs here, and os.Root keeps links in.
const openFlags = os.O_RDONLY
