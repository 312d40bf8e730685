#!/usr/bin/env bash
# Writes the completion scripts of all shells into a directory, from which the
# release puts them into archives and packages.
#
# Usage: scripts/completions.sh DIR
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
dir=${1:?usage: scripts/completions.sh DIR}

mkdir -p "$dir"
program=$(mktemp -d)
trap 'rm -rf "$program"' EXIT
go build -o "$program/skillctl" ./cmd/skillctl

"$program/skillctl" completion bash >"$dir/skillctl.bash"
"$program/skillctl" completion zsh >"$dir/_skillctl"
"$program/skillctl" completion fish >"$dir/skillctl.fish"
"$program/skillctl" completion powershell >"$dir/skillctl.ps1"
