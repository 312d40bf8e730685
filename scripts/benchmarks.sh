#!/usr/bin/env bash
# Prints the figures of docs/benchmarks.md that compare skillctl with the usual
# tools of a Unix system: processor time of both, all cores together, the best
# of some rounds, and the ratio. Processor time says more than the clock on a
# machine that has other work.
#
# Usage: scripts/benchmarks.sh [ROUNDS]
#        scripts/benchmarks.sh scale     lint of 5,000 and 50,000 skills, with peak memory
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
rounds=${1:-5}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o "$work/skillctl" ./cmd/skillctl
export PATH="$work:$PATH" SKILLS_CACHE_DIR="$work/cache" HOME="$work"
cd "$work"

# cost prints the processor time of a shell command in ms, the best of all rounds.
cost() {
  local best=0 i time
  for ((i = 0; i < rounds; i++)); do
    time=$( { TIMEFORMAT='%3U %3S'; time bash -c "$1" >/dev/null 2>&1; } 2>&1 | awk '{ print int(($1 + $2) * 1000 + 0.5) }')
    if [ "$best" = 0 ] || [ "$time" -lt "$best" ]; then best=$time; fi
  done
  echo "$((best > 0 ? best : 1))"
}

compare() {
  local ours theirs
  bash -c "$2" >/dev/null 2>"$work/err" || { echo "$2 failed:"; cat "$work/err"; exit 1; }
  ours=$(cost "$2")
  theirs=$(cost "$3")
  awk -v what="$1" -v a="$ours" -v b="$theirs" 'BEGIN { printf "%-44s %6d ms %6d ms  %.1f\n", what, a, b, a / b }'
}

# Skills of a usual size: 2 kB of text.
text=$(yes 'Some instructions that an agent reads, with `code` and [a link](references/x.md).' | head -n 20 || true)
skill() {
  printf -- '---\nname: skill-%s\ndescription: Does the thing number %s. Use when it must be done.\n---\n\n# Skill\n\n%s\n' "$1" "$1" "$text"
}

# skills makes many of them, each with a document and a script.
skills() {
  local dir i
  seq -w 1 "$2" | sed -E "s,^(..).*,$1/group-\\1/skill-&," >dirs
  sed 's,$,/references,; p; s,/references$,/scripts,' dirs | xargs mkdir -p
  while read -r dir; do
    i=${dir##*-}
    skill "$i" >"$dir/SKILL.md"
    skill "$i" >"$dir/references/x.md"
    printf '#!/bin/sh\necho done\n' >"$dir/scripts/run.sh"
  done <dirs
  find "$1" -name run.sh -exec chmod +x {} +
}

if [ "${1:-}" = scale ]; then
  for n in 5000 50000; do
    skills "scale-$n" "$n"
    /usr/bin/time -f "lint $n skills: %U s + %S s of processor time, %M kB" skillctl lint "scale-$n" >/dev/null
  done
  exit
fi

# 10,000 that are a SKILL.md alone, and 2,000 with files beside it.
seq -w 1 10000 | sed -E 's,^(..).*,many/group-\1/skill-&,' | xargs mkdir -p
for dir in many/*/*; do
  skill "${dir##*-}" >"$dir/SKILL.md"
done
skills skills 2000

# One skill of 40 MB in 400 files, half of it text.
mkdir -p big/assets
printf -- '---\nname: big\ndescription: Is large. Use when size matters.\n---\nBody.\n' >big/SKILL.md
for i in $(seq 1 200); do
  head -c 100000 /dev/urandom >"big/assets/$i.bin"
  yes "line $i of a text that repeats itself" | head -c 100000 >"big/assets/$i.txt" || true
done
tar -C . -czf big.tar.gz big

printf '%-44s %9s %9s  %s\n' what skillctl other ratio
compare 'start: --version, bash -c true' 'skillctl --version' 'bash -c true'
compare 'list 10,000 skills, cat of their SKILL.md' 'skillctl list many' 'cat many/*/*/SKILL.md'
compare 'lint 2,000 skills, cat of all files' 'skillctl lint skills' 'find skills -type f -exec cat {} +'
compare 'pack 40 MB, tar czf' 'skillctl pack --no-lint big -o out.tar.gz' 'tar -czf out2.tar.gz big'
compare 'digest 40 MB, sha256sum of all files' 'skillctl digest big' 'find big -type f -exec sha256sum {} +'
compare 'fetch 40 MB, tar xzf' 'rm -rf cache && skillctl fetch big.tar.gz' 'rm -rf x && mkdir x && tar -C x -xzf big.tar.gz'
compare 'run a command, bash -c' 'skillctl run --root skills skills/group-00/skill-0001 -c true' 'bash -c true'
compare 'run with 40 MB staged, cp -r' 'skillctl run --root . ./big -c true' 'rm -rf copy && cp -r big copy'
