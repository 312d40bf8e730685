#!/usr/bin/env bash
# Runs skillctl lint: annotations first, whose status is that of the step, then
# the job summary and SARIF, which never fail it.
#
# SKILLCTL      the program
# LINT_PATHS    what to check, one a line
# LINT_ARGS     more arguments, one a line
# LINT_FAIL_ON, LINT_SARIF, LINT_SUMMARY  as in action.yml
set -uo pipefail

args=(lint)
while IFS= read -r line; do
	[ -z "$line" ] || args+=("$line")
done <<<"${LINT_ARGS:-}"
paths=()
while IFS= read -r line; do
	[ -z "$line" ] || paths+=("$line")
done <<<"${LINT_PATHS:-.}"

threshold=()
[ -z "${LINT_FAIL_ON:-}" ] || threshold=(--fail-on "$LINT_FAIL_ON")

"${SKILLCTL:?}" "${args[@]}" ${threshold[@]+"${threshold[@]}"} --format github -- "${paths[@]}"
status=$?

if [ "${LINT_SUMMARY:-true}" = true ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
	"$SKILLCTL" "${args[@]}" --fail-on never --format markdown -- "${paths[@]}" >>"$GITHUB_STEP_SUMMARY" || true
fi
if [ -n "${LINT_SARIF:-}" ]; then
	"$SKILLCTL" "${args[@]}" --fail-on never --format sarif -- "${paths[@]}" >"$LINT_SARIF" || true
fi
exit "$status"
