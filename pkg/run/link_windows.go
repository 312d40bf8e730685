package run

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// linkDir makes a link at name, below the root, to a directory of the root;
// target is relative to where the link stands. Symbolic links need a privilege
// or the developer mode; without it a junction is made, which needs neither.
func linkDir(root *os.Root, target, name string) error {
	target, name = filepath.FromSlash(target), filepath.FromSlash(name)
	err := root.Symlink(target, name)
	if err == nil || !filepath.IsAbs(root.Name()) {
		return err
	}
	link := filepath.Join(root.Name(), name)
	return junction(filepath.Join(filepath.Dir(link), target), link)
}

// junction makes link, which must not exist, a junction to an absolute path.
func junction(target, link string) (err error) {
	data, err := mountPoint(target)
	if err != nil {
		return err
	}
	if err := os.Mkdir(link, modeDir); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(&os.LinkError{Op: "junction", Old: target, New: link, Err: err}, os.Remove(link))
		}
	}()
	path, err := windows.UTF16PtrFromString(link)
	if err != nil {
		return err
	}
	h, err := windows.CreateFile(path, windows.GENERIC_WRITE, 0, nil, windows.OPEN_EXISTING,
		windows.FILE_FLAG_OPEN_REPARSE_POINT|windows.FILE_FLAG_BACKUP_SEMANTICS, 0)
	if err != nil {
		return err
	}
	var n uint32
	err = windows.DeviceIoControl(h, windows.FSCTL_SET_REPARSE_POINT, &data[0], uint32(len(data)), nil, 0, &n, nil)
	return errors.Join(err, windows.CloseHandle(h))
}

// mountPoint is the REPARSE_DATA_BUFFER of a junction: a tag, the length of
// what follows the head of 8 bytes, where in the names the substitute and the
// print name stand, and both names with a zero behind each.
func mountPoint(target string) ([]byte, error) {
	substitute, err := windows.UTF16FromString(`\??\` + target)
	if err != nil {
		return nil, err
	}
	shown, err := windows.UTF16FromString(target)
	if err != nil {
		return nil, err
	}
	names := append(append([]uint16{}, substitute...), shown...)
	after := uint16(2 * len(substitute)) //nolint:gosec // paths are shorter than 32768 characters
	var b bytes.Buffer
	for _, field := range []any{
		uint32(windows.IO_REPARSE_TAG_MOUNT_POINT), uint16(8 + 2*len(names)), uint16(0), //nolint:gosec // as above
		uint16(0), after - 2, after, uint16(2 * (len(shown) - 1)), //nolint:gosec // as above
		names,
	} {
		if err := binary.Write(&b, binary.LittleEndian, field); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
