"""Find the zone that a text names (T1): a zone of the database, a fixed offset, a city, an unambiguous abbreviation."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone, tzinfo
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from timeops.calendar.instants import offset_of, offset_text
from timeops.zones import database, posix
from timeops.zones import names as zone_names
from timeops.zones.names import abbreviations, offsets_of
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import Reading, ServiceError

#: Hyphens, dashes and the minus sign, which word processors write instead of the ASCII hyphen.
DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212"), "-")

INVALID_TIMEZONE = "Invalid timezone"
#: The longest name of a zone in characters (G21).
MAX_NAME_CHARACTERS = 128

WRITE_INSTEAD = "Write a name like Europe/Berlin, or an offset with its sign like +02:00"

UTC_ZONE = database.load("UTC")

_KNOWN = {name.lower(): name for name in database.NAMES}
_KEYS = _KNOWN | {"z": "UTC", "ut": "UTC", "coordinated universal time": "UTC", "greenwich mean time": "GMT"}

# A fixed offset, for texts in lower case; from UTC-23:59:59 to UTC+23:59:59.
_OFFSET = re.compile(
    r"(?:utc|gmt)?([+-])([0-9]{1,2}(?::[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6})?)?)?|[0-9]{2}[0-5][0-9](?:[0-5][0-9])?)"
)
_LAST_WORD = re.compile(r"[A-Za-z]+[^A-Za-z]*$")
# UTC2: POSIX counts it west of Greenwich, people count it east.
_UNSIGNED = re.compile(r"(?:utc|gmt)(0*[1-9][0-9:]*)")
# UTC +5, UTC + 5, and UTC  5, because an unescaped + becomes a space in a query string.
_SPACED = re.compile(r"(utc|gmt)(?:\s*([+-])\s*|\s+)(?=[0-9])")


class UnknownZoneError(ServiceError):
    """The text does not name any zone."""


# Until 2024 the database had an abbreviation MET, and people still use the name for this offset.
_FORMER_ABBREVIATIONS = {"met": timedelta(hours=1)}


class AmbiguousZoneError(ServiceError):
    """The text may mean any of several zones: ``candidates``, with their offsets in the course of a year.

    ``endings``: for each candidate, the zone to write after a datetime.
    """

    def __init__(
        self, text: str, reason: str, candidates: Mapping[str, Sequence[timedelta]], *, are_offsets: bool
    ) -> None:
        offsets = {zone: " or ".join(map(offset_text, offsets)) for zone, offsets in candidates.items()}
        readings = [Reading(write=zone, means=f"{offset}, as in {zone}") for zone, offset in offsets.items()]
        super().__init__(INVALID_TIMEZONE, f'"{text[:MAX_QUOTED]}" {reason}', readings=readings)
        self.offsets = frozenset(chain.from_iterable(candidates.values()))
        self.endings = [f"UTC{offset}" if are_offsets else zone for zone, offset in offsets.items()]


class NamedZone(NamedTuple):
    """A zone found by its name. ``standard_offset``: an offset that the name also means all year, as CET does."""

    zone: tzinfo
    standard_offset: timedelta | None = None


def zone_of(text: str) -> tzinfo:
    """Return the zone that ``text`` names. Case, accents and surrounding white space do not matter.

    A space in the place of a sign is read as ``+``, because query strings turn ``+`` into a space. Raises
    UnknownZoneError, or AmbiguousZoneError for a name with several meanings; both are ServiceErrors.
    """
    if named := named_zone(text):
        return named.zone
    plain = _normalized(text).rstrip()
    key = plain.lstrip()
    signed = _SPACED.sub(lambda match: match[1] + (match[2] or "+"), plain).replace(" ", "+")
    if name := _KEYS.get(signed):
        return database.load(name)
    if match := _OFFSET.fullmatch(signed):
        return _offset_zone(text, match[1], match[2])
    if unsigned := _UNSIGNED.fullmatch(key):
        raise _offset_without_sign(text, unsigned)
    if key and (zone := posix.read(text.strip())):
        return zone
    close = zone_names.close(key[:MAX_QUOTED])
    suggestion = f"Did you mean {' or '.join(close)}?" if close else WRITE_INSTEAD
    raise UnknownZoneError(INVALID_TIMEZONE, f'"{text[:MAX_QUOTED]}" is not a known time zone. {suggestion}')


def named_zone(text: str) -> NamedZone | None:
    """Return the zone with this name: of the database, of Windows, in English (CLDR), a city or an abbreviation.

    Returns None for an offset and for any other text. Raises AmbiguousZoneError.
    """
    key = _normalized(text).strip()
    underscored = key.replace(" ", "_")
    meanings = abbreviations().get(key, {})
    if name := _KEYS.get(key) or _KEYS.get(underscored):
        return NamedZone(database.load(name), next(iter(meanings), _FORMER_ABBREVIATIONS.get(key)))
    if len(meanings) == 1:
        [(offset, (abbreviation, _))] = meanings.items()
        return NamedZone(fixed(offset, abbreviation))
    if meanings:
        candidates = {meanings[offset][1]: [offset] for offset in sorted(meanings)}
        listed = ", ".join(f"{offset_text(offset)} (as in {zone})" for zone, [offset] in candidates.items())
        reason = f"is ambiguous, it can mean {listed}: write the zone you mean"
        raise AmbiguousZoneError(text, reason, candidates, are_offsets=True)
    english = zone_names.english().get(key)
    if name := zone_names.zone_by_alias(key):
        return NamedZone(database.load(name), english)
    if english is not None:
        return NamedZone(fixed(english))
    if names := zone_names.candidate_zones(key):
        candidates = {name: offsets_of(name) for name in names}
        reason = f"may mean {' or '.join(names)}: write the one you mean"
        raise AmbiguousZoneError(text, reason, candidates, are_offsets=False)
    return None


def may_end_with_name(text: str) -> bool:
    """Return whether the last word of ``text`` is the last word of any zone's name.

    This quick test avoids the search for names in most texts.
    """
    match = _LAST_WORD.search(text, text.rfind(" ") + 1)
    return match is not None and match[0].lower() in _last_words()


@cache
def _last_words() -> frozenset[str]:
    names = (_KEYS, abbreviations(), zone_names.cities(), zone_names.windows(), zone_names.english())
    keys = (key for names_of_kind in (*names, zone_names.candidates()) for key in names_of_kind)
    return frozenset(match[0] for key in keys if (match := _LAST_WORD.search(key)))


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
    abbreviation, offset = instant.tzname() or "", offset_of(instant)
    try:
        zone = zone_of(abbreviation)
    except ServiceError:
        return f"UTC{offset_text(offset)}"
    same = instant.replace(tzinfo=zone, fold=0).utcoffset() == offset
    return abbreviation if same else f"UTC{offset_text(offset)}"


@lru_cache(maxsize=256)
def fixed(offset: timedelta, name: str = "") -> timezone:
    """Return a zone that is always ``offset`` ahead of UTC. Its name is by default the offset."""
    return timezone(offset, name or offset_text(offset))


def _offset_zone(text: str, sign: str, digits: str) -> tzinfo:
    hours, minutes, seconds, *_ = [*re.findall(r"[0-9]{1,2}(?:\.[0-9]+)?", digits), "0", "0"]
    if int(hours) > 23:
        raise _invalid(text, "is out of range: offsets go from -23:59 to +23:59")
    offset = timedelta(hours=int(hours), minutes=int(minutes), seconds=float(seconds))
    return fixed(-offset if sign == "-" else offset) if offset else UTC_ZONE


def _offset_without_sign(text: str, match: re.Match[str]) -> AmbiguousZoneError:
    candidates = {f"UTC{sign}{match[1]}": zone_of(f"UTC{sign}{match[1]}").utcoffset(None) for sign in "+-"}
    reason = f"could be {', or '.join(candidates)}, which it is for POSIX: write the sign"
    offsets = {name: [offset or timedelta(0)] for name, offset in candidates.items()}
    return AmbiguousZoneError(text, reason, offsets, are_offsets=False)


def _invalid(text: str, reason: str) -> ServiceError:
    return ServiceError(INVALID_TIMEZONE, f'"{text[:MAX_QUOTED]}" {reason}')
