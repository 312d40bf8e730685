#!/usr/bin/env python3
"""Turn weather readings (JSON on standard input) into one sentence.

Keys: place, celsius, wind_ms, rain_mm. A key that is missing is left out of
the sentence.
"""

import json
import sys

WIND = [(0.3, "calm"), (3.4, "light breeze"), (8.0, "moderate breeze"), (10.8, "fresh breeze"), (17.2, "strong wind")]
RAIN = [(0.1, "dry"), (2.5, "light rain"), (10.0, "rain")]


def word(value, scale, beyond):
    """Return the first word of the scale whose limit is above the value."""
    return next((name for limit, name in scale if value < limit), beyond)


def sentence(reading):
    if not isinstance(reading, dict):
        raise ValueError("not a JSON object")
    parts = []
    if "celsius" in reading:
        parts.append(f"{reading['celsius']:g} °C")
    if "wind_ms" in reading:
        parts.append(f"{word(reading['wind_ms'], WIND, 'storm')} ({reading['wind_ms']:g} m/s)")
    if "rain_mm" in reading:
        parts.append(f"{word(reading['rain_mm'], RAIN, 'heavy rain')} ({reading['rain_mm']:g} mm)")
    return f"{reading.get('place', 'Unknown place')}: {', '.join(parts) or 'no readings'}."


def main():
    sys.stdout.reconfigure(encoding="utf-8")
    try:
        reading = json.load(sys.stdin)
        print(sentence(reading))
    except (ValueError, TypeError) as error:
        print(f"summary.py: cannot use these readings: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
