"""Split off the zone at the end of a datetime, before the rest is parsed (T2, T18).

Examples: ``tomorrow 9am Europe/Berlin``, ``2026-11-21T12:00+01:00[Europe/Berlin]``, ``3pm CEST``; JavaScript's
``GMT+0100 (Central European Standard Time)``, Go's ``+0100 CET m=+0.01``, and the zone that ``date`` writes before the
year.
RFC 9557 describes the tags in brackets: https://www.rfc-editor.org/rfc/rfc9557
"""

import re
from datetime import timedelta, tzinfo
from typing import NamedTuple

from timeops.calendar.instants import name_of
from timeops.errors import NO_SUCH_TIME, NotADatetimeError
from timeops.reading.offset_suffix import split_offset
from timeops.reading.phrases.words import REFUSED
from timeops.zones.database import canonical
from timeops.zones.lookup import (
    UTC_ZONE,
    AmbiguousZoneError,
    NamedZone,
    UnknownZoneError,
    may_end_with_name,
    named_zone,
    zone_of,
)
from utilitysvc.kit.service_error import ServiceError

# The most words that the name of a zone has, as in W. Central Africa Standard Time.
MOST_WORDS = 6

_GO_CLOCK = re.compile(r"\s+m=[+-][0-9.]+$", re.IGNORECASE)
_YEAR_LAST = re.compile(r"(.*:[0-9]{2}.*\S)\s+([0-9]{4})")
_TAGS = re.compile(r"\s*((?:\[[^\[\]]*\])+)$")
_TAG = re.compile(r"\[(!?)([^\[\]]*)\]")
_KNOWN_TAG = re.compile(r"u-ca=(?:iso8601|gregory)", re.IGNORECASE)
_COMMENT = re.compile(r"\s*\(((?:[^()]|\([^()]*\))*)\)$")
_WORD = re.compile(r"(?<=[\s,0-9])(?=[A-Za-z])")
_IN = re.compile(r"[\s,]+in$", re.IGNORECASE)
_UTC_NAMES = frozenset(("z", "utc", "gmt", "ut"))
# Words of phrases that are also a short name of a zone or a city. To name that zone, write its whole name.
_NO_ZONES = frozenset(("at", *REFUSED))


class OwnZone(NamedTuple):
    """The zone at the end of a datetime, and the ``text`` that states it.

    ``offset``: an offset that is written together with the zone's name. ``checked_by``, by default the zone, must have
    it at that time, or else ``contradiction`` is raised: it is the zone of a name beside the offset, or UTC after Z.
    ``standard_offset``: see NamedZone.
    """

    zone: tzinfo
    text: str
    offset: timedelta | None = None
    standard_offset: timedelta | None = None
    checked_by: tzinfo | None = None
    contradiction: NotADatetimeError | None = None


def split_zone(text: str) -> tuple[str, OwnZone | None]:
    """Split a text into its local datetime and the zone at its end, or None if it has no zone.

    Raises NotADatetimeError if the zone is ambiguous, or if two statements of it contradict each other.
    """
    if text[-4:].isdigit() and (match := _YEAR_LAST.fullmatch(text)):
        try:
            local, own = _split(match[1])
        except NotADatetimeError as exc:
            raise NotADatetimeError(str(exc), [f"{write} {match[2]}" for write in exc.suggestions]) from None
        if own:
            return f"{local} {match[2]}", own
    return _split(_GO_CLOCK.sub("", text) if "=" in text else text)


def _split(text: str) -> tuple[str, OwnZone | None]:
    untagged, tag = _split_tags(text) if text.endswith("]") else (text, None)
    rest, name = _split_name(untagged)
    comment = None
    if name is None and (match := _COMMENT.search(rest)):
        rest, comment = rest[: match.start()], match[1]
        rest, name = _split_name(rest)
    rest, offset = split_offset(rest)
    if comment is not None and (offset, name, tag) == (None, None, None):
        name, comment = (comment, None) if _is_name(comment) else (None, None)
    if (offset, name, tag) == (None, None, None):
        return untagged, None
    own_text = text[len(rest) :].strip(" ,")
    try:
        own = (
            _of_offset(own_text, offset, name, comment, tag) if offset else _of_name(rest, own_text, name, comment, tag)
        )
    except AmbiguousZoneError as exc:
        writes = [f"{rest} {ending}" for ending in exc.endings]
        raise NotADatetimeError(f"has a zone that is not clear: {exc.details}", writes) from None
    except UnknownZoneError as exc:
        raise NotADatetimeError(f"has no zone at its end: {exc.details}") from None
    except ServiceError:  # an offset of a day or more
        raise NotADatetimeError(NO_SUCH_TIME) from None
    return rest, own


