package safefs

import (
	"errors"
	"io/fs"
	"testing"
)

func TestIsFull(t *testing.T) {
	t.Parallel()
	for _, full := range FullErrors() {
		if !IsFull(&fs.PathError{Op: "write", Path: "x", Err: full}) {
			t.Errorf("%v is not full", full)
		}
	}
	if IsFull(fs.ErrPermission) || IsFull(nil) || IsInUse(errors.New("x")) {
		t.Error("anything is full or in use")
	}
}
