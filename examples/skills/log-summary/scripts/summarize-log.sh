#!/bin/sh
# Count the levels and the most frequent messages of a log.
# Usage: summarize-log.sh [FILE]     (default: standard input)
set -eu

if [ "$#" -gt 1 ]; then
  echo "usage: summarize-log.sh [FILE]" >&2
  exit 2
fi

copy=$(mktemp)
trap 'rm -f "$copy"' EXIT
cat -- "${1:--}" >"$copy"

echo levels
awk 'match($0, /(TRACE|DEBUG|INFO|WARNING|WARN|ERROR|FATAL)/) { n[substr($0, RSTART, RLENGTH)]++ }
     END { for (level in n) printf "%7d %s\n", n[level], level }' "$copy" | sort -k1,1nr -k2
echo messages
awk '{ gsub(/0x[0-9a-fA-F]+|[0-9]+/, "N"); n[$0]++ }
     END { for (message in n) printf "%7d %s\n", n[message], message }' "$copy" | sort -k1,1nr -k2 | head -n 10
