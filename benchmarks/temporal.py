"""Compare /time/ with Temporal at random: sums, differences, starts and ends of periods (T8, T9, T16).

    python -m benchmarks.temporal DIRECTORY [CASES] [SEED]

DIRECTORY is where `npm install @js-temporal/polyfill` was run. Half of the instants lie within two days of a change of
the clocks. A case is left out where Node's time zone database has another offset than ours. "More fits" where rule T9,
which counts as many months and days as fit, counts more than Temporal does: from 31 January to 28 February a month,
where Temporal has 28 days, or a day that ends in the second pass of an hour which occurs twice.
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
    questions = [_question(generator, changes) for _ in range(cases)]
    told = Counter[tuple[str, str]]()
    for question, theirs, same_offsets in _asked(directory, questions):
        ours = _ours(question)
        outcome = "same" if ours == theirs else "more fits" if _more_fits(question, ours, theirs) else "different"
        told[question["operation"], outcome if same_offsets else "left out"] += 1
        if same_offsets and outcome == "different":
            print(json.dumps(question), "ours:", ours, "Temporal:", theirs)
    for (operation, outcome), count in sorted(told.items()):
        print(f"{operation:12} {outcome:10} {count:6}")
    sys.exit(any(outcome == "different" for _, outcome in told))


def _more_fits(question: RequestData, ours: Any, theirs: Any) -> bool:
    """Whether our parts of a difference count more on the calendar than Temporal's, and give the end when added."""
    if question["operation"] != "difference" or _calendar(ours) <= _calendar(theirs):
        return False
    start, zone = question["time"] // 1000, question["zone"]
    return services.add(datetime=start, duration=ours, timezone=zone)["unix_milliseconds"] == question["end"]


def _calendar(duration: str) -> tuple[int, int]:
    """The months and days of a duration, whatever its sign."""
    counts = {letter: int(number) for number, letter in re.findall("([0-9]+)([YMD])", duration.partition("T")[0])}
    return counts.get("Y", 0) * 12 + counts.get("M", 0), counts.get("D", 0)


def _changes(zone: str) -> list[int]:
    listed = services.transitions(timezone=zone, start=FIRST, end=LAST)["transitions"]
    return [change["timestamp"] for change in listed]


def _question(generator: random.Random, changes: dict[str, list[int]]) -> RequestData:
    zone = generator.choice(ZONES)
    operation = generator.choice(("add", "subtract", "difference", "difference", "start_of", "end_of"))
    question: RequestData = {"operation": operation, "zone": zone, "time": _instant(generator, changes[zone])}
    match operation:
        case "difference":
            question["end"] = _instant(generator, changes[zone])
        case "start_of":
            question["unit"] = generator.choice((*PERIODS, "hour", "minute"))
        case "end_of":
            question["unit"] = generator.choice(PERIODS)
        case _:
            question["duration"] = _duration(generator)
    return question


def _instant(generator: random.Random, changes: list[int]) -> int:
    """An instant in milliseconds, at times a round one, for months that just fit."""
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


def _asked(directory: Path, questions: list[RequestData]) -> Iterator[tuple[RequestData, Any, bool]]:
    """Yield each question with Temporal's answer, and whether its database has our offset at every instant of it."""
    lines = []
    for question in questions:
        offsets = [{"operation": "offset", "zone": question["zone"], "time": time} for time in _times(question)]
        lines.append([question, *offsets])
    script = Path(__file__).with_suffix(".mjs").resolve()
    printed = subprocess.run(
        ["node", str(script)],
        cwd=directory,
        input="\n".join(json.dumps(question) for group in lines for question in group),
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    answers = iter(printed)
    for question, *offsets in lines:
        theirs = json.loads(next(answers))
        same = [json.loads(next(answers)) == _offset(offset) for offset in offsets]
        yield question, theirs, all(same)


def _times(question: RequestData) -> list[int]:
    """The instants at which the databases have to agree: the question's, and those around our answer.

    The calendar's part of a difference ends up to two days away from its end.
    """
    ours = _ours(question)
    around = range(-48, 49, 4) if "end" in question else range(-1, 2)
    middle = question.get("end", ours)
    return [question["time"], *(middle + hours * 3_600_000 for hours in around)]


def _offset(question: RequestData) -> str:
    result = services.current(datetime=question["time"] // 1000, timezone=question["zone"])
    return result["timezone_offset"]


def _ours(question: RequestData) -> Any:
    instant = {"datetime": question["time"] // 1000, "timezone": question["zone"]}
    match question["operation"]:
        case "add":
            return services.add(**instant, duration=question["duration"])["unix_milliseconds"]
        case "subtract":
            return services.subtract(**instant, duration=question["duration"])["unix_milliseconds"]
        case "difference":
            end = question["end"] // 1000
            start = instant["datetime"]
            found = services.difference(start=start, end=end, timezone=question["zone"])
            return found["difference"]["iso8601_duration"]
        case "start_of":
            return services.start_of(**instant, unit=question["unit"])["unix_milliseconds"]
        case _:
            return services.end_of(**instant, unit=question["unit"])["unix_milliseconds"]


if __name__ == "__main__":
    main()
