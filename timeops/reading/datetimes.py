"""Parse a text as a date and time. docs/architecture.md draws the way of a text through the modules here.

Rule T2: docs/rules.md.
"""

import re
from datetime import date, datetime, time
from fractions import Fraction

from timeops.calendar.instants import offset_of, offset_text
from timeops.calendar.steps import ParsedDatetime, Steps
from timeops.errors import NO_SUCH_TIME, NotADatetimeError
from timeops.reading.programs import NUMERAL, instant_of, read_iso8601, read_numeral, read_rfc2822
from timeops.reading.zone_suffix import OwnZone, split_zone
from timeops.writing.durations import in_digits
from timeops.zones.database import canonical
from timeops.zones.lookup import DASHES, fixed

MAX_CHARACTERS = 128
# A larger number is beyond the year 9999 too, but Python refuses to convert so many digits.
_MOST = 10**4300 - 1

# Characters that some programs and word processors write: no-break spaces before PM, a curly apostrophe in o'clock,
# dashes, and marks of the direction of text, which are removed.
_PLAIN = (
    str.maketrans(dict.fromkeys("\u00a0\u202f\u2009", " ") | {"\u2019": "'"} | dict.fromkeys("\u200e\u200f")) | DASHES
)


def read(value: str | float) -> ParsedDatetime:
    """Parse a timestamp, ISO 8601, RFC 2822, a written date or an English phrase. White space around it is ignored.

    A number is a timestamp. Raises NotADatetimeError, for a text with several meanings with ``suggestions``.
    """
    text = value if isinstance(value, str) else in_digits(max(-_MOST, min(value, _MOST)))
    try:
        found = _read(text) if text is value else ParsedDatetime((instant_of(Fraction(text)),))
    except NotADatetimeError as exc:
        exc.text = text
        raise
    return found._replace(text=text)


def _read(original: str) -> ParsedDatetime:
    if len(original) > MAX_CHARACTERS:
        raise NotADatetimeError(f"has more than {MAX_CHARACTERS} characters")
    text = (original if original.isascii() else original.translate(_PLAIN)).strip(" \t\r\n")
    if NUMERAL.fullmatch(text):
        return ParsedDatetime((read_numeral(text),))
    if stated := read_iso8601(text) or (read_rfc2822(text) if ":" in text else None):
        return ParsedDatetime((stated.replace(tzinfo=None),), stated.tzinfo and fixed(stated.utcoffset()))
    if text[:1] == "@" and NUMERAL.fullmatch(text, 1):  # always a timestamp, as in date(1) and PHP
        return ParsedDatetime((instant_of(Fraction(text[1:])),))
    local, own = split_zone(text)
    stated = own and read_iso8601(local)  # as written: between date and hour ISO 8601 has one separator
    if own and stated and stated.tzinfo:
        offset = offset_text(stated.utcoffset())
        raise NotADatetimeError(f"has two time zones, {offset} and {own.text}: write one of them")
    if own and not stated and NUMERAL.fullmatch(local):
        raise NotADatetimeError("has a zone after a timestamp: leave it out, the answer's zone is that of timezone")
    from timeops.reading import phrases  # imported late, because it imports lark

    spaced = re.sub(r"(?a)[\s\x1c-\x1f]+", " ", local)
    try:
        steps = (stated,) if stated else phrases.read(spaced)
    except NotADatetimeError as exc:
        raise exc.within(spaced, f" {own.text}" if own else "") from None
    if own is None:
        return ParsedDatetime(steps)
    if own.offset:
        return ParsedDatetime((_checked_instant(steps, own),), own.zone)
    rewritten = (f"{local} UTC{offset_text(own.standard_offset)}", f"{local} {canonical(str(own.zone))}")
    return ParsedDatetime(steps, own.zone, standard_offset=own.standard_offset, rewritten=rewritten)


def _checked_instant(steps: Steps, own: OwnZone) -> datetime:
    """Return the instant of a date and time with an offset, or Z, and the name of a zone.

    Raises NotADatetimeError if the zone has another offset at that instant.
    """
    match steps:
        case (datetime() as local,):
            pass
        case (date() as day, time() as clock):
            local = datetime.combine(day, clock)
        case _:
            raise NotADatetimeError("has a zone in brackets after an offset, which only a whole date and time may have")
    try:
        instant = local.replace(tzinfo=own.offset)
        here = offset_of(instant.astimezone(own.zone).astimezone(own.checked_by or own.zone))
    except OverflowError:
        raise NotADatetimeError(NO_SUCH_TIME) from None
    if here == instant.utcoffset():
        return instant
    raise NotADatetimeError(own.contradiction, here=offset_text(here))
