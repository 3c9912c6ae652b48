"""Find the zone that a text names: a zone of the database, a fixed offset, a city, an unambiguous abbreviation.

Rules T1, T18, T22 and G21: docs/rules.md.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from difflib import get_close_matches
from functools import cache, lru_cache

from timeops.calendar.instants import iso8601, offset_of, offset_text
from timeops.errors import refusal
from timeops.names import table
from timeops.zones import database
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import Reading, ServiceError

#: Hyphens, dashes and the minus sign, which word processors write instead of the ASCII hyphen.
DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212"), "-")

INVALID_TIMEZONE = "Invalid timezone"
#: The longest name of a zone in characters.
MAX_NAME_CHARACTERS = 128
WRITE_INSTEAD = "Write a name like Europe/Berlin, or an offset with its sign like +02:00"
CLOSE_NAMES = 3
CLOSENESS = 0.75

UTC_ZONE = database.load("UTC")

# A fixed offset, for texts in lower case; from UTC-23:59:59 to UTC+23:59:59. UTC2 without a sign has two meanings:
# POSIX counts it west of Greenwich, people count it east.
_OFFSET = (
    r"(?:utc|gmt)?([+-])([0-9](?=:|$)|[0-9]{2})"
    r"(:[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6})?)?|[0-5][0-9](?:[0-5][0-9])?)?"
)
_UNSIGNED = r"(?:utc|gmt)(0*[1-9][0-9:]*)"
# UTC +5, UTC + 5, and UTC  5, because an unescaped + becomes a space in a query string.
_SPACED = r"(utc|gmt)(?:\s*([+-])\s*|\s+)(?=[0-9])"

# The most populous zones of the ambiguous abbreviations. They are looked up first, so that the example for CST is
# Chicago and not a small zone such as Edmonton.
_POPULOUS = (
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "Europe/Berlin", "Europe/London",
    "Africa/Lagos", "Africa/Cairo", "Asia/Kolkata", "Asia/Shanghai", "Australia/Sydney",
)  # fmt: skip
# Days of a year, closer together than any period of summer time today is long, so that no period is missed.
_SAMPLED_DAYS = range(0, 378, 14)

_KNOWN = {name.lower(): name for name in database.NAMES}
_OTHER_NAMES = {name: zones for name, *zones in table(__package__, "other_names.tsv")}


#: The offsets that a name means: for each of them, its spelling, and a zone that uses it so.
Meanings = dict[timedelta, tuple[str, str]]


class UnknownZoneError(ServiceError):
    """The text does not name any zone. The details suggest names of the database that are spelled like it."""

    def __init__(self, text: str) -> None:
        key = re.sub("[ +]", "_", _normalized(text).strip()[:MAX_QUOTED])
        known = _KNOWN
        if "/" not in key:  # a city alone is compared with cities
            known = {lower.rpartition("/")[2]: name for lower, name in known.items()} | known
        # difflib takes milliseconds for all names. Each character that only one of two texts has is a difference, and
        # with too many of them a name cannot be close.
        differing = set(key).symmetric_difference
        likely = [name for name in known if len(differing(name)) <= (1 - CLOSENESS) * len(key + name)]
        names = dict.fromkeys(known[match] for match in get_close_matches(key, likely, CLOSE_NAMES, CLOSENESS))
        suggestion = f"Did you mean {' or '.join(names)}?" if names else WRITE_INSTEAD
        super().__init__(INVALID_TIMEZONE, f'"{text[:MAX_QUOTED]}" is not a known time zone. {suggestion}')


class AmbiguousZoneError(ServiceError):
    """The text may mean any of several zones: ``candidates``, with their offsets in the course of a year.

    ``endings``: for each candidate, the zone to write after a datetime.
    """

    def __init__(self, text: str, reason: str, candidates: Mapping[str, str], are_offsets: bool = False) -> None:
        readings = [Reading(write=zone, means=f"{offset}, as in {zone}") for zone, offset in candidates.items()]
        super().__init__(INVALID_TIMEZONE, f'"{text[:MAX_QUOTED]}" {reason}', readings=readings)
        self.offsets = " or ".join(candidates.values())
        self.endings = [f"UTC{offset}" if are_offsets else zone for zone, offset in candidates.items()]


def zone_of(text: str) -> tzinfo:
    """Return the zone that ``text`` names, or raise UnknownZoneError, or the errors of ``known_zone``."""
    if zone := known_zone(text):
        return zone
    raise UnknownZoneError(text)


def known_zone(text: str) -> tzinfo | None:
    """Return the zone that ``text`` names, or None. Case, accents and surrounding white space do not matter.

    A space in the place of a sign is read as ``+``, because query strings turn ``+`` into a space. Raises
    AmbiguousZoneError for a name with several meanings, and ServiceError for an offset of a day or more.
    """
    plain = _normalized(text).rstrip()
    signed = re.sub(_SPACED, lambda match: match[1] + (match[2] or "+"), plain).replace(" ", "+")
    if named := named_zone(text) or named_zone(signed):
        return named
    if match := re.fullmatch(_OFFSET, signed):
        sign, hour, rest = match.groups("")
        try:
            offset = datetime.fromisoformat(f"2000-01-01T00{sign}{hour:0>2}{rest}").utcoffset()
        except ValueError:
            raise refusal(INVALID_TIMEZONE, '"{}" is out of range: offsets go from -23:59 to +23:59', text) from None
        return fixed(offset)
    key = plain.lstrip()
    if unsigned := re.fullmatch(_UNSIGNED, key):
        names = [f"UTC{sign}{unsigned[1]}" for sign in "+-"]
        reason = f"could be {', or '.join(names)}, which it is for POSIX: write the sign"
        raise AmbiguousZoneError(text, reason, {name: offset_text(zone_of(name).utcoffset(None)) for name in names})
    return database.posix_zone(text.strip()) if key else None


def named_zone(text: str) -> tzinfo | None:
    """Return the zone with this name: of the database, of Windows, in English (CLDR), a city or an abbreviation.

    Returns None for an offset and for any other text. Raises AmbiguousZoneError.
    """
    key = _normalized(text).strip()
    if zone := zones().get(key) or zones().get(key.replace(" ", "_")):
        return database.load(zone)
    if several := _OTHER_NAMES.get(key):
        reason = f"may mean {' or '.join(several)}: write the one you mean"
        offsets = {zone: sorted({*map(offset_of, _samples(zone))}) for zone in several}
        raise AmbiguousZoneError(text, reason, {zone: " or ".join(map(offset_text, offsets[zone])) for zone in several})
    meanings = abbreviations().get(key, {})
    if len(meanings) > 1:
        candidates = {meanings[offset][1]: offset_text(offset) for offset in sorted(meanings)}
        listed = ", ".join(f"{offset} (as in {zone})" for zone, offset in candidates.items())
        reason = f"is ambiguous, it can mean {listed}: write the zone you mean"
        raise AmbiguousZoneError(text, reason, candidates, are_offsets=True)
    for offset, (name, _) in meanings.items():  # one at most
        return fixed(offset, name)
    return None


def is_name(text: str) -> bool:
    """Return whether the text is a name that ``named_zone`` knows, of one zone or of several."""
    key = _normalized(text).strip()
    return key in zones() or key.replace(" ", "_") in zones() or key in _OTHER_NAMES or key in abbreviations()


def standard_offset(name: str) -> timedelta | None:
    """Return the offset that the name of a zone also means all year, as CET does."""
    key = _normalized(name).strip()
    return next(iter(abbreviations().get(key, ())), None) if key in zones() else None


def _normalized(text: str) -> str:
    """Return the text in lower case, without accents and with hyphens for dashes.

    Returns "" if the result is not ASCII, or if the text is longer than any name: normalizing a long text is slow, in
    quadratic time.
    """
    if len(text) > MAX_NAME_CHARACTERS:
        return ""
    if not text.isascii():
        decomposed = unicodedata.normalize("NFD", text.translate(DASHES))
        text = "".join(character for character in decomposed if not unicodedata.combining(character))
    return text.lower() if text.isascii() else ""


def abbreviation_of(instant: datetime) -> str:
    """Return the abbreviation of the instant's zone if reading it gives the same instant, else ``UTC±HH:MM``.

    CST is ambiguous, and a local time with CET occurs twice when its zone sets the clocks back in October.
    """
    abbreviation = instant.tzname() or ""
    try:
        if instant.replace(tzinfo=known_zone(abbreviation), fold=0).utcoffset() == instant.utcoffset():
            return abbreviation
    except ServiceError:  # it names several zones
        pass
    return f"UTC{iso8601(instant)[19:]}"


@lru_cache(maxsize=256)
def fixed(offset: timedelta | None, name: str = "") -> tzinfo:
    """Return a zone that is always ``offset`` ahead of UTC. Its name is by default the offset, or for none UTC."""
    return timezone(offset or timedelta(0), name or offset_text(offset)) if name or offset else UTC_ZONE


@cache
def zones() -> dict[str, str]:
    """Return the zone for each name of one, in lower case. Names of the database and cities have underscores.

    A city is the last part of exactly one zone's name. Links count only if the database lists them for a country:
    Europe/Amsterdam counts, and US/Samoa does not. The Windows names are those for all regions in Unicode's CLDR:
    https://cldr.unicode.org/development/development-process/design-proposals/extended-windows-olson-zid-mapping
    """
    from tzlocal.windows_tz import win_tz

    windows = {name.lower(): _current_name(zone) for name, zone in win_tz.items() if zone in database.NAMES}
    cities = defaultdict[str, list[str]](list)
    for name in database.NAMES:
        if re.match("(?!Etc/).*/", name) and name == _current_name(name):
            cities[name.lower().rpartition("/")[2]].append(name)
    named = {name: several[0] for name, several in (cities | _OTHER_NAMES).items() if len(several) == 1}
    return windows | named | _KNOWN


def _samples(name: str) -> list[datetime]:
    """Return local times of a zone in the course of a year."""
    zone, start = database.load(name), datetime(database.YEAR, 1, 1, tzinfo=UTC)
    return [(start + timedelta(days=day)).astimezone(zone) for day in _SAMPLED_DAYS]


@cache
def abbreviations() -> dict[str, Meanings]:
    """Return the abbreviations of letters that are in use today, and the English names of standard and summer times.

    MET is among them: until 2024 the database had this abbreviation, and people still use the name for its offset.
    The names are in lower case. The English ones are those of Unicode's CLDR; their spelling and zone are empty.
    """
    found = defaultdict[str, Meanings](dict)
    for minutes, english in table(__package__, "english_names.tsv"):
        found[english.lower()][timedelta(minutes=int(minutes))] = "", ""
    for name in (*_POPULOUS, *database.representative_zones()):
        for local in _samples(name):
            abbreviation = local.tzname() or ""
            if abbreviation.isalpha():
                found[abbreviation.lower()].setdefault(offset_of(local), (abbreviation, name))
    return found


def _current_name(name: str) -> str:
    """Return today's name of a zone for which CLDR keeps an old name: Asia/Kolkata for Asia/Calcutta."""
    return name if database.countries(name) else database.canonical(name)
