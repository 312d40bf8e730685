#!/usr/bin/env bash
# Looks into the artifacts of a release: what archives and packages hold,
# whether the program starts and tells its version, whether man pages are
# without fault and completions load in the shells that are here. Each step
# says ok, or skip with the reason; the first fault ends it.
#
# Usage: scripts/check-artifacts.sh DIST [COMMIT]
set -euo pipefail
dist=$(cd "${1:?usage: scripts/check-artifacts.sh DIST [COMMIT]}" && pwd)
commit=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022

ok() { printf 'ok    %s\n' "$*"; }
skip() { printf 'skip  %s\n' "$*"; }
fail() { printf 'FAIL  %s\n' "$*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# holds fails unless a list of files names each wanted one, as a whole path.
holds() {
  local what=$1 list=$2 wanted
  shift 2
  for wanted in "$@"; do
    grep -qxF -e "$wanted" <<<"$list" || fail "$what: $wanted is missing"
  done
}

files=(LICENSE README.md CHANGELOG.md man/skillctl.1 man/skillctl-lint.1
  completions/skillctl.bash completions/_skillctl completions/skillctl.fish completions/skillctl.ps1)

# zip_list lists a zip archive with whatever can.
zip_list() {
  if have unzip; then unzip -Z1 "$1"; elif have bsdtar; then bsdtar -tf "$1"; else
    python3 -m zipfile -l "$1" | awk 'NR > 1 { print $1 }'
  fi
}

archives() {
  local archive
  for archive in "$dist"/*.tar.gz; do
    holds "$archive" "$(tar -tzf "$archive")" skillctl "${files[@]}"
  done
  ok "tar.gz: program, LICENSE, README, man pages, completions"
  if ! have unzip && ! have bsdtar && ! have python3; then
    skip "zip: none of unzip, bsdtar and python3 is here"
    return
  fi
  for archive in "$dist"/*.zip; do
    holds "$archive" "$(zip_list "$archive")" skillctl.exe "${files[@]}"
  done
  ok "zip: the same"
}

# system_files are those of every package; the argument is the folder of zsh.
system_files() {
  printf '%s\n' usr/bin/skillctl usr/share/man/man1/skillctl.1 usr/share/man/man1/skillctl-lint.1 \
    usr/share/bash-completion/completions/skillctl usr/share/fish/vendor_completions.d/skillctl.fish \
    "usr/share/zsh/$1/_skillctl" usr/share/doc/skillctl/LICENSE usr/share/doc/skillctl/README.md
}

# package checks all packages of a kind: the folder of zsh, the programs that
# are needed, and a command that unpacks one into the current directory.
package() {
  local kind=$1 zsh=$2 programs=$3 unpack=$4 program file root wanted
  for program in $programs; do
    if ! have "$program"; then
      skip "$kind: $program is not here"
      return
    fi
  done
  for file in "$dist"/*."$kind"; do
    root=$work/$kind/${file##*/}
    mkdir -p "$root"
    (cd "$root" && "$unpack" "$file") || fail "${file##*/} cannot be unpacked"
    while IFS= read -r wanted; do
      [ -f "$root/$wanted" ] || fail "${file##*/}: $wanted is missing"
      [ -r "$root/$wanted" ] || fail "${file##*/}: $wanted cannot be read"
    done < <(system_files "$zsh")
    [ -x "$root/usr/bin/skillctl" ] || fail "${file##*/}: the program is not executable"
  done
  ok "$kind: unpacked, all files in their places"
}
unpack_deb() { dpkg-deb -x "$1" .; }
# The names in an rpm are absolute: cpio must not follow them. rpm2cpio of some
# systems exits with 1 after all went well; what is missing is found below.
unpack_rpm() { { rpm2cpio "$1" || true; } | cpio -idm --quiet --no-absolute-filenames 2>/dev/null; }
unpack_apk() { tar --ignore-zeros --warning=no-unknown-keyword -xzf "$1"; }

