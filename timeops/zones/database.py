"""The time zone database in the package pytz: names, zones, links, countries and transition times, each read once.

Only pytz's files are used, because its zone classes are wrong before 1901 and after 2037. All calculations are done by
zoneinfo, which also follows the rule at the end of a file (RFC 9636, section 3.3). pytz.all_timezones and
country_timezones have the same names, but open all 600 files to check that they exist.
"""

import struct
from collections import defaultdict
from collections.abc import Iterator
from datetime import tzinfo
from functools import cache
from typing import BinaryIO, NamedTuple
from zoneinfo import ZoneInfo

import pytz

from timeops.zones.posix import PosixZone

#: The year after the database's release. What is in use today is what its rules say of that year, so no clock is read.
YEAR = int(pytz.OLSON_VERSION[:4]) + 1  # type: ignore[attr-defined]  # the stubs leave it out


class Schedule(NamedTuple):
    """The Unix times of the transitions that a zone's file lists, and its rule after the last of them.

    ``posix``: the rule in the notation of POSIX, or "" if the file has none.
    """

    times: tuple[int, ...]
    posix: str


@cache
def load(name: str) -> ZoneInfo:
    """Return the zone with exactly this name."""
    with _open(name) as file:
        return ZoneInfo.from_file(file, key=name)


def canonical(name: str) -> str:
    """Return the target of ``name`` if it is a link, else ``name``."""
    return _LINKS.get(name, name)


@cache
def zones_of_countries() -> dict[str, tuple[str, ...]]:
    """Return the sorted names of the zones of each country, by its ISO 3166 code."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for code, _, name in _rows("zone.tab"):
        found[code].append(name)
    return {code: tuple(sorted(names)) for code, names in found.items()}


def countries(name: str) -> list[str]:
    """Return the ISO 3166 codes of the countries that the zone ``name`` is listed for, sorted."""
    return _countries().get(name, [])


@cache
def _countries() -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for code, names in sorted(zones_of_countries().items()):
        for name in names:
            found[name].append(code)
    return dict(found)


@cache
def representative_zones() -> tuple[str, ...]:
    """Return one zone for each group of zones that agree from now on: a fifth of all zones, with all times of today."""
    return tuple(name for _, _, name in _rows("zonenow.tab"))


def schedule(zone: tzinfo) -> Schedule:
    """Return the schedule from the zone's file, or from its rule if it is a PosixZone. A fixed offset has none."""
    if isinstance(zone, PosixZone):
        return Schedule((), zone.key)
    return _schedule(zone.key) if isinstance(zone, ZoneInfo) else Schedule((), "")


@cache
def _schedule(name: str) -> Schedule:
    with _open(name) as file:
        data = file.read()
    # RFC 9636, 3.1: the second header begins the block with 64-bit times and has their number in bytes 32 to 35.
    header = data.rindex(b"TZif")
    [count] = struct.unpack_from(">L", data, header + 32)
    times = struct.unpack_from(f">{count}q", data, header + 44)
    return Schedule(times, data.splitlines()[-1].decode())


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
