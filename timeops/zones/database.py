"""The time zone database in the package pytz: names, zones, links, countries and transition times, each read once.

Only pytz's files are used, because its zone classes are wrong before 1901 and after 2037. All calculations are done by
zoneinfo, which also follows the rule at the end of a file (RFC 9636, section 3.3).
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
    """The Unix times of the transitions that a zone's file lists, and its rule after the last of them.

    ``posix``: the rule in the notation of POSIX, or "" if the file has none.
    """

    times: tuple[int, ...]
    posix: str

    @property
    def repeats(self) -> bool:
        """Whether the rule has transitions: two in each year."""
        return "," in self.posix


@cache
def load(name: str) -> ZoneInfo:
    """Return the zone with exactly this name."""
    with _open(name) as file:
        return ZoneInfo.from_file(file, key=name)


def canonical(name: str) -> str:
    """Return the target of ``name`` if it is a link, else ``name``."""
    return _LINKS.get(name, name)


def countries(name: str) -> list[str]:
    """Return the ISO 3166 codes of the countries that the zone ``name`` is listed for, sorted."""
    return _countries().get(name, [])


@cache
def zones_of_countries() -> dict[str, tuple[str, ...]]:
    """Return the sorted names of the zones of each country, by its ISO 3166 code."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    # pytz.country_timezones has the same names, but opens all 600 files to check that they exist.
    for code, _, name in _rows("zone.tab"):
        found[code].append(name)
    return {code: tuple(sorted(names)) for code, names in found.items()}


@cache
def representative_zones() -> tuple[str, ...]:
    """Return one zone for each group of zones that agree from now on: a fifth of all zones, with all times of today."""
    return tuple(name for _, _, name in _rows("zonenow.tab"))


def schedule(zone: ZoneInfo) -> Schedule:
    """Return the schedule from the zone's file, or from its rule if it is a PosixZone."""
    return Schedule((), zone.key) if isinstance(zone, PosixZone) else _schedule(zone.key)


@cache
def _schedule(name: str) -> Schedule:
    with _open(name) as file:
        data = file.read()
    # The first block has 32-bit times, for old readers. The second one has 64-bit times, and all transitions.
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
    """Yield the country codes, the coordinates and the name of the zone from each row of a table."""
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
    """Yield the second and third word of each line in the database's source that begins with ``letter``.

    zic(8) describes these lines: ``L TARGET NAME`` is a link, and ``Z NAME ...`` a zone. pytz.all_timezones has the
    same names, but opens all 600 files to check that they exist.
    """
    for line in _lines("tzdata.zi"):
        if line.startswith(letter):
            _, second, third, *_ = line.split(" ", 3)
            yield second, third


_LINKS = {name: target for target, name in _second_and_third_words("L ")}
#: The year after the database's release. What is in use today is what its rules say of that year, so no clock is read.
YEAR = int(pytz.OLSON_VERSION[:4]) + 1  # type: ignore[attr-defined]  # the stubs leave it out
_NOT_SET = "Factory"  # the zone of a machine whose zone has not been set
NAMES = tuple(sorted(_LINKS.keys() | {name for name, _ in _second_and_third_words("Z ")} - {_NOT_SET}))