# programs reads what each binary says about its build.
programs() {
  local binary info
  for binary in "$dist"/skillctl_*/skillctl*; do
    info=$(go version -m "$binary")
    grep -q 'build.*-trimpath=true' <<<"$info" || fail "$binary: built without -trimpath"
    grep -q 'build.*CGO_ENABLED=0' <<<"$info" || fail "$binary: built with cgo"
    [ -z "$commit" ] || grep -q "vcs.revision=$commit" <<<"$info" || fail "$binary: does not name commit $commit"
    ! grep -q 'vcs.modified=true' <<<"$info" || fail "$binary: built from changed files"
    ! grep -qaF -e "${dist%/dist}/" "$binary" || fail "$binary: names the directory of the build"
  done
  ok "go version -m: every program is ${commit:+of commit $commit, }without cgo, without paths of this machine"
}

# native finds the program of this machine.
native() {
  local arch
  case $(uname -m) in x86_64) arch=amd64 ;; aarch64 | arm64) arch=arm64 ;; *) return ;; esac
  find "$dist" -path "*/skillctl_$(uname -s | tr '[:upper:]' '[:lower:]')_${arch}_*/skillctl"
}

starts() {
  local said version
  version=$(sed -n 's/.*"version":"\([^"]*\)".*/\1/p' "$dist/metadata.json" | head -n 1)
  said=$("$1" --version)
  [[ "$said" == "skillctl version $version"* ]] || fail "--version says $said, not $version"
  ok "skillctl --version: $said"
}

manuals() {
  local page
  for page in "$work"/files/man/*.1; do
    if have groff; then
      [ -z "$(groff -ww -man -Tascii -z "$page" 2>&1)" ] || fail "groff warns of ${page##*/}"
    fi
    if have mandoc; then
      mandoc -Tlint -W warning "$page" >"$work/lint" 2>&1 || fail "mandoc warns of ${page##*/}: $(cat "$work/lint")"
    fi
  done
  if have groff; then ok "groff -ww: no warning in any man page"; else skip "groff is not here"; fi
  if have mandoc; then ok "mandoc -Tlint: no warning in any man page"; else skip "mandoc is not here"; fi
}

# completions loads each script in its shell, with the program in PATH, and
# where the shell can be asked, completes a word.
completions() {
  local dir=$work/files/completions got
  export PATH="$work/files:$PATH"
  got=$(bash --norc --noprofile -c 'source "$1" && complete -p skillctl' bash "$dir/skillctl.bash")
  [[ "$got" == *__start_skillctl* ]] || fail "bash: no completion: $got"
  ok "bash: completion loads"
  if have zsh; then
    zsh -fc 'fpath=($1 $fpath); autoload -U compinit && compinit -D -u && [[ $_comps[skillctl] == _skillctl ]] && autoload +X _skillctl' \
      zsh "$dir" || fail "zsh: no completion"
    ok "zsh: completion loads"
  else
    skip "zsh is not here"
  fi
  if have fish; then
    got=$(HOME=$work fish -c "source '$dir/skillctl.fish'; complete -C 'skillctl lin'")
    [[ "$got" == lint* ]] || fail "fish: lin is completed to '$got'"
    ok "fish: completes lin to ${got//$'\t'/: }"
  else
    skip "fish is not here"
  fi
  if have pwsh; then
    pwsh -NoProfile -Command ". '$dir/skillctl.ps1'" || fail "pwsh: the completion does not load"
    ok "pwsh: completion loads"
  else
    skip "pwsh is not here"
  fi
}

archives
package deb vendor-completions dpkg-deb unpack_deb
package rpm site-functions "rpm2cpio cpio" unpack_rpm
package apk site-functions tar unpack_apk
programs
[ -n "$(find "$dist" -name skillctl.rb)" ] || fail "the Homebrew cask is missing"
[ -n "$(find "$dist" -name skillctl.json)" ] || fail "the Scoop manifest is missing"
ok "Homebrew cask and Scoop manifest"
program=$(native)
if [ -n "$program" ]; then
  mkdir "$work/files"
  tar -xzf "$(find "$dist" -name "skillctl_*_$(basename "$(dirname "$program")" | cut -d _ -f 2,3).tar.gz")" -C "$work/files"
  cmp "$program" "$work/files/skillctl" || fail "the archive holds another program"
  starts "$work/files/skillctl"
  manuals
  completions
else
  skip "no program for $(uname -s) $(uname -m): it is not started"
fi
