"""Find the zone that a text names (T1): a zone of the database, a fixed offset, a city, an unambiguous abbreviation."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone, tzinfo
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from timeops.calendar.instants import iso8601, offset_text
from timeops.zones import database, posix
from timeops.zones.names import close, names
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import Reading, ServiceError

#: Hyphens, dashes and the minus sign, which word processors write instead of the ASCII hyphen.
DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212"), "-")

INVALID_TIMEZONE = "Invalid timezone"
#: The longest name of a zone in characters (G21).
MAX_NAME_CHARACTERS = 128

WRITE_INSTEAD = "Write a name like Europe/Berlin, or an offset with its sign like +02:00"

UTC_ZONE = database.load("UTC")

# A fixed offset, for texts in lower case; from UTC-23:59:59 to UTC+23:59:59.
_OFFSET = re.compile(
    r"(?:utc|gmt)?([+-])([0-9]{1,2}(?::[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6})?)?)?|[0-9]{2}[0-5][0-9](?:[0-5][0-9])?)"
)
_LAST_WORD = re.compile(r"[A-Za-z]+[^A-Za-z]*$")
# UTC2: POSIX counts it west of Greenwich, people count it east.
_UNSIGNED = re.compile(r"(?:utc|gmt)(0*[1-9][0-9:]*)")
# UTC +5, UTC + 5, and UTC  5, because an unescaped + becomes a space in a query string.
_SPACED = re.compile(r"(utc|gmt)(?:\s*([+-])\s*|\s+)(?=[0-9])")


class ZoneError(ServiceError):
    """The text is not a zone."""

    def __init__(self, text: str, reason: str, readings: Sequence[Reading] = ()) -> None:
        super().__init__(INVALID_TIMEZONE, f'"{text[:MAX_QUOTED]}" {reason}', readings=readings)


class UnknownZoneError(ZoneError):
    """The text does not name any zone."""


class AmbiguousZoneError(ZoneError):
    """The text may mean any of several zones: ``candidates``, with their offsets in the course of a year.

    ``endings``: for each candidate, the zone to write after a datetime.
    """

    def __init__(
        self, text: str, reason: str, candidates: Mapping[str, Sequence[timedelta]], *, are_offsets: bool = False
    ) -> None:
        texts = {zone: " or ".join(map(offset_text, offsets)) for zone, offsets in candidates.items()}
        readings = [Reading(write=zone, means=f"{offset}, as in {zone}") for zone, offset in texts.items()]
        super().__init__(text, reason, readings)
        self.offsets = frozenset(chain.from_iterable(candidates.values()))
        self.endings = [f"UTC{offset}" if are_offsets else zone for zone, offset in texts.items()]


class NamedZone(NamedTuple):
    """A zone found by its name. ``standard_offset``: an offset that the name also means all year, as CET does."""

    zone: tzinfo
    standard_offset: timedelta | None = None


def zone_of(text: str) -> tzinfo:
    """Return the zone that ``text`` names. Case, accents and surrounding white space do not matter.

    A space in the place of a sign is read as ``+``, because query strings turn ``+`` into a space. Raises
    UnknownZoneError, or AmbiguousZoneError for a name with several meanings, or for an offset of a day or more
    ServiceError, which both are.
    """
    plain = _normalized(text).rstrip()
    signed = _SPACED.sub(lambda match: match[1] + (match[2] or "+"), plain).replace(" ", "+")
    if named := named_zone(text) or named_zone(signed):
        return named.zone
    if match := _OFFSET.fullmatch(signed):
        return _offset_zone(text, *match.groups())
    key = plain.lstrip()
    if unsigned := _UNSIGNED.fullmatch(key):
        raise _offset_without_sign(text, unsigned[1])
    if key and (zone := posix.read(text.strip())):
        return zone
    similar = close(key[:MAX_QUOTED])
    suggestion = f"Did you mean {' or '.join(similar)}?" if similar else WRITE_INSTEAD
    raise UnknownZoneError(text, f"is not a known time zone. {suggestion}")


def named_zone(text: str) -> NamedZone | None:
    """Return the zone with this name: of the database, of Windows, in English (CLDR), a city or an abbreviation.

    Returns None for an offset and for any other text. Raises AmbiguousZoneError.
    """
    key = _normalized(text).strip()
    name = names().get(key) or names().get(key.replace(" ", "_"))
    if name is None:
        return None
    if name.zone:
        return NamedZone(database.load(name.zone), name.offset)
    if not name.candidates:
        return NamedZone(fixed(name.offset or timedelta(0), name.abbreviation))
    if name.abbreviation:
        listed = ", ".join(f"{offset_text(offset)} (as in {zone})" for zone, [offset] in name.candidates.items())
        reason = f"is ambiguous, it can mean {listed}: write the zone you mean"
    else:
        reason = f"may mean {' or '.join(name.candidates)}: write the one you mean"
    raise AmbiguousZoneError(text, reason, name.candidates, are_offsets=bool(name.abbreviation))


def may_end_with_name(text: str) -> bool:
    """Return whether the last word of ``text`` is the last word of any zone's name.

    This quick test avoids the search for names in most texts.
    """
    match = _LAST_WORD.search(text, text.rfind(" ") + 1)
    return match is not None and match[0].lower() in _last_words()


@cache
def _last_words() -> frozenset[str]:
    return frozenset(match[0] for name in names() if (match := _LAST_WORD.search(name)))


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
        read_again = instant.replace(tzinfo=zone_of(abbreviation), fold=0)
    except ServiceError:
        read_again = None
    if read_again and read_again.utcoffset() == instant.utcoffset():
        return abbreviation
    return f"UTC{iso8601(instant)[19:]}"


@lru_cache(maxsize=256)
def fixed(offset: timedelta, name: str = "") -> timezone:
    """Return a zone that is always ``offset`` ahead of UTC. Its name is by default the offset."""
    return timezone(offset, name or offset_text(offset))


def _offset_zone(text: str, sign: str, digits: str) -> tzinfo:
    padded = digits if digits[1:2].isdigit() else f"0{digits}"
    try:
        offset = datetime.fromisoformat(f"2000-01-01T00{sign}{padded}").utcoffset()
    except ValueError:
        raise ZoneError(text, "is out of range: offsets go from -23:59 to +23:59") from None
    return fixed(offset) if offset else UTC_ZONE


def _offset_without_sign(text: str, digits: str) -> AmbiguousZoneError:
    candidates = {name: [zone_of(name).utcoffset(None) or timedelta(0)] for name in (f"UTC+{digits}", f"UTC-{digits}")}
    reason = f"could be {', or '.join(candidates)}, which it is for POSIX: write the sign"
    return AmbiguousZoneError(text, reason, candidates)
