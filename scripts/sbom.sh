#!/usr/bin/env bash
# Writes the SPDX document of an archive with syft. syft gives each document a
# random name and the time of the day; here both follow from the archive and
# its commit, so that two builds have equal bytes.
#
# Usage: scripts/sbom.sh ARCHIVE DOCUMENT TIMESTAMP
set -euo pipefail
archive=${1:?usage: scripts/sbom.sh ARCHIVE DOCUMENT TIMESTAMP}
document=${2:?} timestamp=${3:?}

created=$(date -u -d "@$timestamp" +%Y-%m-%dT%H:%M:%SZ 2>/dev/null || date -u -r "$timestamp" +%Y-%m-%dT%H:%M:%SZ)
digest=$(sha256sum "$archive" 2>/dev/null || shasum -a 256 "$archive")
name=https://github.com/skillctl/skillctl/sbom/$(basename "$archive")-${digest%% *}

# The archive's folder is left out, and nothing is asked of the network.
base=$(basename "$archive")
(cd "$(dirname "$archive")" && SYFT_CHECK_FOR_APP_UPDATE=false SYFT_FILE_METADATA_CATALOGER_ENABLED=true \
  syft scan --quiet "file:$base" --source-name "$base" --output spdx-json) |
  sed -E \
    -e "s|(\"documentNamespace\": ?)\"[^\"]*\"|\\1\"$name\"|" \
    -e "s|(\"created\": ?)\"[^\"]*\"|\\1\"$created\"|" >"$document"
if ! grep -qF "$name" "$document" || ! grep -qF "$created" "$document"; then
  echo "$document: syft wrote another form than expected" >&2
  exit 1
fi
