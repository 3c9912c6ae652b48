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

from timeops.calendar.instants import offset_text
from timeops.errors import NO_SUCH_TIME, NotADatetimeError
from timeops.reading.programs import ISO
from timeops.reading.words import DATE, MONTH, REFUSED, refuse
from timeops.zones.database import canonical
from timeops.zones.lookup import (
    UTC_ZONE,
    AmbiguousZoneError,
    UnknownZoneError,
    is_name,
    named_zone,
    standard_offset,
    zone_of,
)
from utilitysvc.kit.service_error import ServiceError

# The most words that the name of a zone has, as in W. Central Africa Standard Time.
_MOST_WORDS = 6
# The largest offset behind UTC in hours, of all zones. A larger number after a hyphen is not meant as an offset.
_MOST_HOURS_BEHIND_UTC = 12

# Words of phrases that are also a short name of a zone or a city. To name that zone, write its whole name.
_NO_ZONES = {"at", *REFUSED}

# Each text is searched for these.
_YEAR_LAST = re.compile(r"(.*:[0-9]{2}.*\S)\s+([0-9]{4})")
_GO_CLOCK = re.compile(r"(?i)\s+m=[+-][0-9.]+$")  # Go's monotonic clock

# Most of these patterns are texts, because compiling them at import would slow down each start. Some begin with the end
# that they must have, by which most texts are passed over at once.
_COMMENT = r"\s*\(((?:[^()]|\([^()]*\))*)\)$"
_NAMED_OFFSET = r"(?i)(?<=[\s,0-9])(?:UTC|GMT)(?:\s*[+-]\s*|\s+)[0-9]{1,2}(?::?[0-5][0-9](?::?[0-5][0-9])?)?$"
_TAGS = r"(?:\[[^\[\]]*\])*"
# A zone, or another tag, which has a key and is ignored.
_FIRST_TAG = re.compile(rf"\[!?([^\[\]]*)\]{_TAGS}$")
# An offset can follow a date or a time of day. After any other word, a number with a sign is an amount.
_OFFSET = (
    r"(?is)(?=.*[+-][0-9:.]+$)(.*(?:[0-9](?:\s*[ap]\.?(?:m\.?)?|\s?h|st|nd|rd|th)?|noon|midday|midnight|o'?clock))(\s*)"
    r"([+-])([0-9]{2}(?::?[0-5][0-9](?::?[0-5][0-9](?:\.[0-9]{1,6})?)?)?)"
)
# An offset after a space, because query strings turn the sign + into a space. It has four digits: two are ambiguous.
_UNSIGNED = r"(?s)(.*\S)\s+((?:[01][0-9]|2[0-3]):?[0-5][0-9])"
# An hour, or an hour and a minute, and two more digits, which could be the minute or the second.
_MORE = r"(?s:(?=.*\s[0-9]{2}$)(?=(?:.*[^0-9:])?[0-9]{1,2}(?::[0-9]{2})?\s+[0-9]{2}$))"
_TWO_NUMBERS = (
    r"(?is:(?=.*\s[0-9]{2}$)(?P<before>.*(?:[0-9]:[0-9]{2}|[0-9]{4}-[0-9]{2}-[0-9]{2}[T\s][0-9]{2}|T[0-9]{4}))\s+)"
)
_DATE_AT_END = rf"(?ix)(?:^|[\s,/]|[-0-9](?=[0-9]{{4}}-)){DATE}$"
_TIME_AT_END = (
    r"(?i)(?:[0-9]:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?|[0-9]h(?:[0-9]{2})?|[ap]\.?(?:m\.?)?|"
    r"noon|midday|midnight|clock)$"
)
_DAY_AT_END = rf"(?ix)(?:^|[\s,])(?:{DATE}|[0-9]{{4}}|[0-9]{{1,2}}(?:st|nd|rd|th)?)$"
_FULL_TIME = r"[0-9]{4}\D.*[0-9]:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?$"
_YEAR = r"(?<![0-9:.])[0-9]{4}(?![0-9:])"
# A month and a day, then a hyphen and a year or another day.
_DAY = rf"(?is)(?P<day>(?P<before>.*\b(?:{MONTH})\.?\s+)[0-9]{{1,2}}(?:st|nd|rd|th)?)-"
_AFTER_DAY = 'has "-{more}" after a day: write a year after a space, or one day alone'
# The end of what is refused below, and of Go's two offsets. Most texts have none.
_NUMBER_AT_END = r"(?:\s[0-9]{2}|[+-][0-9]{2,4})$"
_NO_OFFSET = 'ends with "{number}", which is no offset without a sign'
# What is refused: the reason, and what to write for each meaning.
_GO_OFFSETS = (
    r"(?s).*(?P<one>(?P<hour>[+-][0-9]{2})(?:[0-9]{2})?)\s+"
    r"(?P<other>(?!(?P=hour))[+-][0-9]{2}(?:[0-9]{2})?)"
)
_REFUSED_TEXTS = {
    r"[+-]?[0-9]+(?:\.[0-9]+)?[eE][+-]?[0-9]+": ("is a number in scientific notation: write all its digits",),
    rf"(?s).*?\]\[!?(?P<tag>[^\[\]=]*)\]{_TAGS}": ('has "[{tag}]" after another tag: only the first can be a zone',),
    rf"(?is).*?\[!(?!u-ca=(?:iso8601|gregory)\])(?P<tag>[^\[\]]*=[^\[\]]*)\]{_TAGS}": (
        'has the tag "[!{tag}]", which must not be ignored, and which is not known here',
    ),
}
_REFUSED_OFFSETS = {
    _GO_OFFSETS: ("has two offsets, {one} and {other}: write one of them",),
    _DAY + r"(?P<more>(?:19|2[01])[0-5][0-9])": (_AFTER_DAY, "{day} {more}", "{day} UTC-{more}"),
    _DAY + r"(?P<more>[0-9]{2})": (_AFTER_DAY, "{day}", "{before}{more}"),
    _MORE + _TWO_NUMBERS + r"(?P<number>[01][0-9]|2[0-3])": (
        f"{_NO_OFFSET}: write it as +{{number}}:00, or as :{{number}}",
        "{before} +{number}:00",
        "{before}:{number}",
    ),
    _TWO_NUMBERS + r"(?P<number>[01][0-9]|2[0-3])": (
        f"{_NO_OFFSET}: write it as +{{number}}:00",
        "{before} +{number}:00",
    ),
    _MORE + _TWO_NUMBERS + r"(?P<number>[2-5][0-9])": (f"{_NO_OFFSET}: write it as :{{number}}", "{before}:{number}"),
    _TWO_NUMBERS + r"(?P<number>[0-9]{2})": (_NO_OFFSET,),
}