def _split_tags(text: str) -> tuple[str, str | None]:
    """Split off the tags in brackets and return the zone among them.

    Other tags have a key and a value. They are ignored, unless they are unknown and marked as critical by ``!``.
    """
    match = _TAGS.search(text)
    if not match:
        return text, None
    zone = None
    for place, (critical, tag) in enumerate(_TAG.findall(match[1])):
        if "=" not in tag and place == 0:
            zone = tag
        elif "=" not in tag:
            raise NotADatetimeError(f'has "[{tag}]" after another tag: only the first can be a zone')
        elif critical and not _KNOWN_TAG.fullmatch(tag):
            raise NotADatetimeError(f'has the tag "[!{tag}]", which must not be ignored, and which is not known here')
    return text[: match.start()], zone


def _split_name(text: str) -> tuple[str, str | None]:
    """Split off the longest name of a zone that the text ends with."""
    if not may_end_with_name(text):
        return text, None
    for match in [*_WORD.finditer(text)][-MOST_WORDS:]:
        name = text[match.start() :]
        if name.lower() not in _NO_ZONES and _is_name(name):
            return _IN.sub("", text[: match.start()].rstrip(" ,")), name
    return text, None


def _is_name(text: str) -> bool:
    try:
        return named_zone(text) is not None
    except AmbiguousZoneError:
        return True


def _of_name(local: str, text: str, name: str | None, comment: str | None, tag: str | None) -> OwnZone:
    """Return the zone of a name without an offset. If there is another name, it must mean the same zone."""
    if tag is not None and (name or "").lower() == "z":
        return OwnZone(_known(tag).zone, text, timedelta(0), checked_by=UTC_ZONE)
    stated = name if name is not None else tag or ""
    known = _known(stated)
    for other, zone_named in ((tag, _known), (comment, named_zone)):
        zone = None if other is None or other is stated else zone_named(other)
        if zone and canonical(name_of(zone.zone)) != canonical(name_of(known.zone)):
            writes = [f"{local} {stated}", f"{local} {other}"]
            raise NotADatetimeError(f"names two time zones, {stated} and {other}: write one of them", writes)
    # A name in square brackets is a zone, also if it could be an abbreviation elsewhere.
    standard_offset = None if name is None else known.standard_offset
    return OwnZone(UTC_ZONE if stated.lower() in _UTC_NAMES else known.zone, text, standard_offset=standard_offset)


def _of_offset(text: str, offset: str, name: str | None, comment: str | None, tag: str | None) -> OwnZone:
    """Return the zone of an offset and, if there is one, a name.

    If the name is in brackets or a region like Europe/Berlin, it is the zone, and must have the offset. Any other name
    must allow the offset, which is the zone.
    """
    zone = zone_of(offset)
    own_offset = zone.utcoffset(None) or timedelta(0)
    region = tag if tag is not None or name is None or "/" not in name else name
    if region is not None:
        return OwnZone(_known(region).zone, text, own_offset)
    beside = name or comment or ""
    contradiction = NotADatetimeError(f"has the offset {offset}, for which {beside} does not stand")
    try:
        known = named_zone(beside)
    except AmbiguousZoneError as exc:  # the offset decides which meaning it is
        if own_offset in exc.offsets:
            return OwnZone(zone, text)
        raise contradiction from None
    if known is None or own_offset == known.standard_offset:
        return OwnZone(zone, text)
    return OwnZone(zone, text, own_offset, checked_by=known.zone, contradiction=contradiction)


def _known(name: str) -> NamedZone:
    """Return the zone for a name or an offset. Raises AmbiguousZoneError or UnknownZoneError."""
    return named_zone(name) or NamedZone(zone_of(name))
