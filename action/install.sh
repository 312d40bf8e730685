#!/usr/bin/env bash
# Puts skillctl where the next steps find it: a release that is downloaded and
# checked against its checksums, or a build of the action's own source.
#
# SKILLCTL_VERSION   a version without v, or "source"
# SKILLCTL_RELEASES  where releases lie (default: the project's releases)
# GITHUB_ACTION_PATH, GITHUB_OUTPUT, GITHUB_PATH, RUNNER_TEMP as GitHub sets them
set -euo pipefail

version=${SKILLCTL_VERSION:-source}
version=${version#v}
releases=${SKILLCTL_RELEASES:-https://github.com/skillctl/skillctl/releases/download}
dir=${RUNNER_TEMP:?}/skillctl-bin
mkdir -p "$dir"

fail() {
	local message=${*//$'\r'/}
	echo "::error title=skillctl::${message//$'\n'/%0A}"
	exit 1
}

suffix=
case $(uname -s) in
Linux) os=linux ;;
Darwin) os=darwin ;;
MINGW* | MSYS* | CYGWIN*) os=windows suffix=.exe ;;
*) fail "no release for $(uname -s)" ;;
esac
case $(uname -m) in
x86_64 | amd64) arch=amd64 ;;
aarch64 | arm64) arch=arm64 ;;
*) fail "no release for $(uname -m)" ;;
esac

# build takes no settings from the job, and asks no git about a folder that may
# belong to another user.
build() {
	command -v go >/dev/null || fail "Go is needed to build skillctl: add actions/setup-go, or set version"
	(cd "$GITHUB_ACTION_PATH" && CGO_ENABLED=0 GOFLAGS='' GOWORK=off go build -trimpath -buildvcs=false -o "$dir/skillctl$suffix" ./cmd/skillctl)
}

sha256() {
	if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

download() {
	[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] || fail "version $version is no version such as 1.2.3"
	local archive=skillctl_${version}_${os}_${arch}.tar.gz
	[ "$os" != windows ] || archive=${archive%.tar.gz}.zip
	curl -fsSL --retry 3 -o "$dir/$archive" "$releases/v$version/$archive" || fail "cannot download $archive of v$version"
	curl -fsSL --retry 3 -o "$dir/checksums.txt" "$releases/v$version/checksums.txt" || fail "cannot download the checksums of v$version"
	local want
	want=$(awk -v name="$archive" '$2 == name { print $1 }' "$dir/checksums.txt")
	[ -n "$want" ] || fail "the checksums of v$version do not name $archive"
	[ "$(sha256 "$dir/$archive")" = "$want" ] || fail "$archive does not match its checksum"
	if [ "$os" = windows ]; then
		unzip -oq "$dir/$archive" "skillctl$suffix" -d "$dir"
	else
		tar -xzf "$dir/$archive" -C "$dir" skillctl
	fi
	rm -f "$dir/$archive" "$dir/checksums.txt"
}

if [ "$version" = source ]; then build; else download; fi
echo "path=$dir/skillctl$suffix" >>"$GITHUB_OUTPUT"
echo "$dir" >>"$GITHUB_PATH"