class OwnZone(NamedTuple):
    """The zone at the end of a datetime.

    ``offset``: the zone of an offset that is written together with the zone's name. ``checked_by``, by default the
    zone, must have this offset at that time: it is the zone of a name beside the offset, or UTC after Z. If it has not,
    ``contradiction`` is the reason of the error, a template for the offset that it has. ``standard_offset``: the
    offset that the name also means all year. ``text``: what states the zone.
    """

    zone: tzinfo
    offset: tzinfo | None = None
    standard_offset: timedelta | None = None
    checked_by: tzinfo | None = None
    contradiction: str = "has an offset that differs from its zone's, which is {here} then"
    text: str = ""


def split_zone(text: str) -> tuple[str, OwnZone | None]:
    """Split a text into its local datetime and the zone at its end, or None if it has no zone.

    Raises NotADatetimeError if the zone is ambiguous, or if two statements of it contradict each other.
    """
    if match := _YEAR_LAST.fullmatch(text):
        try:
            local, own = _split(match[1])
        except NotADatetimeError as exc:
            raise exc.within(match[1], f" {match[2]}") from None
        if own:
            return f"{local} {match[2]}", own
    return _split(_GO_CLOCK.sub("", text))


def _split(text: str) -> tuple[str, OwnZone | None]:
    if not text[-1:].isalpha():  # as most phrases end
        refuse(text, _REFUSED_TEXTS)
    match = _FIRST_TAG.search(text)
    tag = match[1] if match and "=" not in match[1] else None
    untagged = text[: match.start()].rstrip() if match else text
    rest, name = _split_name(untagged)
    comment = ""
    if not name and (match := re.search(_COMMENT, rest)):
        comment = match[1]
        rest, name = _split_name(rest[: match.start()])
    rest, offset = _split_offset(rest) if rest[-1:].isdigit() else (rest, "")
    if not (offset or name) and tag is None:
        if not is_name(comment):
            return untagged, None
        name, comment = comment, ""
    try:
        if offset or (tag is not None and name in ("Z", "z")):
            own = _of_offset(offset or name, name, comment, tag)
        else:
            own = _of_name(rest, name, comment, tag)
    except AmbiguousZoneError as exc:
        writes = [f"{rest} {ending}" for ending in exc.endings]
        raise NotADatetimeError(f"has a zone that is not clear: {exc.details}", writes) from None
    except UnknownZoneError as exc:
        raise NotADatetimeError(f"has no zone at its end: {exc.details}") from None
    except NotADatetimeError:
        raise
    except ServiceError:  # an offset of a day or more
        raise NotADatetimeError(NO_SUCH_TIME) from None
    return rest, own._replace(text=text[len(rest) :].strip(" ,"))


def _split_name(text: str) -> tuple[str, str]:
    """Split off the longest name of a zone that the text ends with, or "" if there is none."""
    for match in [*re.finditer(r"(?<=[\s,0-9])(?=[A-Za-z])", text)][-_MOST_WORDS:]:
        name = text[match.start() :]
        if name.lower() not in _NO_ZONES and is_name(name):
            return re.sub(r"(?i)[\s,]+in$", "", text[: match.start()].rstrip(" ,")), name
    return text, ""


