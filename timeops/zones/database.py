"""The time zone database in the package pytz: names, zones, links, countries and transitions, each read once.

Only pytz's files are used, because its zone classes are wrong before 1901 and after 2037. All calculations are done by
zoneinfo, which also follows the rule at the end of a file (RFC 9636, section 3.3). pytz.all_timezones and
country_timezones have the same names, but open all 600 files to check that they exist.

A zone may also be defined by a rule alone, in the notation of POSIX's environment variable TZ (rule T22 of
docs/rules.md): ``CET-1CEST,M3.5.0,M10.5.0/3``. Mind the sign: POSIX offsets are positive west of Greenwich, so ``EST5``
is UTC-05:00. https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html#tag_08_03
"""

import re
import struct
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache, lru_cache
from io import BytesIO
from itertools import pairwise
from typing import BinaryIO, NamedTuple
from zoneinfo import ZoneInfo

import pytz

from timeops.calendar.instants import EPOCH, unix

#: The year after the database's release. What is in use today is what its rules say of that year, so no clock is read.
YEAR = int(pytz.OLSON_VERSION[:4]) + 1  # type: ignore[attr-defined]  # the stubs leave it out


class Schedule(NamedTuple):
    """When the clocks of a zone change: at the times that its file lists, and then by its rule.

    ``edges``: each of these Unix times, and before it the second before it. ``posix``: the rule in the notation of
    POSIX, or "" if the file has none.
    """

    edges: Sequence[int]
    posix: str


class PosixZone(ZoneInfo):
    """A zone whose ``key`` is its rule."""


@cache
def load(name: str) -> ZoneInfo:
    """Return the zone with exactly this name."""
    with _open(name) as file:
        return ZoneInfo.from_file(file, key=name)


def canonical(name: str) -> str:
    """Return the target of ``name`` if it is a link, else ``name``."""
    return _LINKS.get(name, name)


@cache
def zones_of_countries() -> dict[str, list[str]]:
    """Return the sorted names of the zones of each country, by its ISO 3166 code, in the order of the codes."""
    found = defaultdict[str, list[str]](list)
    for code, name in sorted((code, name) for code, _, name in _rows("zone.tab")):
        found[code].append(name)
    return dict(found)


@cache
def countries(name: str) -> list[str]:
    """Return the ISO 3166 codes of the countries that the zone ``name`` is listed for, sorted."""
    return [code for code, names in zones_of_countries().items() if name in names]


@cache
def representative_zones() -> list[str]:
    """Return one zone for each group of zones that agree from now on: a fifth of all zones, with all times of today."""
    return [name for _, _, name in _rows("zonenow.tab")]


@lru_cache(maxsize=1024)  # any client may send rules of its own
def schedule(zone: tzinfo) -> Schedule:
    """Return the schedule from the zone's file, or from its rule if it is a PosixZone. A fixed offset has none."""
    if not isinstance(zone, ZoneInfo) or isinstance(zone, PosixZone):
        return Schedule((), getattr(zone, "key", ""))
    with _open(zone.key) as file:
        data = file.read()
    # RFC 9636, 3.1: the second header begins the block with 64-bit times and has their number in bytes 32 to 35.
    header = data.rindex(b"TZif")
    [count] = struct.unpack_from(">L", data, header + 32)
    times = struct.unpack_from(f">{count}q", data, header + 44)
    return Schedule([edge for time in times for edge in (time - 1, time)], data.splitlines()[-1].decode())


def _open(resource: str) -> BinaryIO:
    return pytz.open_resource(resource)  # type: ignore[attr-defined, no-any-return]  # the stubs leave it out


def _rows(resource: str, separator: str = "\t") -> Iterator[list[str]]:
    """Yield the first three cells of each line of a table: countries, coordinates and the name of a zone."""
    with _open(resource) as file:
        for line in file.read().decode().splitlines():
            if not line.startswith("#"):
                yield line.split(separator)[:3]


# zic(8) describes these lines: ``L TARGET NAME`` is a link, and ``Z NAME ...`` a zone.
_ROWS = [row for row in _rows("tzdata.zi", " ") if row[0] in ("L", "Z")]
_LINKS = {name: target for kind, target, name in _ROWS if kind == "L"}
_NOT_SET = "Factory"  # the zone of a machine whose zone has not been set
NAMES = tuple(sorted(_LINKS.keys() | {name for kind, name, _ in _ROWS if kind == "Z"} - {_NOT_SET}))


# These patterns are texts, because compiling them takes milliseconds, and few requests need them.
_NAME = r"(?:[A-Z][A-Za-z]+[A-Z]|<[A-Za-z0-9+-]{3,}>)"
_OFFSET = r"[+-]?(?:[01]?[0-9]|2[0-3])(?::[0-5][0-9](?::[0-5][0-9])?)?"
_TIME = r"(?:/[+-]?[0-9]{1,3}(?::[0-5][0-9](?::[0-5][0-9])?)?)?"
_DATE = rf",(?:M(?:1[0-2]|[1-9])\.[1-5]\.[0-6]|J[0-9]{{1,3}}|[0-9]{{1,3}}){_TIME}"
RULE = rf"{_NAME}{_OFFSET}(?:{_NAME}(?:{_OFFSET})?{_DATE}{_DATE})?"
# A day of the year, counted from 0 with 29 February, and the hour of the change.
_DAY_OF_YEAR = r",([0-9]{1,3})(?:/([+-]?[0-9]{1,3}))?"

