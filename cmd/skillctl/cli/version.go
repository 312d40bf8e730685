package cli

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

type versionKey struct{}

// WithVersion hands the version that the linker set to [Main].
func WithVersion(ctx context.Context, v string) context.Context {
	return context.WithValue(ctx, versionKey{}, v)
}

// version is the linker's version, else the module's as the build recorded
// it, without the v of its tag, else "devel". A build in a clone is recorded as
// the version that comes after its last tag, with the commit.
func version(ctx context.Context) string {
	if v, _ := ctx.Value(versionKey{}).(string); v != "" {
		return v
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "devel"
	}
	return strings.TrimPrefix(info.Main.Version, "v")
}

// versionLine is what --version prints behind the program's name.
func versionLine(v string) string {
	return fmt.Sprintf("%s (%s %s/%s)", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
