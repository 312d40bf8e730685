#!/usr/bin/env bash
# How much of each package below pkg the tests of these packages reach, and the
# functions that they reach least.
#
# Usage: scripts/coverage.sh [PERCENT]   functions below it are listed (50)
#
# Not counted: the scripts in cmd/skillctl, and what runs in child processes,
# which is the supervisor and with it most of package sandbox.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

below=${1:-50}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
profile=$work/profile
go test -coverpkg=./pkg/... -coverprofile="$profile" ./pkg/... >"$work/log" || { cat "$work/log"; exit 1; }

echo "== statements reached, by package"
# A statement has a line for each test binary: it is reached when one says so.
awk -F'[: ]' 'NR > 1 {
    file = $1; sub("/[^/]*$", "", file); sub(".*/pkg/", "pkg/", file)
    at = $1 ":" $2; size[at] = $3; where[at] = file; if ($4 > 0) hit[at] = 1
  }
  END {
    for (at in size) { all[where[at]] += size[at]; if (at in hit) reached[where[at]] += size[at] }
    for (p in all) printf "%5.1f %%  %s\n", 100 * reached[p] / all[p], p
  }' "$profile" | sort -k3

echo
echo "== functions reached by less than $below %"
go tool cover -func="$profile" |
  awk -v below="$below" '$1 != "total:" && $NF + 0 < below { sub(".*/pkg/", "pkg/", $1); sub(":$", "", $1); printf "%6s  %s %s\n", $NF, $1, $2 }'
