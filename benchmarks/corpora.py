"""Count the phrases in the tests of other parsers that /time/ reads in the same way.

    python -m benchmarks.corpora DUCKLING CHRONO CHRONIC NATTY DATEPARSER

Each argument is a git repository of that project (facebook/duckling, wanasit/chrono, mojombo/chronic,
joestelmach/natty, scrapinghub/dateparser). This script reads their tests from there; this repository has no copy. It
uses the English phrases for which a test expects exactly one date, and the time that the test assumes as now.

/time/ is right if it reads an instant of the same day, or of the same minute if the phrase has a time of day, or of the
same week, month, quarter or year if Duckling's test expects one. "another" is any other instant. If a phrase has two
meanings, the parsers guess, and do not agree with each other. So a phrase that /time/ refuses or reads differently is
not always an error. ``--show`` prints these phrases.

To compare with an earlier version, run this file with that version's folder on PYTHONPATH.
"""

import argparse
import re
import subprocess
from collections import Counter
from datetime import UTC, datetime, timedelta, timezone
from typing import NamedTuple

from dateutil.relativedelta import relativedelta

from timeops import services
from utilitysvc.kit.service_error import ServiceError

TEXT = r'"((?:[^"\\]|\\.)*)"'
# A phrase that matches has a time of day, or adds an exact length such as hours to the present time.
TIMED = re.compile(
    r"\d:\d|\dh|\d ?[ap]\b|\d ?[ap]\.?m|noon|mid|\bnow|hour|min|sec|o'clock|\d[hms]\b|half|quarter to|this time"
)


class Case(NamedTuple):
    phrase: str
    now: datetime
    expected: datetime
    length: relativedelta


UNITS = ("years", "months", "days", "hours", "minutes", "seconds")
GRAINS = {unit[:-1].capitalize(): relativedelta(**{unit: 1}) for unit in (*UNITS, "weeks")}
GRAINS["Quarter"] = relativedelta(months=3)


def git(repository, *arguments):
    return subprocess.check_output(["git", "-c", "safe.directory=*", "-C", repository, *arguments], text=True)


def source(repository, path):
    return git(repository, "show", f"HEAD:{path}")


def numbers(text):
    """Return the integers of arguments such as ``2016, 10 - 1, 1``, down to seconds."""
    sums = (re.findall(r"[+-]?\s*\d+", part) for part in text.split(","))
    return [sum(int(one.replace(" ", "")) for one in parts) for parts in sums if parts][: len(UNITS)]


def stated(phrase, now, expected, *, is_timed=None):
    """Return the case of a phrase that means a day or, if ``is_timed``, a minute. The default depends on its words."""
    if TIMED.search(phrase.lower()) if is_timed is None else is_timed:
        return Case(phrase, now, expected.replace(second=0, microsecond=0), GRAINS["Minute"])
    return Case(phrase, now, expected.replace(hour=0, minute=0, second=0, microsecond=0), GRAINS["Day"])


def of_duckling(repository):
    zone = timezone(timedelta(hours=-2))
    now = datetime(2013, 2, 12, 4, 30, tzinfo=zone)
    found = source(repository, "Duckling/Time/EN/Corpus.hs").partition("allExamples =")[2]
    for values, grain, phrases in re.findall(
        r"examples \(datetime(?:Holiday)? \(([\d, ]+)\) (\w+)[^)]*\)\s*\[(.*?)\n\s*\]", found, re.DOTALL
    ):
        expected = datetime(*numbers(values), tzinfo=zone)
        for phrase in re.findall(TEXT, phrases):
            yield Case(phrase, now, expected, GRAINS[grain])


def of_chrono(repository):
    for path in git(repository, "ls-tree", "-r", "--name-only", "HEAD", "test/en/").split():
        for block in re.split(r"(?=testSingleCase\()", source(repository, path))[1:]:
            call = re.match(rf"testSingleCase\(\s*chrono[\w.]*,\s*{TEXT},\s*new Date\(([^()]*)\)", block)
            answer = re.search(r"result\.start\)\.toBeDate\(new Date\(([^()]*)\)\)", block)
            if not call or not answer or re.search(r"result\.end\)\.not|result\.end\.get", block):
                continue
            part = re.search(rf"result\.text\)\.toBe\({TEXT}\)", block)
            now, expected = (_of_javascript(text) for text in (call[2], answer[1]))
            if now and expected:
                yield stated((part or call)[1], now, expected)


