package sandbox

import (
	"os"

	"golang.org/x/sys/unix"
)

// systemDirs are the host's program directories, which every command may
// read. A link among them (/bin -> usr/bin) stays a link.
var systemDirs = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store",
}

// etcNames are the entries of /etc that programs need to run and that hold
// nothing private. passwd and group are made up: see [accounts].
var etcNames = []string{
	"alternatives", "ca-certificates", "crypto-policies", "debian_version", "fonts", "gai.conf", "host.conf",
	"inputrc", "java", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "ldap/ldap.conf", "locale.alias", "locale.conf",
	"localtime", "lsb-release", "magic", "magic.mime", "mime.types", "nsswitch.conf", "os-release", "perl", "pki/tls/certs", "pki/tls/cert.pem", "pki/ca-trust/extracted",
	"profile", "profile.d", "protocols", "python3", "R", "services", "shells", "ssl/certs", "ssl/cert.pem",
	"ssl/openssl.cnf", "terminfo", "timezone", "vim",
}

// etcNetwork are the entries needed to find hosts, given when the network is on.
var etcNetwork = []string{"hosts", "resolv.conf"}

// devNames are the devices of the private /dev.
var devNames = []string{"null", "zero", "full", "random", "urandom"}

// etcPaths are the host's entries of /etc that exist.
func etcPaths(n Network) []string {
	names := etcNames
	if n == NetworkOn {
		names = append(append([]string{}, etcNames...), etcNetwork...)
	}
	var paths []string
	for _, name := range names {
		if p := "/etc/" + name; exists(p) {
			paths = append(paths, p)
		}
	}
	return paths
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// grants are the Landlock rights that an order gives, on host paths as well
// as inside the private root, where the same paths stand.
func grants(o *order) []grant {
	var g []grant
	read := func(paths ...string) {
		for _, p := range paths {
			g = append(g, grant{p, accessRead})
		}
	}
	read(systemDirs...)
	read(etcPaths(o.Network)...)
	read("/proc")
	read(o.ReadOnly...)
	for _, name := range devNames {
		g = append(g, grant{"/dev/" + name, accessRead | accessWrite})
	}
	for _, p := range o.Writable {
		g = append(g, grant{p, accessRead | accessWrite})
	}
	read("/etc/passwd", "/etc/group")
	if o.Namespaces {
		g = append(g, grant{"/tmp", accessRead | accessWrite}, grant{"/dev/shm", accessRead | accessWrite})
		// Walking down to what is granted needs no right of its own; this adds
		// the listing of the directories on the way, in the private root only.
		g = append(g, grant{"/", unix.LANDLOCK_ACCESS_FS_READ_DIR})
	}
	return g
}
