package sandbox

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// lifeLine is the descriptor of the supervisor's end of the socket.
const lifeLine = 3

// Child is the supervisor. A program that uses this package calls it first
// thing in main with its arguments (without the program's name): ran says
// that it was started as a supervisor and has done its work; it then has to
// end with that code.
func Child(args []string) (code int, ran bool) {
	if len(args) != 1 || args[0] != ChildArg {
		return 0, false
	}
	// Descriptors that skillctl was itself started with go no further.
	if err := unix.CloseRange(3, ^uint(0), unix.CLOSE_RANGE_CLOEXEC); err != nil {
		for fd := 3; fd < 1024; fd++ {
			unix.CloseOnExec(fd)
		}
	}
	line := os.NewFile(lifeLine, "life line")
	keepThreads(spareThreads)
	s := &supervisor{in: json.NewDecoder(line), out: json.NewEncoder(line), swept: make(chan struct{})}
	return offLeader(s.run), true
}

// offLeader runs f on a thread of its own, which f narrows and starts the
// command from, so that the command inherits that. It is never the process's
// first thread: that one stands for the process when Landlock decides whether
// a signal may be sent to it, and so has to stay outside of the domain.
func offLeader(f func() int) int {
	code := make(chan int)
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() == unix.Getpid() {
			code <- offLeader(f) // on another thread: this one is taken
			return
		}
		code <- f()
	}()
	return <-code
}

// spareThreads are more than the supervisor ever uses at a time: one waits,
// one reads, one is the leader, two run goroutines, two are the runtime's own.
const spareThreads = 8

// keepThreads makes the runtime start n threads, which it then keeps: when the
// command has taken every process id of the namespace, a thread that is needed
// cannot be started, and the runtime would end the supervisor for that.
func keepThreads(n int) {
	var taken, held sync.WaitGroup
	held.Add(1)
	for range n {
		taken.Add(1)
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			taken.Done()
			held.Wait()
		}()
	}
	taken.Wait()
	held.Done()
}

// supervisor is the state of the supervisor process.
type supervisor struct {
	in    *json.Decoder
	order order

	// abandoned is set when the parent is gone, before anything is killed.
	abandoned atomic.Bool
	swept     chan struct{} // closed when no process of the command is left

	mu  sync.Mutex // guards out and pid
	out *json.Encoder
	pid int // the command, 0 before it was started
}

// Exit codes of the supervisor; nobody but the parent sees them.
const (
	endedWell      = 0
	endedBadly     = 1
	endedByRuntime = 2 // by Go's runtime, for want of something
	endedByLine    = 137
)

func (s *supervisor) run() int {
	if err := s.in.Decode(&s.order); err != nil {
		return endedBadly // started by hand, or the parent is gone
	}
	unix.Umask(0o022)
	report, err := s.prepare()
	if err != nil {
		s.say(refusal(leveled(err, s.order.Level)))
		return endedBadly
	}
	s.say(answer{Ready: report})
	if s.order.Probe {
		return endedWell
	}
	s.mu.Lock()
	pid, err := spawn(&s.order, commandLimits(&s.order))
	s.pid = pid
	s.mu.Unlock()
	go s.listen()
	if err != nil {
		s.say(answer{Exit: startStatus(err)})
		return endedBadly
	}
	status := s.reap(pid)
	s.sweep()
	close(s.swept)
	if s.abandoned.Load() {
		select {} // listen cleans up and ends us
	}
	s.say(answer{Exit: status})
	return endedWell
}

// prepare builds the root, where there is one to build, and shuts in.
func (s *supervisor) prepare() (*Report, error) {
	if s.order.Namespaces {
		if err := enterRoot(&s.order); err != nil {
			return nil, err
		}
	} else if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return nil, stepError(stepSupervisor, err)
	}
	// Nobody of the same user may trace the supervisor or look into it.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return nil, stepError(stepSupervisor, err)
	}
	return shutIn(&s.order)
}

// refusal is the answer that a step failed.
func refusal(err error) answer {
	if setup, ok := errors.AsType[*SetupError](err); ok {
		return answer{Failed: setup}
	}
	return answer{Starved: strings.TrimPrefix(err.Error(), ErrStarved.Error()+": ")}
}

// startStatus tells a missing program from one that cannot be run, and both
// from a process that could not be made.
func startStatus(err error) *Status {
	code := 126
	switch {
	case errors.Is(err, syscall.ENOENT):
		code = 127
	case passing(err):
		code = 125
	}
	return &Status{Code: code, Start: err.Error()}
}

// reap waits for the command, and for whatever else becomes our child.
func (s *supervisor) reap(pid int) *Status {
	for {
		var ws syscall.WaitStatus
		got, err := syscall.Wait4(-1, &ws, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			return &Status{Code: 137, Lost: true}
		case got == pid && ws.Signaled():
			return &Status{Code: 128 + int(ws.Signal()), Signal: int(ws.Signal())}
		case got == pid && ws.Exited():
			return &Status{Code: ws.ExitStatus()}
		}
	}
}

// sweep kills until no child is left. In a process namespace of our own the
// kernel does that when we end.
func (s *supervisor) sweep() {
	if s.order.Namespaces {
		return
	}
	for {
		var ws syscall.WaitStatus
		got, err := syscall.Wait4(-1, &ws, syscall.WNOHANG, nil)
		if errors.Is(err, syscall.ECHILD) {
			return
		}
		if got > 0 {
			continue
		}
		if pids := descendants(os.Getpid()); len(pids) > 0 {
			signalAll(pids, syscall.SIGKILL)
			_, _ = syscall.Wait4(-1, &ws, 0, nil)
		}
	}
}

// listen does what the parent says, and ends everything when the line breaks.
func (s *supervisor) listen() {
	for {
		var t tell
		if err := s.in.Decode(&t); err != nil {
			s.abandon()
		}
		switch {
		case t.Kill:
			s.signal(syscall.SIGKILL)
		case t.Signal != 0:
			s.signal(syscall.Signal(t.Signal))
		}
	}
}

// signal reaches every process of the command.
func (s *supervisor) signal(sig syscall.Signal) {
	if s.order.Namespaces {
		_ = syscall.Kill(-1, sig)
		return
	}
	signalAll(descendants(os.Getpid()), sig)
}

// abandon is the end when the parent died: kill all, run the clean-up
// commands, go.
func (s *supervisor) abandon() {
	s.abandoned.Store(true)
	if !s.order.Namespaces {
		s.killUntilSwept()
		// Not before: the sweep would take these for the command's.
		for _, argv := range s.order.Cleanup {
			s.clean(argv)
		}
	}
	syscall.Exit(endedByLine)
}

// killUntilSwept kills the command, and then helps the thread that reaps and
// sweeps: until that is done, new processes may appear.
func (s *supervisor) killUntilSwept() {
	for {
		signalAll(descendants(os.Getpid()), syscall.SIGKILL)
		select {
		case <-s.swept:
			return
		default:
			runtime.Gosched()
		}
	}
}

// clean runs one clean-up command.
func (s *supervisor) clean(argv []string) {
	cmd := exec.Command(argv[0], argv[1:]...) //nolint:noctx // bounded by the timer below: there is no caller left to cancel it
	cmd.Env = s.order.Env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if cmd.Start() != nil {
		return
	}
	timer := time.AfterFunc(CleanupTime, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	_ = cmd.Wait()
}

func (s *supervisor) say(a answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// A parent that is gone is noticed by listen.
	_ = s.out.Encode(a)
}
