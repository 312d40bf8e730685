#!/usr/bin/env bash
# Runs skillctl lint: annotations first, whose status is that of the step, then
# the job summary and SARIF, which never fail it. When skillctl could not check
# (a status above 1), there are no reports: an empty one would tell code
# scanning that all is well.
#
# SKILLCTL      the program
# LINT_PATHS    what to check, one a line
# LINT_ARGS     more arguments, one a line
# LINT_FAIL_ON, LINT_SARIF, LINT_SUMMARY  as in action.yml
set -uo pipefail

# lines reads the lines of an input into the array "list", without the blanks
# around them; empty ones are left out.
lines() {
	list=()
	local line
	while IFS=$' \t' read -r line; do
		[ -z "$line" ] || list+=("$line")
	done <<<"${1//$'\r'/}"
}

lines "${LINT_ARGS:-}"
args=(lint ${list[@]+"${list[@]}"})
lines "${LINT_PATHS:-}"
paths=(${list[@]+"${list[@]}"})
[ "${#paths[@]}" -gt 0 ] || paths=(.)

threshold=()
[ -z "${LINT_FAIL_ON:-}" ] || threshold=(--fail-on "$LINT_FAIL_ON")

"${SKILLCTL:?}" "${args[@]}" ${threshold[@]+"${threshold[@]}"} --format github -- "${paths[@]}"
status=$?
if [ "$status" -gt 1 ]; then
	echo "::error title=skillctl::lint could not check; its message is in the log of this step"
	exit "$status"
fi

if [ "${LINT_SUMMARY:-true}" = true ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
	"$SKILLCTL" "${args[@]}" --fail-on never --format markdown -- "${paths[@]}" >>"$GITHUB_STEP_SUMMARY" || true
fi
if [ -n "${LINT_SARIF:-}" ]; then
	mkdir -p -- "$(dirname -- "$LINT_SARIF")"
	"$SKILLCTL" "${args[@]}" --fail-on never --format sarif -- "${paths[@]}" >"$LINT_SARIF" || true
fi
exit "$status"