def _of_javascript(arguments):
    """Return the date of JavaScript's arguments, in which months count from 0 and each number may be too large."""
    year, *rest = (numbers(arguments) if '"' not in arguments else []) or [0]
    if year < 1 or len(rest) < 2:
        return None
    added = relativedelta(**dict(zip(UNITS[1:], rest, strict=False)))
    return datetime(year, 1, 1, tzinfo=UTC) + added - timedelta(days=1)


def of_chronic(repository):
    now = datetime(2006, 8, 16, 14, tzinfo=UTC)
    for phrase, values in re.findall(
        rf"parse_now\({TEXT}\)\s*assert_equal Time\.local\(([\d, ]+)\), time",
        source(repository, "test/test_parsing.rb"),
    ):
        yield stated(phrase, now, datetime(*numbers(values), tzinfo=UTC))


def of_natty(repository):
    for name in ("DateTest", "DateTimeTest"):
        text = source(repository, f"src/test/java/com/joestelmach/natty/{name}.java")
        now = datetime(2011, 2, 28, tzinfo=UTC)
        for line in text.split("\n"):
            if given := re.search(r'parse\("(\d+)/(\d+)/(\d+)', line):
                month, day, year = map(int, given.groups())
                now = datetime(year, month, day, tzinfo=UTC)
            if call := re.search(rf"validateDate(Time)?\((?:reference, )?{TEXT}, ([\d, ]+)\)", line):
                month, day, year, *clock = numbers(call[3])
                expected = datetime(year, month, day, *clock, tzinfo=UTC)
                yield stated(call[2], now, expected, is_timed=call[1] is not None)


def of_dateparser(repository):
    dates = _english(source(repository, "tests/test_date_parser.py"))
    now = datetime(2012, 11, 13, tzinfo=UTC)
    for phrase, values in re.findall(rf"param\(\s*{TEXT},\s*datetime\(([\d, ]+)\)", dates):
        expected = datetime(*numbers(values), tzinfo=UTC)
        yield stated(phrase, now, expected, is_timed=(expected.hour, expected.minute) != (0, 0))
    lengths = _english(source(repository, "tests/test_freshness_date_parser.py"))
    now = datetime(2014, 9, 1, 10, 30, tzinfo=UTC)
    for phrase, way, amounts in re.findall(rf"param\(\s*{TEXT},\s*(ago|in_future)=\{{([^}}.]*)\}}", lengths):
        length = relativedelta(**{unit: int(number) for unit, number in re.findall(r'"(\w+)": (\d+)', amounts)})
        yield stated(phrase, now, now - length if way == "ago" else now + length)


def _english(text):
    """Return the parts of all tables that follow a comment ``# English dates``, up to that of another language."""
    parts = re.split(r"# (\w+) dates", text)
    return "\n".join(part for language, part in zip(parts[1::2], parts[2::2], strict=True) if language == "English")


CORPORA = {
    "Duckling": of_duckling,
    "chrono": of_chrono,
    "chronic": of_chronic,
    "natty": of_natty,
    "dateparser": of_dateparser,
}


def outcome(case):
    zone = "UTC" if case.now.tzinfo is UTC else case.now.strftime("UTC%z")
    phrase = case.phrase.strip()
    try:
        answer = services.current(datetime=phrase, timezone=zone, clock=lambda: case.now)
    except ServiceError:
        return "refused"
    read = datetime.fromisoformat(answer["iso8601"])
    is_right = case.expected <= read < case.expected + case.length
    return "right" if is_right else f"another: {read:%Y-%m-%d %H:%M}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("repositories", nargs=len(CORPORA), metavar="REPOSITORY")
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    for (name, cases_of), repository in zip(CORPORA.items(), arguments.repositories, strict=True):
        cases = list(dict.fromkeys(cases_of(repository)))
        outcomes = [outcome(case) for case in cases]
        count = Counter(found.partition(":")[0] for found in outcomes)
        kinds = ", ".join(f"{kind} {count[kind]}" for kind in ("right", "another", "refused"))
        print(f"{name}: {len(cases)} phrases, {kinds}")
        for case, found in zip(cases, outcomes, strict=True):
            if arguments.show and found != "right":
                print(f"    {case.phrase!r} at {case.now:%Y-%m-%d %H:%M}: {case.expected:%Y-%m-%d %H:%M}; {found}")


if __name__ == "__main__":
    main()
