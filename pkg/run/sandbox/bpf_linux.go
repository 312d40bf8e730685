package sandbox

import "golang.org/x/sys/unix"

// The filter is straight-line code: every rule loads what it looks at, leaves
// with a verdict or falls through to the next. No jump is longer than one
// rule, so there are no labels to resolve.

// Offsets in struct seccomp_data (see seccomp(2)); low and high half of the
// i-th argument on a little-endian machine.
const (
	offNumber = 0
	offArch   = 4
)

func offArgLow(i int) uint32 { return uint32(16 + 8*i) }

// Verdicts.
const (
	verdictAllow = unix.SECCOMP_RET_ALLOW
	verdictKill  = unix.SECCOMP_RET_KILL_PROCESS
)

func verdictErrno(e unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(e) }

// filter is a system-call filter in the making.
type filter []unix.SockFilter

// add appends an instruction; a jump goes on when it holds and skips jf
// instructions when not.
func (f *filter) add(code uint16, jf uint8, k uint32) {
	*f = append(*f, unix.SockFilter{Code: code, Jf: jf, K: k})
}

func (f *filter) load(off uint32) { f.add(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, 0, off) }
func (f *filter) ret(v uint32)    { f.add(unix.BPF_RET|unix.BPF_K, 0, v) }

// skipUnlessEqual jumps over the next n instructions unless the accumulator
// is k.
func (f *filter) skipUnlessEqual(k uint32, n int) {
	f.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, uint8(n), k)
}

// retIfEqual leaves with v when the accumulator is k.
func (f *filter) retIfEqual(k, v uint32) {
	f.skipUnlessEqual(k, 1)
	f.ret(v)
}

// retIfAny leaves with v when the accumulator has one of the bits.
func (f *filter) retIfAny(bits, v uint32) {
	f.add(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, 1, bits)
	f.ret(v)
}

// retIfAtLeast leaves with v when the accumulator is k or more.
func (f *filter) retIfAtLeast(k, v uint32) {
	f.add(unix.BPF_JMP|unix.BPF_JGE|unix.BPF_K, 1, k)
	f.ret(v)
}

// when runs body, which must end with a verdict and be no longer than 255
// instructions, if the accumulator is k; else the accumulator stays as it is.
func (f *filter) when(k uint32, body func(f *filter)) {
	var b filter
	body(&b)
	f.skipUnlessEqual(k, len(b))
	*f = append(*f, b...)
}