# The beginning of a file by RFC 9636 without transitions: a header and one local time type, UTC. A file has it twice,
# and then a footer with the rule.
_HEADER = struct.pack(">4sc15x6L", b"TZif", b"2", 0, 0, 0, 0, 1, 1) + struct.pack(">lbb", 0, 0, 0) + b"\0"


def posix_zone(text: str) -> PosixZone | None:
    """Return the zone of a rule, or None if ``text`` is not a rule or does not say when summer time begins and ends."""
    if not re.fullmatch(RULE, text):
        return None
    rule = re.sub(_DAY_OF_YEAR, _as_python_counts, text) if _python_counts_from_1() else text
    try:
        zone = _ruled(rule, text)
        for month in (1, 7):
            datetime(2026, month, 1, tzinfo=zone).utcoffset()
    except ValueError:  # a date, time or offset out of the range of rules
        return None
    return zone


def _ruled(rule: str, key: str) -> PosixZone:
    return PosixZone.from_file(BytesIO(_HEADER * 2 + b"\n" + rule.encode() + b"\n"), key=key)


@cache
def _python_counts_from_1() -> bool:
    """Whether zoneinfo takes day 1 for 1 January, as in Python 3.13. POSIX counts from 0."""
    return datetime(2027, 1, 1, 12, tzinfo=_ruled("AAA0BBB,1/0,300/0", "")).dst() != timedelta(0)


def _as_python_counts(date: re.Match[str]) -> str:
    """Return the next day, or for the last one, which has none, an hour that is 24 hours later."""
    day, hour = int(date[1]), int(date[2] or 2)
    return f",365/{hour + 24}" if day == 365 else f",{day + 1}/{hour}"


# A rule repeats every year. Its transitions are further apart than STEP, so no step can contain two of them.
RULE_PERIOD = 400 * 86_400
STEP = 14 * 86_400
# The transitions of a rule from a client may be closer together.
STEP_OF_POSIX = 86_400
HALF_A_YEAR = 183 * 86_400

# One day inside of the range of datetime, so that the local times of all zones are in the range too.
FIRST = unix(datetime.min.replace(tzinfo=UTC)) + 86_400
LAST = unix(datetime.max.replace(tzinfo=UTC)) - 86_400


def transitions_after(zone: tzinfo, timestamp: int, last: int) -> Iterator[int]:
    """Yield the Unix times of the transitions after ``timestamp``, up to ``last``."""
    while (time := next_transition(zone, timestamp)) is not None and time <= last:
        yield time
        timestamp = time


def next_transition(zone: tzinfo, timestamp: int) -> int | None:
    """Return the Unix time of the first transition after ``timestamp``, or None if there is none before year 10,000."""
    edges = _edges(zone, timestamp)
    return _first_change(zone, [timestamp, *edges[bisect_right(edges, timestamp) :]])


def previous_transition(zone: tzinfo, timestamp: int) -> int | None:
    """Return the Unix time of the last transition before ``timestamp``, or None if there is none."""
    edges = _edges(zone, timestamp)
    return _first_change(zone, [timestamp - 1, *reversed(edges[: bisect_left(edges, timestamp - 1)])])


def observes_dst(zone: tzinfo, timestamp: int) -> bool:
    """Return whether the zone has daylight saving time at any moment within half a year of ``timestamp``."""
    first, last = timestamp - HALF_A_YEAR, timestamp + HALF_A_YEAR
    return any(local_time(zone, time).dst() for time in (first, *transitions_after(zone, first, last)))


def _edges(zone: tzinfo, timestamp: int) -> Sequence[int]:
    """Return Unix times in order: those of the file, and then others around ``timestamp`` for the rule.

    Between each two of them, there is one transition at most.
    """
    listed, posix = schedule(zone)
    if "," not in posix:
        return listed
    begin, step = max([FIRST, *listed[-1:]]), STEP_OF_POSIX if isinstance(zone, PosixZone) else STEP
    return [*listed, *range(max(begin, timestamp - RULE_PERIOD), max(begin, timestamp) + RULE_PERIOD, step)]


def local_time(zone: tzinfo, timestamp: int) -> datetime:
    """Return a Unix time in a zone, or the first or last one that is in the range of datetime."""
    return (EPOCH + timedelta(seconds=min(max(timestamp, FIRST), LAST))).astimezone(zone)


def _state(zone: tzinfo, timestamp: int) -> tuple[timedelta | None, str | None, timedelta | None]:
    local = local_time(zone, timestamp)
    return local.utcoffset(), local.tzname(), local.dst()


def _first_change(zone: tzinfo, edges: Iterable[int]) -> int | None:
    """Return the time of the transition between the first two neighbours of ``edges`` that have one between them.

    Files also list transitions at which nothing changes, for old readers.
    """
    for pair in pairwise((edge, _state(zone, edge)) for edge in edges):
        (low, before), (high, after) = sorted(pair)
        if before != after:
            between = range(low + 1, high)
            return between.start + bisect_left(between, x=True, key=lambda time: _state(zone, time) != before)
    return None