def _of_name(local: str, name: str, comment: str, tag: str | None) -> OwnZone:
    """Return the zone of a name without an offset. If there is another name, it must mean the same zone."""
    stated = name or tag or ""
    known = zone_of(stated)
    for other, zone_named in ((tag, zone_of), (comment, named_zone)):
        zone = None if other is None else zone_named(other)
        if zone and canonical(str(zone)) != canonical(str(known)):
            raise NotADatetimeError(
                "names two time zones, {stated} and {other}: write one of them",
                ("{local} {stated}", "{local} {other}"),
                local=local,
                stated=stated,
                other=other,
            )
    # A name in square brackets is a zone, also if it could be an abbreviation elsewhere.
    return OwnZone(UTC_ZONE if stated.lower() == "gmt" else known, standard_offset=standard_offset(name))


def _of_offset(offset: str, name: str, comment: str, tag: str | None) -> OwnZone:
    """Return the zone of an offset and, if there is one, a name.

    If the name is in brackets or a region like Europe/Berlin, it is the zone, and must have the offset. Any other name
    must allow the offset, which is the zone.
    """
    zone = zone_of(offset)
    own_offset = zone.utcoffset(None)
    region = name if tag is None and "/" in name else tag
    if region is not None:
        return OwnZone(zone_of(region), zone, checked_by=zone if offset == name else None)  # Z takes any
    beside = name or comment
    contradiction = f"has the offset {offset}, for which {beside} does not stand"
    try:
        known = named_zone(beside)
    except AmbiguousZoneError as exc:  # the offset decides which meaning it is
        if offset_text(own_offset) in exc.offsets:
            return OwnZone(zone)
        raise NotADatetimeError(contradiction) from None
    if known is None or own_offset == standard_offset(beside):
        return OwnZone(zone)
    return OwnZone(zone, zone, checked_by=known, contradiction=contradiction)


def _split_offset(text: str) -> tuple[str, str]:
    """Split a text into the part before its offset, and the offset with its sign, or "" if it has no offset.

    Raises NotADatetimeError for an ending that may also be a year, another day or another time.
    """
    if match := re.search(_NAMED_OFFSET, text):
        return text[: match.start()].rstrip(" ,"), match[0]
    if re.search(_NUMBER_AT_END, text):
        refuse(text, _REFUSED_OFFSETS)
        # Go writes -0300 -03 if the zone has no abbreviation.
        text = re.sub(r"([+-][0-9]{2}(?:[0-9]{2})?)\s+[+-][0-9]{2}(?:[0-9]{2})?$", r"\1", text)
    if match := re.fullmatch(_OFFSET, text):
        before, space, sign, digits = match.groups()
        if not re.search(_DATE_AT_END, text) and (sign == "+" or space or _is_behind(before, digits)):
            return before, sign + digits
    elif (match := re.fullmatch(_UNSIGNED, text)) and (re.search(_FULL_TIME, match[1]) or _is_iso_time(match[1])):
        return match[1], f"+{match[2]}"
    return text, ""


def _is_iso_time(text: str) -> bool:
    return bool((match := ISO.fullmatch(text)) and match["clock"])


def _is_behind(before: str, offset: str) -> bool:
    """Return whether the digits after a hyphen are an offset, or raise NotADatetimeError if they may be a time too."""
    if _is_iso_time(before):
        return True
    if re.search(r"(?:^|\s)[0-9]{1,2}-[0-9]{2}$", f"{before}-{offset}"):  # two hours
        return False
    clock = re.sub("([0-9]{2}):?(?=[0-9])", r"\1:", offset)
    clock += ":00" if clock == offset[:2] else ""
    if not re.search(_TIME_AT_END, before):
        if not re.search(_DAY_AT_END, before):
            return False
        raise NotADatetimeError(
            "could be a date with the time {clock}, or with the offset -{clock}: end it with "
            '" {clock}" or " UTC-{clock}"',
            ("{before} {clock}", "{before} UTC-{clock}"),
            before=before,
            clock=clock,
        )
    in_range = int(offset[:2]) <= _MOST_HOURS_BEHIND_UTC
    if (in_range and re.search(f"{_FULL_TIME}|{_YEAR}", before)) or (
        clock.count(":") == 1 and re.search(":[0-9]{2}:[0-9]{2}", before)
    ):
        return True
    start, space, time = before.rpartition(" ")
    raise NotADatetimeError(
        "could be two times or one with an offset: write {time} or {time} UTC-{clock}",
        ("{start}{time}", "{start}{clock}", "{start}{time} UTC-{clock}"),
        start=start + space,
        time=time,
        clock=clock,
    )
