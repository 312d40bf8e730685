#!/usr/bin/env python3
"""Factor a number or find a greatest common divisor.

Usage: number.py factor N      prime factors of N (2 to 10^12), ascending
       number.py gcd A B       greatest common divisor
"""

import math
import sys

MAX_FACTOR = 10**12


def factors(n):
    """Return the prime factors of n in ascending order."""
    found, divisor = [], 2
    while divisor * divisor <= n:
        while n % divisor == 0:
            found.append(divisor)
            n //= divisor
        divisor += 1 if divisor == 2 else 2
    return found + [n] if n > 1 else found


def main(args):
    numbers = [int(a) for a in args[1:] if a.isdecimal()]
    if args[:1] == ["factor"] and len(args) == 2 and numbers and 2 <= numbers[0] <= MAX_FACTOR:
        print(" ".join(str(f) for f in factors(numbers[0])))
        return 0
    if args[:1] == ["gcd"] and len(args) == 3 and len(numbers) == 2:
        print(math.gcd(*numbers))
        return 0
    print(__doc__.strip(), file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
