package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// start tries the ways to carry out the order, the best first.
func start(ctx context.Context, spec Spec) (*Process, error) {
	var first error
	for _, way := range ways(spec) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p, report, err := launch(way)
		if err == nil {
			return &Process{report: *report, impl: p}, nil
		}
		if first == nil || spec.Level == Auto { // for Auto that of the level that needs least
			first = err
		}
		if !errors.Is(err, ErrUnavailable) {
			return nil, err
		}
	}
	return nil, first
}

// ways lists how an order may be carried out on Linux. Root tries without a
// user namespace too, for machines that have none.
func ways(spec Spec) []order {
	var list []order
	add := func(level Level, namespaces, userNS bool) {
		o := order{Spec: spec, Namespaces: namespaces, UserNS: userNS}
		o.Level = level
		list = append(list, o)
	}
	if spec.Level == Strict || spec.Level == Auto {
		add(Strict, true, true)
		if os.Geteuid() == 0 {
			add(Strict, true, false)
		}
	}
	if spec.Level == Partial || spec.Level == Auto {
		add(Partial, false, false)
	}
	if spec.Level == None || spec.Level == Auto {
		add(None, false, false)
	}
	return list
}

// supervised is a command below a supervisor.
type supervised struct {
	cmd  *exec.Cmd
	line *os.File
	in   *json.Decoder

	mu    sync.Mutex // guards out and timer
	out   *json.Encoder
	timer *time.Timer
}

// self is this very program, whatever lies at its path by now.
const self = "/proc/self/exe"

// launch starts a supervisor and waits until it has shut itself in. It is not
// interrupted: behind its answer the supervisor starts the command, and who
// does not hear the answer cannot tell the command to end. It takes [StartTime]
// at most.
func launch(o order) (*supervised, *Report, error) {
	if _, err := os.Readlink(self); err != nil {
		return nil, nil, &SetupError{Level: o.Level, Step: stepSelf, Cause: err.Error()}
	}
	ours, theirs, err := socketPair()
	if err != nil {
		return nil, nil, fmt.Errorf("life line: %w", err)
	}
	s := &supervised{line: ours, in: json.NewDecoder(ours), out: json.NewEncoder(ours)}
	s.cmd = supervisorCommand(o, theirs)
	err = s.cmd.Start()
	_ = theirs.Close() // else the line would not break when the supervisor ends
	if err != nil {
		_ = ours.Close()
		return nil, nil, leveled(stepError(stepNamespaces, err), o.Level)
	}
	report, err := s.handshake(o, StartTime)
	if err != nil {
		s.abort()
		if errors.Is(err, errEndedEarly) {
			err = leveled(earlyEnd(s.cmd.ProcessState), o.Level)
		}
		return nil, nil, err
	}
	return s, report, nil
}

// supervisorCommand is this program, in fresh namespaces if the order says so.
func supervisorCommand(o order, line *os.File) *exec.Cmd {
	cmd := exec.Command(self) //nolint:noctx // the life line ends it, not a context
	cmd.Args = []string{"skillctl", ChildArg}
	cmd.Env = []string{"GOMAXPROCS=2", "GOGC=off", "GOTRACEBACK=none"}
	cmd.ExtraFiles = []*os.File{line}
	// A nil file must stay a nil interface: the null device.
	if o.Stdin != nil {
		cmd.Stdin = o.Stdin
	}
	if o.Stdout != nil {
		cmd.Stdout = o.Stdout
	}
	if o.Stderr != nil {
		cmd.Stderr = o.Stderr
	}
	attr := &syscall.SysProcAttr{Setsid: true}
	cmd.SysProcAttr = attr
	if !o.Namespaces {
		return cmd
	}
	attr.Cloneflags = unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS
	if o.Network == NetworkOff {
		attr.Cloneflags |= unix.CLONE_NEWNET
	}
	if o.UserNS {
		uid, gid := os.Geteuid(), os.Getegid()
		attr.Cloneflags |= unix.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}}
		// Starting a program as another user than 0 drops capabilities unless
		// they are ambient; the supervisor needs these to build its root.
		attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP}
	}
	return cmd
}

// socketPair makes the life line: ours may be waited on with deadlines.
func socketPair() (ours, theirs *os.File, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	if err := unix.SetNonblock(fds[0], true); err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(fds[0]), "life line"), os.NewFile(uintptr(fds[1]), "life line"), nil
}

// handshake sends the order and reads the answer, which has to come in time.
func (s *supervised) handshake(o order, within time.Duration) (*Report, error) {
	_ = s.line.SetDeadline(time.Now().Add(within))
	var a answer
	err := s.out.Encode(o)
	if err == nil {
		err = s.in.Decode(&a)
	}
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, fmt.Errorf("%w: the supervisor did not answer within %s", ErrStarved, within)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", errEndedEarly, err)
	case a.Failed != nil:
		return nil, a.Failed
	case a.Starved != "":
		return nil, fmt.Errorf("%w: %s", ErrStarved, a.Starved)
	case a.Ready == nil:
		return nil, &SetupError{Level: o.Level, Step: stepSupervisor, Cause: "it gave no answer"}
	}
	return a.Ready, s.line.SetDeadline(time.Time{})
}

// abort ends a supervisor that gave no good answer. The end of the life line
// tells it to end what it may have started; one that does not listen is killed
// with all that descends from it.
func (s *supervised) abort() {
	_ = s.line.Close()
	timer := time.AfterFunc(KillTime, s.killTree)
	_ = s.cmd.Wait()
	timer.Stop()
}

func (s *supervised) tell(t tell) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Encode(t)
}

func (s *supervised) signal(sig os.Signal) error {
	n, ok := sig.(syscall.Signal)
	if !ok {
		return fmt.Errorf("signal %v cannot be sent", sig)
	}
	return s.tell(tell{Signal: int(n)})
}

// kill asks the supervisor first, which knows its children, and after
// KillTime kills it with all that descends from it.
func (s *supervised) kill() {
	_ = s.tell(tell{Kill: true})
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer == nil {
		s.timer = time.AfterFunc(KillTime, s.killTree)
	}
}

func (s *supervised) killTree() {
	pid := s.cmd.Process.Pid
	all := descendants(pid)
	_ = s.cmd.Process.Kill()
	signalAll(all, syscall.SIGKILL)
}

func (s *supervised) wait() Status {
	var a answer
	err := s.in.Decode(&a)
	_ = s.cmd.Wait()
	s.mu.Lock()
	if s.timer != nil {
		s.timer.Stop()
	}
	s.mu.Unlock()
	_ = s.line.Close()
	if err != nil || a.Exit == nil {
		return Status{Code: 137, Signal: int(syscall.SIGKILL), Lost: true}
	}
	return *a.Exit
}
