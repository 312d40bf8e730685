// Package safefs holds what keeps files where they belong.
//
// There is one policy about names, [CheckPath] and [Names]: what it refuses is
// neither packed nor unpacked, so that an archive means the same on Linux,
// macOS and Windows and never writes outside of its folder. Names are refused,
// never cleaned: cleaning hides intent. The policy is that of
// golang.org/x/mod/module.CheckFilePath with the changes that skills need:
// emoji, combining marks and apostrophes are allowed, control and format
// characters are not.
//
// The rest is about bytes: [ReadFile] never reads more than it may, [WriteFile]
// shows a file whole or not at all, [WriteNew] never leaves its folder or
// replaces a file, [Lock] lets one process at a time in.
package safefs
