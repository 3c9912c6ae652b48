"""Compare /time/ with JavaScript's Temporal for random sums, differences, starts and ends of periods (T8, T9, T16).

    python -m benchmarks.temporal DIRECTORY [CASES] [SEED]

DIRECTORY is where `npm install @js-temporal/polyfill` was run. Half of the instants are within two days of a change of
the clocks. A case is left out if Node's time zone database has another offset than ours. "More fits" counts the cases
in which rule T9, which takes as many months and days as fit, finds more than Temporal. From 31 January to 28 February,
for example, it finds a month and Temporal 28 days. Or it finds a day that ends in the second pass of a repeated hour.
"""

import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from timeops import services

ZONES = (
    "UTC", "Europe/Berlin", "Europe/London", "Europe/Dublin", "America/New_York", "America/Sao_Paulo", "America/Havana",
    "America/St_Johns", "America/Toronto", "Australia/Lord_Howe", "Australia/Sydney", "Asia/Kathmandu", "Asia/Tokyo",
    "Asia/Gaza", "Pacific/Apia", "Pacific/Chatham", "Africa/Casablanca", "Antarctica/Troll",
)  # fmt: skip
FIRST, LAST = -1_500_000_000, 4_000_000_000  # 1922 to 2096
NEAR = 2 * 86_400
UNITS = {"Y": ("years", 30), "M": ("months", 40), "W": ("weeks", 60), "D": ("days", 400)}
TIME_UNITS = {"H": ("hours", 100), "M": ("minutes", 1000), "S": ("seconds", 100_000)}
PERIODS = ("day", "week", "month", "quarter", "year")

RequestData = dict[str, Any]


def main() -> None:
    directory, cases, seed = Path(sys.argv[1]), int((sys.argv[2:3] or [40_000])[0]), int((sys.argv[3:4] or [1])[0])
    generator = random.Random(seed)
    changes = {zone: _changes(zone) for zone in ZONES}
    requests = [_draw(generator, changes) for _ in range(cases)]
    counts = Counter[tuple[str, str]]()
    for request, theirs, same_offsets in _asked(directory, requests):
        ours = _ours(request)
        outcome = "same" if ours == theirs else "more fits" if _more_fits(request, ours, theirs) else "different"
        counts[request["operation"], outcome if same_offsets else "left out"] += 1
        if same_offsets and outcome == "different":
            print(json.dumps(request), "ours:", ours, "Temporal:", theirs)
    for (operation, outcome), count in sorted(counts.items()):
        print(f"{operation:12} {outcome:10} {count:6}")
    sys.exit(any(outcome == "different" for _, outcome in counts))


def _more_fits(request: RequestData, ours: Any, theirs: Any) -> bool:
    """Return whether our difference has more months and days than Temporal's, and leads to the end when it is added."""
    if request["operation"] != "difference" or _calendar(ours) <= _calendar(theirs):
        return False
    start, zone = request["time"] // 1000, request["zone"]
    return services.add(datetime=start, duration=ours, timezone=zone)["unix_milliseconds"] == request["end"]


def _calendar(duration: str) -> tuple[int, int]:
    """Return the months and days of a duration without its sign."""
    counts = {letter: int(number) for number, letter in re.findall("([0-9]+)([YMD])", duration.partition("T")[0])}
    return counts.get("Y", 0) * 12 + counts.get("M", 0), counts.get("D", 0)


def _changes(zone: str) -> list[int]:
    listed = services.transitions(timezone=zone, start=FIRST, end=LAST)["transitions"]
    return [change["timestamp"] for change in listed]


def _draw(generator: random.Random, changes: dict[str, list[int]]) -> RequestData:
    zone = generator.choice(ZONES)
    operation = generator.choice(("add", "subtract", "difference", "difference", "start_of", "end_of"))
    request: RequestData = {"operation": operation, "zone": zone, "time": _instant(generator, changes[zone])}
    match operation:
        case "difference":
            request["end"] = _instant(generator, changes[zone])
        case "start_of":
            request["unit"] = generator.choice((*PERIODS, "hour", "minute"))
        case "end_of":
            request["unit"] = generator.choice(PERIODS)
        case _:
            request["duration"] = _duration(generator)
    return request


def _instant(generator: random.Random, changes: list[int]) -> int:
    """Return a random instant in milliseconds. Some are at midnight UTC, for months that just fit."""
    if changes and generator.random() < 0.5:
        seconds = generator.choice(changes) + generator.randint(-NEAR, NEAR)
    else:
        seconds = generator.randint(FIRST, LAST)
    if generator.random() < 0.3:
        seconds -= seconds % 86_400
    return seconds * 1000


def _duration(generator: random.Random) -> str:
    date, time = (
        "".join(
            f"{generator.randint(0, most)}{letter}" for letter, (_, most) in units.items() if generator.random() < 0.5
        )
        for units in (UNITS, TIME_UNITS)
    )
    sign = generator.choice(("", "-"))
    return f"{sign}P{date}" + (f"T{time}" if time else "" if date else "0D")


def _asked(directory: Path, requests: list[RequestData]) -> Iterator[tuple[RequestData, Any, bool]]:
    """Yield each request with Temporal's answer, and whether its database has our offsets at all instants involved."""
    lines = []
    for request in requests:
        offsets = [{"operation": "offset", "zone": request["zone"], "time": time} for time in _times(request)]
        lines.append([request, *offsets])
    script = Path(__file__).with_suffix(".mjs").resolve()
    printed = subprocess.run(
        ["node", str(script)],
        cwd=directory,
        input="\n".join(json.dumps(request) for group in lines for request in group),
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    answers = iter(printed)
    for request, *offsets in lines:
        theirs = json.loads(next(answers))
        same = [json.loads(next(answers)) == _offset(offset) for offset in offsets]
        yield request, theirs, all(same)


def _times(request: RequestData) -> list[int]:
    """Return the instants at which both databases must agree: those of the request, and those around our answer.

    In a difference, the end of its months and days may be up to two days away from the end of the whole.
    """
    ours = _ours(request)
    around = range(-48, 49, 4) if "end" in request else range(-1, 2)
    middle = request.get("end", ours)
    return [request["time"], *(middle + hours * 3_600_000 for hours in around)]


def _offset(request: RequestData) -> str:
    result = services.current(datetime=request["time"] // 1000, timezone=request["zone"])
    return result["timezone_offset"]


def _ours(request: RequestData) -> Any:
    instant = {"datetime": request["time"] // 1000, "timezone": request["zone"]}
    match request["operation"]:
        case "add":
            return services.add(**instant, duration=request["duration"])["unix_milliseconds"]
        case "subtract":
            return services.subtract(**instant, duration=request["duration"])["unix_milliseconds"]
        case "difference":
            end = request["end"] // 1000
            start = instant["datetime"]
            found = services.difference(start=start, end=end, timezone=request["zone"])
            return found["difference"]["iso8601_duration"]
        case "start_of":
            return services.start_of(**instant, unit=request["unit"])["unix_milliseconds"]
        case _:
            return services.end_of(**instant, unit=request["unit"])["unix_milliseconds"]


if __name__ == "__main__":
    main()
