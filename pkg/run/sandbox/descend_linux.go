package sandbox

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// descendants are the processes below pid, parents first, zombies left out. A
// process whose parent died counts below the nearest subreaper.
func descendants(pid int) []int {
	children := processTree()
	var found []int
	queue := []int{pid}
	for len(queue) > 0 {
		kids := children[queue[0]]
		queue = append(queue[1:], kids...)
		found = append(found, kids...)
	}
	return found
}

// processTree maps each process to its children, read from /proc.
func processTree() map[int][]int {
	tree := map[int][]int{}
	dir, err := os.Open("/proc")
	if err != nil {
		return tree
	}
	defer func() { _ = dir.Close() }()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if parent, ok := parentOf(name); ok {
			tree[parent] = append(tree[parent], pid)
		}
	}
	return tree
}

// parentOf reads the parent from /proc/PID/stat: the second field after the
// program's name, which stands in parentheses and may hold anything.
func parentOf(pid string) (int, bool) {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0, false
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 2 || fields[0][0] == 'Z' || fields[0][0] == 'X' {
		return 0, false
	}
	parent, err := strconv.Atoi(string(fields[1]))
	return parent, err == nil
}

func signalAll(pids []int, sig syscall.Signal) {
	for _, pid := range pids {
		_ = syscall.Kill(pid, sig)
	}
}
