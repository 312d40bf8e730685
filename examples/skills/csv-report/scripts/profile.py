#!/usr/bin/env python3
"""Profile the columns of a CSV file as a Markdown table.

Usage: profile.py FILE
"""

import csv
import os
import pathlib
import sys


def read(path):
    """Return header and rows; raise ValueError with the line of a fault."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        sample = file.read(64 * 1024)
        file.seek(0)
        try:
            dialect = csv.Sniffer().sniff(sample, delimiters=",;\t|")
        except csv.Error:
            dialect = csv.excel
        reader = csv.reader(file, dialect)
        header = next(reader, [])
        rows = []
        for row in reader:
            if row and len(row) != len(header):
                raise ValueError(f"line {reader.line_num} has {len(row)} cells, the header has {len(header)}")
            if row:
                rows.append(row)
    if not rows:
        raise ValueError("no rows behind the header")
    return header, rows


def kind(values):
    """Return the narrowest type that all values have."""
    for name, convert in (("integer", int), ("number", float)):
        try:
            for value in values:
                convert(value)
        except ValueError:
            continue
        return name, convert
    return "text", str


def profile(header, rows):
    lines = ["| column | type | empty | distinct | minimum | maximum |", "|---|---|--:|--:|---|---|"]
    for index, name in enumerate(header):
        cells = [row[index].strip() for row in rows]
        values = [cell for cell in cells if cell]
        label, convert = kind(values) if values else ("empty", str)
        low, high = (min(values, key=convert), max(values, key=convert)) if values else ("", "")
        row = [name, label, len(cells) - len(values), len(set(values)), low, high]
        lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |")
    return "\n".join(lines) + "\n"


def main(args):
    if len(args) != 1:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        header, rows = read(args[0])
    except (OSError, ValueError, csv.Error) as error:
        print(f"profile.py: {args[0]}: {error}", file=sys.stderr)
        return 2
    text = f"# {pathlib.Path(args[0]).name}: {len(rows)} rows\n\n" + profile(header, rows)
    out = pathlib.Path(os.environ.get("OUTPUT_DIR", "out"))
    out.mkdir(parents=True, exist_ok=True)
    (out / "report.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
