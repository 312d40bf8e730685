package client

import (
	"path/filepath"
	"slices"
)

// UserDirs are the directories below a home directory in which any client
// looks, as paths of this system, each once. They need not exist.
func UserDirs(home string) []string {
	var dirs []string
	for _, c := range All() {
		for _, p := range c.Places {
			dir := filepath.Join(home, filepath.FromSlash(p.Dir))
			if p.Scope == User && !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// places are project directories and then user directories, in the order in
// which they win a name.
func places(project, user []string) []Place {
	var p []Place
	for _, dir := range project {
		p = append(p, Place{Project, dir})
	}
	for _, dir := range user {
		p = append(p, Place{User, dir})
	}
	return p
}
