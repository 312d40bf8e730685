package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// The new root is put together below stage, a tmpfs over the host's /tmp. The
// pieces of the host are opened as detached trees before that, so that those
// below /tmp are not hidden by it.
const stage = "/tmp"

// piece is a part of the host in the new root, at its own path.
type piece struct {
	path   string
	attr   unix.MountAttr
	flags  uint
	device bool
	fd     int
}

const (
	attrReadOnly = unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV
	attrWritable = unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV
	attrDevice   = unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NOEXEC
)

// enterRoot makes the private root and moves into it. What it shows is listed
// in paths_linux.go and in the order; everything else of the host is gone.
func enterRoot(o *order) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return stepError(stepMounts, fmt.Errorf("make mounts private: %w", err))
	}
	links, pieces, err := openPieces(o)
	if err != nil {
		return stepError(stepMounts, err)
	}
	if err := buildRoot(o, links, pieces); err != nil {
		return stepError(stepMounts, err)
	}
	if err := mountProc(o); err != nil {
		return stepError(stepProc, err)
	}
	if err := switchRoot(); err != nil {
		return stepError(stepMounts, err)
	}
	return nil
}

// openPieces opens every part of the host as a detached tree, and finds the
// links that stay links.
func openPieces(o *order) (links map[string]string, pieces []piece, err error) {
	links = map[string]string{}
	for _, dir := range systemDirs {
		fi, err := os.Lstat(dir)
		switch {
		case err != nil:
		case fi.Mode()&os.ModeSymlink != 0:
			if links[dir], err = os.Readlink(dir); err != nil {
				return nil, nil, err
			}
		default:
			pieces = append(pieces, piece{path: dir, attr: unix.MountAttr{Attr_set: attrReadOnly}, flags: unix.AT_RECURSIVE})
		}
	}
	for _, path := range append(etcPaths(o.Network), o.ReadOnly...) {
		pieces = append(pieces, piece{path: path, attr: unix.MountAttr{Attr_set: attrReadOnly}, flags: unix.AT_RECURSIVE})
	}
	for _, path := range o.Writable {
		pieces = append(pieces, piece{path: path, attr: unix.MountAttr{Attr_set: attrWritable}})
	}
	for _, name := range devNames {
		pieces = append(pieces, piece{path: "/dev/" + name, attr: unix.MountAttr{Attr_set: attrDevice}, device: true})
	}
	// Outer paths first, so that a writable directory lands on the read-only
	// one around it.
	sort.SliceStable(pieces, func(i, j int) bool { return pieces[i].path < pieces[j].path })
	for i := range pieces {
		if err := pieces[i].open(); err != nil {
			return nil, nil, err
		}
	}
	return links, pieces, nil
}

// open clones the tree and sets its attributes while nobody can see it.
func (p *piece) open() error {
	flags := uint(unix.OPEN_TREE_CLONE | unix.OPEN_TREE_CLOEXEC)
	fd, err := unix.OpenTree(unix.AT_FDCWD, p.path, flags|p.flags)
	if err != nil {
		return &os.PathError{Op: "open_tree", Path: p.path, Err: err}
	}
	if err := unix.MountSetattr(fd, "", unix.AT_EMPTY_PATH|p.flags, &p.attr); err != nil {
		return &os.PathError{Op: "mount_setattr", Path: p.path, Err: err}
	}
	p.fd = fd
	return nil
}

// attach puts the tree at its place below the stage.
func (p *piece) attach() error {
	target := stage + p.path
	if err := p.makeTarget(target); err != nil {
		return err
	}
	if err := unix.MoveMount(p.fd, "", unix.AT_FDCWD, target, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		return &os.PathError{Op: "move_mount", Path: p.path, Err: err}
	}
	return unix.Close(p.fd)
}

