"""The time zone database that pytz carries: names, zones, links, countries and transition times, each read once.

pytz's own zone classes know no rule after 2037 and none before 1901. So only its names and files are used, and every
calculation is made by zoneinfo, which also follows the rule at the end of a file (RFC 9636, section 3.3).
"""

import struct
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import BinaryIO, NamedTuple
from zoneinfo import ZoneInfo

import pytz

from timeops.zones.posix import PosixZone

# RFC 9636, 3.1: magic, version, 15 unused bytes, then six counts.
_HEADER = struct.Struct(">4sc15x6L")


class Schedule(NamedTuple):
    """The Unix times of the transitions that a file lists, and the rule from then on, as POSIX writes it, or ""."""

    times: tuple[int, ...]
    posix: str

    @property
    def repeats(self) -> bool:
        """Whether the rule has transitions, which are two a year."""
        return "," in self.posix


@cache
def load(name: str) -> ZoneInfo:
    """Return the zone of that exact name."""
    with _open(name) as file:
        return ZoneInfo.from_file(file, key=name)


def canonical(name: str) -> str:
    """Return the name that the link ``name`` points to, or ``name`` itself where it is no link."""
    return _LINKS.get(name, name)


def countries(name: str) -> list[str]:
    """Return the ISO 3166 codes of the countries for which the database lists ``name``, sorted."""
    return _countries().get(name, [])


@cache
def zones_of_countries() -> dict[str, tuple[str, ...]]:
    """Return the names that the database lists for each country, sorted, by its ISO 3166 code."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    # pytz.country_timezones has the same, but opens all 600 files to see that they are there.
    for code, _, name in _rows("zone.tab"):
        found[code].append(name)
    return {code: tuple(sorted(names)) for code, names in found.items()}


@cache
def representative_zones() -> tuple[str, ...]:
    """Return one zone for each set of clocks that agree from now on: a fifth of all, with every time kept today."""
    return tuple(name for _, _, name in _rows("zonenow.tab"))


def schedule(zone: ZoneInfo) -> Schedule:
    """Return when the clocks of the zone change, by its file or its own rule."""
    return Schedule((), zone.key) if isinstance(zone, PosixZone) else _schedule(zone.key)


@cache
def _schedule(name: str) -> Schedule:
    with _open(name) as file:
        data = file.read()
    # A block with 32-bit times comes first, for readers of old; the one with 64-bit times after it holds all of them.
    *_, ut_count, standard_count, leap_count, time_count, type_count, character_count = _HEADER.unpack_from(data)
    block = time_count * 5 + type_count * 6 + character_count + leap_count * 8 + standard_count + ut_count
    second = _HEADER.size + block
    count = _HEADER.unpack_from(data, second)[5]
    times = struct.unpack_from(f">{count}q", data, second + _HEADER.size)
    return Schedule(times, data.splitlines()[-1].decode())


def _open(resource: str) -> BinaryIO:
    return pytz.open_resource(resource)  # type: ignore[attr-defined, no-any-return]  # the stubs leave it out


def _lines(resource: str) -> list[str]:
    with _open(resource) as file:
        return file.read().decode().splitlines()


def _rows(resource: str) -> Iterator[list[str]]:
    """Yield codes, coordinates and name of each row of a table of zones."""
    for line in _lines(resource):
        if not line.startswith("#"):
            yield line.split("\t")[:3]


@cache
def _countries() -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for code, names in sorted(zones_of_countries().items()):
        for name in names:
            found[name].append(code)
    return dict(found)


def _second_and_third_words(letter: str) -> Iterator[tuple[str, str]]:
    """Yield those of each line of the database's source that begins with this letter.

    zic(8) describes these lines: ``L TARGET NAME`` is a link, and ``Z NAME ...`` a zone. pytz.all_timezones has the
    same names, but opens all 600 files to see that they are there.
    """
    for line in _lines("tzdata.zi"):
        if line.startswith(letter):
            _, second, third, *_ = line.split(" ", 3)
            yield second, third


_LINKS = {name: target for target, name in _second_and_third_words("L ")}
_NOT_SET = "Factory"  # the zone of a machine for which nobody chose one
NAMES = tuple(sorted(_LINKS.keys() | {name for name, _ in _second_and_third_words("Z ")} - {_NOT_SET}))
