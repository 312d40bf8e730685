#!/usr/bin/env bash
# Summarize text files: lines, words, bytes and the longest line of each.
# Usage: summarize.sh [FILE...]     (default: all files in work/inputs)
set -euo pipefail

out="${OUTPUT_DIR:-out}"
mkdir -p "$out"

files=("$@")
if [ "${#files[@]}" -eq 0 ]; then
  while IFS= read -r file; do
    files+=("$file")
  done < <(find -L work/inputs -type f 2>/dev/null | sort)
fi
if [ "${#files[@]}" -eq 0 ]; then
  echo "summarize.sh: no files given and none in work/inputs" >&2
  exit 2
fi

{
  printf '%8s %8s %8s %8s  %s\n' lines words bytes longest file
  for file in "${files[@]}"; do
    if [ ! -r "$file" ]; then
      echo "summarize.sh: cannot read $file" >&2
      exit 2
    fi
    read -r lines words bytes < <(wc -lwc <"$file")
    longest=$(awk '{ if (length($0) > max) max = length($0) } END { print max + 0 }' "$file")
    printf '%8d %8d %8d %8d  %s\n' "$lines" "$words" "$bytes" "$longest" "$file"
  done
} >"$out/summary.txt"
cat "$out/summary.txt"