// makeTarget makes the directory or the empty file to mount on.
func (p *piece) makeTarget(target string) error {
	if _, err := os.Lstat(target); err == nil {
		return nil
	}
	var st unix.Stat_t
	if err := unix.Fstat(p.fd, &st); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT == unix.S_IFDIR {
		return os.MkdirAll(target, 0o755)
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(target, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	return f.Close()
}

// buildRoot mounts the stage and fills it.
func buildRoot(o *order, links map[string]string, pieces []piece) error {
	if err := tmpfs(stage, "mode=0755,size=1m"); err != nil {
		return err
	}
	for _, dir := range []string{"proc", "dev", "etc", "tmp", "run", "var", "home"} {
		if err := os.Mkdir(filepath.Join(stage, dir), 0o755); err != nil {
			return err
		}
	}
	if err := tmpfs(stage+"/tmp", fmt.Sprintf("mode=1777,size=%d", tmpBytes)); err != nil {
		return err
	}
	if err := os.Mkdir(stage+"/dev/shm", 0o755); err != nil {
		return err
	}
	if err := tmpfs(stage+"/dev/shm", fmt.Sprintf("mode=1777,size=%d", tmpBytes)); err != nil {
		return err
	}
	for path, target := range links {
		if err := symlink(target, stage+path); err != nil {
			return err
		}
	}
	for path, target := range map[string]string{
		"/dev/fd": "/proc/self/fd", "/dev/stdin": "/proc/self/fd/0", "/dev/stdout": "/proc/self/fd/1",
		"/dev/stderr": "/proc/self/fd/2", "/var/tmp": "/tmp", "/var/run": "/run",
	} {
		if err := symlink(target, stage+path); err != nil {
			return err
		}
	}
	if err := accounts(o); err != nil {
		return err
	}
	for i := range pieces {
		if err := pieces[i].attach(); err != nil {
			return err
		}
	}
	return nil
}

func tmpfs(target, options string) error {
	if err := unix.Mount("tmpfs", target, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, options); err != nil {
		return &os.PathError{Op: "mount tmpfs", Path: target, Err: err}
	}
	return nil
}

func symlink(target, path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.Symlink(target, path)
}

// accounts writes a passwd and a group that know the user of the command and
// nobody else of the host.
func accounts(o *order) error {
	uid, gid := os.Getuid(), os.Getgid()
	home := "/"
	for _, kv := range o.Env {
		if v, ok := strings.CutPrefix(kv, "HOME="); ok && !strings.ContainsAny(v, ":\n") {
			home = v
		}
	}
	var passwd, group strings.Builder
	if uid != 0 {
		passwd.WriteString("root:x:0:0:root:/root:/usr/sbin/nologin\n")
	}
	fmt.Fprintf(&passwd, "skill:x:%d:%d:skill:%s:/bin/bash\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n", uid, gid, home)
	if gid != 0 {
		group.WriteString("root:x:0:\n")
	}
	fmt.Fprintf(&group, "skill:x:%d:\nnogroup:x:65534:\n", gid)
	if err := os.WriteFile(stage+"/etc/passwd", []byte(passwd.String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(stage+"/etc/group", []byte(group.String()), 0o644)
}

// mountProc mounts a /proc that shows the new process namespace, and seals it.
func mountProc(o *order) error {
	proc := stage + "/proc"
	if err := unix.Mount("proc", proc, "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
		return err
	}
	if o.Limits.Processes > 0 && pidMaxIsNamespaced() {
		// Binds root too, whom the limit on processes does not. Not being able
		// to is no failure: the limit on processes binds everybody else.
		_ = os.WriteFile(proc+"/sys/kernel/pid_max", []byte(strconv.Itoa(max(o.Limits.Processes+ownThreads(), pidMaxLowest))), 0)
	}
	seal := unix.MountAttr{Attr_set: attrReadOnly | unix.MOUNT_ATTR_NOEXEC}
	return unix.MountSetattr(unix.AT_FDCWD, proc, 0, &seal)
}

// pidMaxLowest is the lowest highest process id the kernel takes, and some.
const pidMaxLowest = 400

// pidMaxIsNamespaced says whether kernel.pid_max belongs to the process
// namespace, as it does since Linux 6.14. Before, it is the machine's, and
// root's user namespace would not keep us from changing it.
func pidMaxIsNamespaced() bool {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return false
	}
	var major, minor int
	if _, err := fmt.Sscanf(unix.ByteSliceToString(u.Release[:]), "%d.%d", &major, &minor); err != nil {
		return false
	}
	return major > 6 || major == 6 && minor >= 14
}

// switchRoot makes the stage the root, drops the host's and seals the rest.
func switchRoot() error {
	if err := unix.Chdir(stage); err != nil {
		return err
	}
	// pivot_root(2), "pivot_root(".", ".")": the old root ends up on top of
	// the new one and is detached right away.
	if err := unix.PivotRoot(".", "."); err != nil {
		return os.NewSyscallError("pivot_root", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return os.NewSyscallError("umount2", err)
	}
	if err := unix.Chdir("/"); err != nil {
		return err
	}
	seal := unix.MountAttr{Attr_set: attrReadOnly}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", 0, &seal); err != nil {
		return os.NewSyscallError("mount_setattr /", err)
	}
	return nil
}
