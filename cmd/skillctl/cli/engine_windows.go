package cli

// noContainers says why no container can be used here. A workspace is mounted
// at its own path, which has a drive.
const (
	noContainers  = "containers have no paths of Windows"
	containerHint = "run skillctl inside of WSL"
)
