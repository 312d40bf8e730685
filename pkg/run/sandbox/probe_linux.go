package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// probe lets a supervisor shut itself in at each level and go.
func probe(ctx context.Context) Machine {
	m := Machine{Checks: []Check{kernelCheck()}}
	for _, level := range []Level{Strict, Partial, None} {
		report, err := tryLevel(ctx, level)
		m.Checks = append(m.Checks, levelCheck(level, report, err))
		if err == nil && m.Best == "" {
			m.Best, m.Report = level, *report
		}
	}
	m.Checks = append(m.Checks, landlockCheck(), namespaceCheck(), seccompCheck())
	return m
}

func tryLevel(ctx context.Context, level Level) (*Report, error) {
	var last error
	for _, o := range ways(Spec{Level: level, Network: NetworkOff, Dir: "/"}) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		report, err := tryOrder(o)
		if err == nil {
			return report, nil
		}
		if last == nil {
			last = err
		}
	}
	return nil, last
}

// tryOrder starts a supervisor that ends once it is shut in.
func tryOrder(o order) (*Report, error) {
	o.Probe = true
	s, report, err := launch(o)
	if err != nil {
		return nil, err
	}
	_ = s.cmd.Wait()
	_ = s.line.Close()
	return report, nil
}

func levelCheck(level Level, report *Report, err error) Check {
	c := Check{Name: "level " + string(level), OK: err == nil}
	switch {
	case err == nil && len(report.NotEnforced) == 0:
		c.Detail = "everything is enforced"
	case err == nil:
		c.Detail = fmt.Sprintf("%d gaps", len(report.NotEnforced))
	default:
		c.Detail = err.Error()
		if setup, ok := errors.AsType[*SetupError](err); ok {
			c.Detail, c.Hint = setup.Step+": "+setup.Cause, setup.Hint()
		}
	}
	return c
}

func kernelCheck() Check {
	var u unix.Utsname
	if err := unix.Uname(&u); err != nil {
		return Check{Name: "kernel", Detail: err.Error()}
	}
	return Check{Name: "kernel", OK: true, Detail: fmt.Sprintf("Linux %s, %s, uid %d",
		unix.ByteSliceToString(u.Release[:]), runtime.GOARCH, os.Geteuid())}
}

func landlockCheck() Check {
	abi := landlockABI()
	c := Check{Name: "landlock", OK: abi > 0, Detail: fmt.Sprintf("ABI %d", abi)}
	if abi == 0 {
		c.Detail, c.Hint = "not there", stepHints[stepLandlock]
	}
	return c
}

// namespaceCheck tells namespaces from what is done inside them.
func namespaceCheck() Check {
	o := ways(Spec{Level: Strict, Network: NetworkOff, Dir: "/"})[0]
	_, err := tryOrder(o)
	if setup, ok := errors.AsType[*SetupError](err); ok && (setup.Step == stepNamespaces || setup.Step == stepSelf) {
		return Check{Name: "user namespaces", Detail: setup.Cause, Hint: setup.Hint()}
	}
	return Check{Name: "user namespaces", OK: true}
}

func seccompCheck() Check {
	c := Check{Name: "system-call filter", OK: seccompSupported, Detail: runtime.GOARCH}
	if !c.OK {
		c.Hint = stepHints[stepSeccomp]
	}
	return c
}
