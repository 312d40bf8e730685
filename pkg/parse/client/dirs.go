package client

import (
	"path/filepath"
	"slices"
)

// ProjectDirs are the directories below a project in which any client looks,
// slash-separated, each once.
func ProjectDirs() []string { return dirs(Project) }

// UserDirs are the directories below a home directory in which any client
// looks, as paths of this system, each once. They need not exist.
func UserDirs(home string) []string {
	var full []string
	for _, dir := range dirs(User) {
		full = append(full, filepath.Join(home, filepath.FromSlash(dir)))
	}
	return full
}

func dirs(scope Scope) []string {
	var found []string
	for _, c := range All() {
		for _, p := range c.Places {
			if p.Scope == scope && !slices.Contains(found, p.Dir) {
				found = append(found, p.Dir)
			}
		}
	}
	return found
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
