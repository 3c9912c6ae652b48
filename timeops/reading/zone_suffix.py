"""Split off the zone at the end of a datetime, before the rest is parsed.

Examples: ``tomorrow 9am Europe/Berlin``, ``2026-11-21T12:00+01:00[Europe/Berlin]``, ``3pm CEST``, ``12:00 UTC+5:30``;
JavaScript's ``GMT+0100 (Central European Standard Time)``, Go's ``+0100 CET m=+0.01``, and the zone that ``date``
writes before the year. Rules T2 and T18 (docs/rules.md), and the tags in brackets of RFC 9557:
https://www.rfc-editor.org/rfc/rfc9557

An offset that may also be another time or day is refused. ``2026-11-21-12:00`` could end with a time, as in log files,
or with an offset, as in XML Schema. ``9:00-17:00`` is two times, but ``2026-11-21T09:00-05:00`` is ISO 8601.
"""

import re
from datetime import timedelta, tzinfo
from typing import NamedTuple

from timeops.calendar.instants import name_of
from timeops.errors import NO_SUCH_TIME, NotADatetimeError
from timeops.reading.programs import ISO
from timeops.reading.words import DATE, MONTH, REFUSED
from timeops.zones.database import canonical
from timeops.zones.lookup import UTC_ZONE, AmbiguousZoneError, NamedZone, UnknownZoneError, named_zone, zone_of
from utilitysvc.kit.service_error import ServiceError

# The most words that the name of a zone has, as in W. Central Africa Standard Time.
_MOST_WORDS = 6
# The largest offset behind UTC in hours, of all zones. A larger number after a hyphen is not meant as an offset.
_MOST_HOURS_BEHIND_UTC = 12

_GO_CLOCK = re.compile(r"(?i)\s+m=[+-][0-9.]+$")
_YEAR_LAST = re.compile(r"(.*:[0-9]{2}.*\S)\s+([0-9]{4})")
_TAGS = re.compile(r"\s*((?:\[[^\[\]]*\])+)$")
_TAG = re.compile(r"\[(!?)([^\[\]]*)\]")
_KNOWN_TAG = re.compile(r"(?i)u-ca=(?:iso8601|gregory)")
_COMMENT = re.compile(r"\s*\(((?:[^()]|\([^()]*\))*)\)$")
_WORD = re.compile(r"(?<=[\s,0-9])(?=[A-Za-z])")
_IN = re.compile(r"(?i)[\s,]+in$")
# Words of phrases that are also a short name of a zone or a city. To name that zone, write its whole name.
_NO_ZONES = frozenset(("at", *REFUSED))

_NAMED_OFFSET = re.compile(
    r"(?i)(?<=[\s,0-9])(?:UTC|GMT)(?:\s*[+-]\s*|\s+)[0-9]{1,2}(?::?[0-5][0-9](?::?[0-5][0-9])?)?$"
)
_OFFSET = re.compile(r"([+-])([0-9]{2}(?::?[0-5][0-9](?::?[0-5][0-9](?:\.[0-9]{1,6})?)?)?)$")
# An offset after a space, because query strings turn the sign + into a space. It has four digits: two are ambiguous.
_UNSIGNED = re.compile(r"\s+((?:[01][0-9]|2[0-3]):?[0-5][0-9])$")
_TWO_NUMBERS = re.compile(r"(?i)(?:[0-9]:[0-9]{2}|[0-9]{4}-[0-9]{2}-[0-9]{2}[T\s][0-9]{2}|T[0-9]{4})\s+([0-9]{2})$")
# An hour, or an hour and a minute: two more digits could be the minute or the second.
_BEFORE_MORE = re.compile(r"(?:^|[^0-9:])[0-9]{1,2}(?::[0-9]{2})?$")
_GO_OFFSETS = re.compile(r"([+-][0-9]{2}(?:[0-9]{2})?)\s+([+-][0-9]{2}(?:[0-9]{2})?)$")
# An offset can follow a date or a time of day. After any other word, a number with a sign is an amount.
_BEFORE_OFFSET = re.compile(r"(?i)(?:[0-9](?:\s*[ap]\.?(?:m\.?)?|\s?h|st|nd|rd|th)?|noon|midday|midnight|o'?clock)$")
_DATE_AT_END = re.compile(r"(?ix)(?:^|[\s,/]|[-0-9](?=[0-9]{4}-))" + DATE + "$")
_TIME_AT_END = re.compile(
    r"(?i)(?:[0-9]:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?|[0-9]h(?:[0-9]{2})?|[ap]\.?(?:m\.?)?|"
    r"noon|midday|midnight|clock)$"
)
_DAY_AT_END = re.compile(r"(?ix)(?:^|[\s,])(?:" + DATE + r"|[0-9]{4}|[0-9]{1,2}(?:st|nd|rd|th)?)$")
_TWO_HOURS = re.compile(r"(?:^|\s)[0-9]{1,2}-[0-9]{2}$")
_FULL_TIME = re.compile(r"[0-9]{4}\D.*[0-9]:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?$")
_YEAR = re.compile(r"(?<![0-9:.])[0-9]{4}(?![0-9:])")
_SECONDS = re.compile(r":[0-9]{2}:[0-9]{2}")
# A month and a day, then a hyphen and another day or a year.
_DAY_AND_MORE = re.compile(
    r"(?i)(?P<before>.*\b(?:"
    + MONTH
    + r")\.?\s+)(?P<day>[0-9]{1,2}(?:st|nd|rd|th)?)(?P<rest>-(?P<other>(?:19|2[01])?[0-9]{2}))$"
)


