// Skillctl reads, checks, packs, fetches and runs Agent Skills.
package main

import (
	"context"
	"os"

	"github.com/skillctl/skillctl/cmd/skillctl/cli"
	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// version is set by the linker: -X main.version=1.2.3.
var version string

func main() {
	// The supervisor of a sandboxed command is this program again.
	if code, ran := sandbox.Child(os.Args[1:]); ran {
		os.Exit(code)
	}
	ctx := cli.WithVersion(context.Background(), version)
	os.Exit(cli.Main(ctx, os.Args[1:], ui.System(os.Stdin, os.Stdout, os.Stderr)))
}
