#!/usr/bin/env python3
"""Sort commit subjects into release notes.

Usage: notes.py --version VERSION [FILE]     (default: standard input)
"""

import argparse
import os
import pathlib
import re
import sys

SUBJECT = re.compile(r"(?P<kind>[a-z]+)(\([^)]*\))?(?P<breaking>!)?: (?P<text>.+)")
SECTIONS = {"feat": "Features", "fix": "Fixes", "perf": "Performance", "docs": "Documentation"}
SILENT = {"build", "ci", "test", "refactor", "chore", "style"}
ORDER = ["Breaking changes", *SECTIONS.values(), "Other changes"]


def sort_subjects(lines):
    """Return a dict from section to its list of changes."""
    notes = {section: [] for section in ORDER}
    for line in filter(None, (raw.strip() for raw in lines)):
        match = SUBJECT.fullmatch(line)
        if not match:
            notes["Other changes"].append(line)
        elif match["breaking"]:
            notes["Breaking changes"].append(match["text"])
        elif match["kind"] in SECTIONS:
            notes[SECTIONS[match["kind"]]].append(match["text"])
        elif match["kind"] not in SILENT:
            notes["Other changes"].append(line)
    return notes


def layout(version, notes):
    parts = [f"# {version}"]
    for section, changes in notes.items():
        if changes:
            parts.append(f"## {section}\n\n" + "\n".join(f"- {change}" for change in changes))
    return "\n\n".join(parts) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Sort commit subjects into release notes.")
    parser.add_argument("--version", required=True)
    parser.add_argument("file", nargs="?", type=argparse.FileType("r", encoding="utf-8"), default=sys.stdin)
    options = parser.parse_args()
    text = layout(options.version, sort_subjects(options.file))
    out = pathlib.Path(os.environ.get("OUTPUT_DIR", "out"))
    out.mkdir(parents=True, exist_ok=True)
    (out / "NOTES.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