class OwnZone(NamedTuple):
    """The zone at the end of a datetime, and the ``text`` that states it.

    ``offset``: an offset that is written together with the zone's name. ``checked_by``, by default the zone, must have
    it at that time: it is the zone of a name beside the offset, or UTC after Z. If it has not, ``contradiction`` is the
    reason of the error. ``standard_offset``: see NamedZone.
    """

    zone: tzinfo
    text: str
    offset: timedelta | None = None
    standard_offset: timedelta | None = None
    checked_by: tzinfo | None = None
    contradiction: str = ""


def split_zone(text: str) -> tuple[str, OwnZone | None]:
    """Split a text into its local datetime and the zone at its end, or None if it has no zone.

    Raises NotADatetimeError if the zone is ambiguous, or if two statements of it contradict each other.
    """
    if match := _YEAR_LAST.fullmatch(text):
        try:
            local, own = _split(match[1])
        except NotADatetimeError as exc:
            raise NotADatetimeError(str(exc), [f"{write} {match[2]}" for write in exc.suggestions]) from None
        if own:
            return f"{local} {match[2]}", own
    return _split(_GO_CLOCK.sub("", text))


def _split(text: str) -> tuple[str, OwnZone | None]:
    untagged, tag = _split_tags(text)
    rest, name = _split_name(untagged)
    comment = ""
    if not name and (match := _COMMENT.search(rest)):
        comment = match[1]
        rest, name = _split_name(rest[: match.start()])
    rest, offset = _split_offset(rest)
    if not (offset or name) and tag is None:
        if not _is_name(comment):
            return untagged, None
        name, comment = comment, ""
    own_text = text[len(rest) :].strip(" ,")
    try:
        if offset:
            return rest, _of_offset(own_text, offset, name, comment, tag)
        return rest, _of_name(rest, own_text, name, comment, tag)
    except AmbiguousZoneError as exc:
        writes = [f"{rest} {ending}" for ending in exc.endings]
        raise NotADatetimeError(f"has a zone that is not clear: {exc.details}", writes) from None
    except UnknownZoneError as exc:
        raise NotADatetimeError(f"has no zone at its end: {exc.details}") from None
    except ServiceError:  # an offset of a day or more
        raise NotADatetimeError(NO_SUCH_TIME) from None


def _split_tags(text: str) -> tuple[str, str | None]:
    """Split off the tags in brackets and return the zone among them.

    Other tags have a key and a value. They are ignored, unless they are unknown and marked as critical by ``!``.
    """
    match = _TAGS.search(text)
    if not match:
        return text, None
    tags = _TAG.findall(match[1])
    zone = None if "=" in tags[0][1] else tags.pop(0)[1]
    for critical, tag in tags:
        if "=" not in tag:
            raise NotADatetimeError(f'has "[{tag}]" after another tag: only the first can be a zone')
        if critical and not _KNOWN_TAG.fullmatch(tag):
            raise NotADatetimeError(f'has the tag "[!{tag}]", which must not be ignored, and which is not known here')
    return text[: match.start()], zone


def _split_name(text: str) -> tuple[str, str]:
    """Split off the longest name of a zone that the text ends with, or "" if there is none."""
    for match in [*_WORD.finditer(text)][-_MOST_WORDS:]:
        name = text[match.start() :]
        if name.lower() not in _NO_ZONES and _is_name(name):
            return _IN.sub("", text[: match.start()].rstrip(" ,")), name
    return text, ""


def _is_name(text: str) -> bool:
    try:
        return named_zone(text) is not None
    except AmbiguousZoneError:
        return True


def _of_name(local: str, text: str, name: str, comment: str, tag: str | None) -> OwnZone:
    """Return the zone of a name without an offset. If there is another name, it must mean the same zone."""
    if tag is not None and name.lower() == "z":
        return OwnZone(_known(tag).zone, text, timedelta(0), checked_by=UTC_ZONE)
    stated = name or tag or ""
    known = _known(stated)
    for other, zone_named in ((tag, _known), (comment, named_zone)):
        zone = None if other is None or other is stated else zone_named(other)
        if zone and canonical(name_of(zone.zone)) != canonical(name_of(known.zone)):
            raise NotADatetimeError(
                "names two time zones, {stated} and {other}: write one of them",
                ("{local} {stated}", "{local} {other}"),
                local=local,
                stated=stated,
                other=other,
            )
    # A name in square brackets is a zone, also if it could be an abbreviation elsewhere.
    standard_offset = known.standard_offset if name else None
    return OwnZone(UTC_ZONE if stated.lower() == "gmt" else known.zone, text, standard_offset=standard_offset)


