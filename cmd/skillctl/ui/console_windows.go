package ui

import (
	"os"

	"golang.org/x/sys/windows"
)

// obeysEscapes asks a console to obey escape sequences, for colors and the
// progress line. Consoles older than those of Windows 10 cannot.
func obeysEscapes(f *os.File) bool {
	var mode uint32
	console := windows.Handle(f.Fd())
	if err := windows.GetConsoleMode(console, &mode); err != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_PROCESSED_OUTPUT|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
