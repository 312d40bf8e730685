#!/usr/bin/env python3
"""Print the first Fibonacci numbers and write them to fib.txt.

Usage: fib.py [COUNT]      COUNT is 1 to 10000, 10 when left out
"""

import os
import pathlib
import sys

MAX_COUNT = 10_000


def fibonacci(count):
    """Return the first count Fibonacci numbers, starting with 0."""
    numbers = [0, 1]
    while len(numbers) < count:
        numbers.append(numbers[-1] + numbers[-2])
    return numbers[:count]


def main(args):
    text = args[0] if args else "10"
    if not text.isdecimal() or not 1 <= int(text) <= MAX_COUNT:
        print(f"fib.py: {text!r} is not a count from 1 to {MAX_COUNT}", file=sys.stderr)
        return 2
    line = " ".join(str(n) for n in fibonacci(int(text)))
    print(line)
    out = pathlib.Path(os.environ.get("OUTPUT_DIR", "out"))
    out.mkdir(parents=True, exist_ok=True)
    (out / "fib.txt").write_text(line + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    sys.exit(main(sys.argv[1:]))
