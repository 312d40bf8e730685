#!/usr/bin/env bash
# Checks goreleaser.yaml, builds a snapshot of a commit twice from two clones
# in different places, compares every artifact byte by byte, and then looks
# into them (check-artifacts.sh). SPDX documents are made when syft is here,
# and the checksums are signed with a key of the moment and verified when
# cosign is here; signing without a key needs the identity of the release job
# and cannot be tried anywhere else. Each step says ok, or skip with the reason.
#
# Takes about twice the time of six builds; so it is not part of .ci/run.
# Needs goreleaser v2 (GORELEASER names it; installed into .ci/bin when
# missing, which takes some minutes).
#
# Usage: scripts/check-release.sh [COMMIT]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
commit=$(git rev-parse --verify "${1:-HEAD}^{commit}")

GORELEASER_VERSION=v2.14.3
# An empty GOFLAGS would leave what "go env -w" has set.
export PATH="$PWD/.ci/bin:$PATH" GOFLAGS=-buildvcs=true
goreleaser=${GORELEASER:-goreleaser}
if ! command -v "$goreleaser" >/dev/null 2>&1; then
  GOBIN="$PWD/.ci/bin" nice go install "github.com/goreleaser/goreleaser/v2@$GORELEASER_VERSION"
fi
goreleaser=$(command -v "$goreleaser")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ok() { printf 'ok    %s\n' "$*"; }
skip() { printf 'skip  %s\n' "$*"; }
have() { command -v "$1" >/dev/null 2>&1; }

skips=publish
have syft || { skips+=,sbom && skip "SPDX documents: syft is not here (go install github.com/anchore/syft/cmd/syft@latest)"; }
have cosign || { skips+=,sign && skip "signature: cosign is not here (go install github.com/sigstore/cosign/v3/cmd/cosign@latest)"; }

# snapshot clones the commit into a directory and builds it there. The
# configuration differs from the committed one in the key for the signature,
# and that no transparency log is told of it.
snapshot() {
  local place=$1
  git clone -q --no-hardlinks . "$place"
  git -C "$place" checkout -q --detach "$commit"
  git -C "$place" remote set-url origin https://github.com/skillctl/skillctl.git
  sed "s|args: \[sign-blob, |&--key=$work/key/cosign.key, --use-signing-config=false, --tlog-upload=false, |" \
    "$place/goreleaser.yaml" >"$work/goreleaser.yaml"
  (cd "$place" && "$goreleaser" release --clean --snapshot --skip="$skips" --config "$work/goreleaser.yaml") >"$work/log" 2>&1 ||
    { tail -n 40 "$work/log"; return 1; }
}

# sums lists the artifacts of a build with their digests. What goreleaser notes
# about its own run (artifacts.json, metadata.json, config.yaml) is no
# artifact; a signature by a key holds a random number.
sums() {
  (cd "$1/dist" && find . -maxdepth 3 -type f \
    ! -name artifacts.json ! -name metadata.json ! -name config.yaml ! -name '*.sigstore.json' -print0 |
    sort -z | xargs -0 sha256sum)
}

"$goreleaser" check >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
ok "goreleaser check"
mkdir "$work/key"
export COSIGN_PASSWORD=''
! have cosign || (cd "$work/key" && cosign generate-key-pair >"$work/log" 2>&1) || { cat "$work/log"; exit 1; }

umask 022
snapshot "$work/one"
ok "a build of $commit"
mkdir -p "$work/another place"
(umask 077 && TZ=Asia/Tokyo snapshot "$work/another place/two")
ok "another build, elsewhere, with another umask and time zone"
sums "$work/one" >"$work/one.sums"
sums "$work/another place/two" >"$work/two.sums"
diff "$work/one.sums" "$work/two.sums"
grep -E '\.(tar\.gz|zip|deb|rpm|apk|json|txt)$' "$work/one.sums"
ok "equal bytes: $(wc -l <"$work/one.sums") files (left out: signatures, which hold a random number)"

dist=$work/one/dist
(cd "$dist" && sha256sum --quiet -c checksums.txt)
ok "checksums.txt: $(wc -l <"$dist/checksums.txt") files"
if have syft; then
  for archive in "$dist"/*.tar.gz "$dist"/*.zip; do
    grep -qF github.com/spf13/cobra "$archive.sbom.json" || { echo "$archive.sbom.json names no module"; exit 1; }
  done
  ok "SPDX documents: one an archive, with the modules of the program"
fi
if have cosign; then
  cosign verify-blob --key "$work/key/cosign.pub" --bundle "$dist/checksums.txt.sigstore.json" \
    --insecure-ignore-tlog=true "$dist/checksums.txt" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  ok "the signature of checksums.txt, made by goreleaser with a key of the moment, is verified"
fi
skip "signature without a key: needs the identity of the release job"
scripts/check-artifacts.sh "$dist" "$commit"