def _of_offset(text: str, offset: str, name: str, comment: str, tag: str | None) -> OwnZone:
    """Return the zone of an offset and, if there is one, a name.

    If the name is in brackets or a region like Europe/Berlin, it is the zone, and must have the offset. Any other name
    must allow the offset, which is the zone.
    """
    zone = zone_of(offset)
    own_offset = zone.utcoffset(None) or timedelta(0)
    region = name if tag is None and "/" in name else tag
    if region is not None:
        return OwnZone(_known(region).zone, text, own_offset)
    beside = name or comment
    contradiction = f"has the offset {offset}, for which {beside} does not stand"
    try:
        known = named_zone(beside)
    except AmbiguousZoneError as exc:  # the offset decides which meaning it is
        if own_offset in exc.offsets:
            return OwnZone(zone, text)
        raise NotADatetimeError(contradiction) from None
    if known is None or own_offset == known.standard_offset:
        return OwnZone(zone, text)
    return OwnZone(zone, text, own_offset, checked_by=known.zone, contradiction=contradiction)


def _known(name: str) -> NamedZone:
    """Return the zone for a name or an offset. Raises AmbiguousZoneError or UnknownZoneError."""
    return named_zone(name) or NamedZone(zone_of(name))


def _split_offset(text: str) -> tuple[str, str]:
    """Split a text into the part before its offset, and the offset with its sign, or "" if it has no offset.

    Raises NotADatetimeError for an ending that may also be a year, another day or another time.
    """
    if not text[-1:].isdigit():
        return text, ""
    if match := _NAMED_OFFSET.search(text):
        return text[: match.start()].rstrip(" ,"), match[0]
    if match := _GO_OFFSETS.search(text):  # Go writes -0300 -03 if the zone has no abbreviation
        if match[1][:3] != match[2][:3]:
            raise NotADatetimeError(f"has two offsets, {match[1]} and {match[2]}: write one of them")
        text = text[: match.end(1)]
    if match := _OFFSET.search(text):
        before = text[: match.start()]
        if day := _DAY_AND_MORE.fullmatch(text):
            is_year = len(day["other"]) == len("2026")
            writes = (
                ("{before}{day} {other}", "{before}{day} UTC{rest}")
                if is_year
                else ("{before}{day}", "{before}{other}")
            )
            reason = 'has "{rest}" after a day: write a year after a space, or one day alone'
            raise NotADatetimeError(reason, writes, **day.groupdict())
        is_offset = _BEFORE_OFFSET.search(before.rstrip()) and not _DATE_AT_END.search(text)
        if is_offset and match[1] == "-" and not before[-1].isspace():
            is_offset = _is_behind(before, match[2])
        return (before.rstrip(), match[0]) if is_offset else (text, "")
    if match := _TWO_NUMBERS.search(text):
        number, before = match[1], text[: match.start(1)].rstrip()
        endings = [f" +{number}:00"] * (int(number) < 24)
        endings += [f":{number}"] * bool(int(number) < 60 and _BEFORE_MORE.search(before))
        hint = f": write it as {', or as '.join(ending.strip() for ending in endings)}" if endings else ""
        reason = f'ends with "{number}", which is no offset without a sign{hint}'
        raise NotADatetimeError(reason, [before + ending for ending in endings])
    match = _UNSIGNED.search(text)
    return (text[: match.start()], f"+{match[1]}") if match and _is_full(text[: match.start()]) else (text, "")


def _is_full(text: str) -> bool:
    """Return whether ``text`` ends with a year, month, day and time of day."""
    return bool(_FULL_TIME.search(text)) or _is_iso_time(text)


def _is_iso_time(text: str) -> bool:
    return bool((match := ISO.fullmatch(text)) and match["clock"])


def _is_behind(before: str, offset: str) -> bool:
    """Return whether the digits after a hyphen are an offset, or raise NotADatetimeError if they may be a time too."""
    full, has_time = _is_full(before), _TIME_AT_END.search(before)
    if not full and (_TWO_HOURS.search(f"{before}-{offset}") or not (has_time or _DAY_AT_END.search(before))):
        return False
    digits = offset.replace(":", "")
    in_range = int(digits[:2]) <= _MOST_HOURS_BEHIND_UTC
    if full and (in_range or _is_iso_time(before)):
        return True
    clock = ":".join(digits[at : at + 2] for at in range(0, len(digits), 2))
    clock += ":00" if len(clock) == len("12") else ""
    if not has_time:
        raise NotADatetimeError(
            "could be a date with the time {clock}, or with the offset -{clock}: end it with "
            '" {clock}" or " UTC-{clock}"',
            ("{before} {clock}", "{before} UTC-{clock}"),
            before=before,
            clock=clock,
        )
    start, space, time = before.rpartition(" ")
    if (in_range and _YEAR.search(before)) or (len(digits) < len("123456") and _SECONDS.search(before)):
        return True
    raise NotADatetimeError(
        "could be two times or one with an offset: write {time} or {time} UTC-{clock}",
        ("{start}{time}", "{start}{clock}", "{start}{time} UTC-{clock}"),
        start=start + space,
        time=time,
        clock=clock,
    )
