#!/usr/bin/env python3
"""Print name, search key and file name for each name on standard input.

The three are separated by tabs, one name a line, in UTF-8.
"""

import sys
import unicodedata

# Letters that do not decompose into a letter and an accent.
SPECIAL = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"})


def search_key(name):
    """Return the name in lower case, Latin letters without accents."""
    letters = []
    for char in unicodedata.normalize("NFC", name).lower():
        if unicodedata.name(char, "").startswith("LATIN"):
            base = unicodedata.normalize("NFD", char.translate(SPECIAL))
            letters.append("".join(c for c in base if not unicodedata.combining(c)))
        else:
            letters.append(char)
    return " ".join("".join(letters).split())


def file_name(key):
    """Return the key with everything but letters and digits as hyphens."""
    safe = "".join(c if unicodedata.category(c)[0] in "LMN" else "-" for c in key)
    return "-".join(filter(None, safe.split("-"))) or "unnamed"


def main():
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        name = unicodedata.normalize("NFC", line.strip())
        if name:
            key = search_key(name)
            print(name, key, file_name(key), sep="\t")
    return 0


if __name__ == "__main__":
    sys.exit(main())
