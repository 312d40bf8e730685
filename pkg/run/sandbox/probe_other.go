//go:build !linux

package sandbox

import (
	"context"
	"runtime"
)

func probe(context.Context) Machine {
	return Machine{Best: None, Report: noneReport(), Checks: []Check{
		{Name: "process control", OK: true, Detail: runtime.GOOS},
		{Name: "strict sandbox", Detail: "needs Linux", Hint: stepHints[stepPlatform]},
	}}
}
