#!/usr/bin/env bash
# Checks goreleaser.yaml, builds a snapshot of the current commit twice from
# two clones in different places, and compares every artifact byte by byte.
# Then it looks into the artifacts: the program, man pages and completions must
# be there.
#
# Takes about twice the time of six builds; so it is not part of .ci/run.
# Needs goreleaser v2 (GORELEASER names it; installed into .ci/bin when
# missing, which takes some minutes). SBOM and signatures need syft, cosign and
# the network, and are left to the release itself.
#
# Usage: scripts/check-release.sh [COMMIT]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
commit=$(git rev-parse --verify "${1:-HEAD}^{commit}")

GORELEASER_VERSION=v2.14.3
export PATH="$PWD/.ci/bin:$PATH"
goreleaser=${GORELEASER:-goreleaser}
if ! command -v "$goreleaser" >/dev/null 2>&1; then
  GOBIN="$PWD/.ci/bin" nice go install "github.com/goreleaser/goreleaser/v2@$GORELEASER_VERSION"
fi
goreleaser=$(command -v "$goreleaser")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# snapshot clones the commit into a directory and builds it there.
snapshot() {
  local place=$1
  git clone -q --no-hardlinks . "$place"
  git -C "$place" checkout -q --detach "$commit"
  git -C "$place" remote set-url origin https://github.com/skillctl/skillctl.git
  (cd "$place" && "$goreleaser" release --clean --snapshot --skip=sbom,sign,publish) >"$work/log" 2>&1 ||
    { tail -n 40 "$work/log"; return 1; }
}

# sums lists the artifacts of a build with their digests. What goreleaser notes
# about its own run (artifacts.json, metadata.json, config.yaml) is no artifact.
sums() {
  (cd "$1/dist" && find . -maxdepth 3 -type f \
    ! -name artifacts.json ! -name metadata.json ! -name config.yaml -print0 |
    sort -z | xargs -0 sha256sum)
}

echo "== check"
"$goreleaser" check
echo "== first build of $commit"
umask 022
snapshot "$work/one"
echo "== second build, elsewhere, with another umask and time zone"
mkdir -p "$work/another place"
(umask 077 && TZ=Asia/Tokyo snapshot "$work/another place/two")

echo "== compare"
sums "$work/one" >"$work/one.sums"
sums "$work/another place/two" >"$work/two.sums"
diff "$work/one.sums" "$work/two.sums"
grep -E '\.(tar\.gz|zip|deb|rpm|apk)$' "$work/one.sums"

echo "== look inside"
dist="$work/one/dist"
# holds fails unless an archive lists a file.
holds() {
  local list=$1 wanted
  shift
  for wanted in "$@"; do
    grep -qE "(^|/|[[:space:]])$wanted\$" <<<"$list" || { echo "$wanted is missing"; return 1; }
  done
}
for archive in "$dist"/*.tar.gz; do
  holds "$(tar -tzf "$archive")" skillctl LICENSE README.md CHANGELOG.md man/skillctl.1 \
    completions/skillctl.bash completions/_skillctl completions/skillctl.fish completions/skillctl.ps1
done
for archive in "$dist"/*.zip; do
  holds "$(python3 -m zipfile -l "$archive" | awk '{print $1}')" skillctl.exe LICENSE man/skillctl.1 completions/skillctl.ps1
done
if command -v dpkg-deb >/dev/null 2>&1; then
  for package in "$dist"/*.deb; do
    holds "$(dpkg-deb -c "$package")" ./usr/bin/skillctl ./usr/share/man/man1/skillctl.1 \
      ./usr/share/bash-completion/completions/skillctl ./usr/share/zsh/vendor-completions/_skillctl
  done
else
  echo "dpkg-deb is not here: the deb packages were compared, not opened"
fi
[ -n "$(find "$dist" -name 'skillctl.rb')" ] || { echo "the Homebrew cask is missing"; exit 1; }
[ -n "$(find "$dist" -name 'skillctl.json')" ] || { echo "the Scoop manifest is missing"; exit 1; }

echo "== run"
case "$(uname -s)-$(uname -m)" in
Linux-x86_64) program="$dist"/skillctl_linux_amd64_v1/skillctl ;;
Linux-aarch64) program="$dist"/skillctl_linux_arm64_v8.0/skillctl ;;
Darwin-arm64) program="$dist"/skillctl_darwin_arm64_v8.0/skillctl ;;
*) program="" ;;
esac
[ -z "$program" ] || "$program" --version
echo "== two builds, equal bytes"
