"""Find the offset at the end of a datetime: ``+02:00``, ``-0500``, ``UTC+5:30``.

An ending that may also be another time or day is refused. ``2026-11-21-12:00`` could end with a time, as in log files,
or with an offset, as in XML Schema. ``9:00-17:00`` is two times, but ``2026-11-21T09:00-05:00`` is ISO 8601.
"""

import re
from collections.abc import Sequence

from timeops.errors import NotADatetimeError
from timeops.reading.iso8601 import read_local
from timeops.reading.numerals import GENERALIZED_TIME
from timeops.reading.phrases.written_dates import DATE, MONTH

_HOUR_AND_MORE = r"[0-9]{2}(?::?[0-5][0-9](?::?[0-5][0-9](?:\.[0-9]{1,6})?)?)?"
_NAMED = re.compile(
    r"(?<=[\s,0-9])(?:UTC|GMT)(?:\s*[+-]\s*|\s+)[0-9]{1,2}(?::?[0-5][0-9](?::?[0-5][0-9])?)?$", re.IGNORECASE
)
_SIGNED = re.compile(rf"[+-]{_HOUR_AND_MORE}$")
# An offset after a space, because query strings turn the sign + into a space. It has four digits: two are ambiguous.
_UNSIGNED = re.compile(r"\s+(?:[01][0-9]|2[0-3]):?[0-5][0-9]$")
_TWO_NUMBERS = re.compile(
    r"(?:[0-9]:[0-9]{2}|[0-9]{4}-[0-9]{2}-[0-9]{2}[T\s][0-9]{2}|T[0-9]{4})\s+([0-9]{2})$", re.IGNORECASE
)
# An hour, or an hour and a minute: two more digits could be the minute or the second.
_BEFORE_MORE = re.compile(r"(?:^|[^0-9:])[0-9]{1,2}(?::[0-9]{2})?$")
_GO_OFFSETS = re.compile(r"([+-][0-9]{2}(?:[0-9]{2})?)\s+([+-][0-9]{2}(?:[0-9]{2})?)$")

# The most common ending that looks like an offset and is not: the date 2026-11-21.
_PLAIN_DATE = re.compile(r"(?:^|\s)[0-9]{4}-[0-9]{2}-[0-9]{2}$")

# An offset can follow a date or a time of day. After any other word, a number with a sign is an amount.
_BEFORE = re.compile(
    r"(?:[0-9](?:\s*[ap]\.?(?:m\.?)?|\s?h|st|nd|rd|th)?|noon|midday|midnight|o'?clock)$", re.IGNORECASE
)
_DATE_AT_END = re.compile(rf"(?:^|[\s,/]|[-0-9](?=[0-9]{{4}}-)){DATE}$", re.VERBOSE | re.IGNORECASE)
_TIME_AT_END = re.compile(
    r"(?:[0-9]:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?|[0-9]h(?:[0-9]{2})?|[ap]\.?(?:m\.?)?|noon|midday|midnight|clock)$",
    re.IGNORECASE,
)
_DAY_AT_END = re.compile(rf"(?:^|[\s,])(?:{DATE}|[0-9]{{4}}|[0-9]{{1,2}}(?:st|nd|rd|th)?)$", re.VERBOSE | re.IGNORECASE)
_TWO_HOURS = re.compile(r"(?:^|\s)[0-9]{1,2}-[0-9]{2}$")
_FULL_TIME = re.compile(r"[0-9]{4}\D.*[0-9]:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?$")
_YEAR = re.compile(r"(?<![0-9:.])[0-9]{4}(?![0-9:])")
_SECONDS = re.compile(r":[0-9]{2}:[0-9]{2}")
# A month and a day, then a hyphen and another day or a year.
_DAY_AND_MORE = re.compile(
    rf"(.*\b(?:{MONTH})\.?\s+)([0-9]{{1,2}}(?:st|nd|rd|th)?)(-((?:19|2[01])?[0-9]{{2}}))$", re.IGNORECASE
)
# The largest offset behind UTC in hours, of all zones. A larger number after a hyphen is not meant as an offset.
MOST_HOURS_BEHIND_UTC = 12


def split_offset(text: str) -> tuple[str, str | None]:
    """Split a text into the part before its offset, and the offset with its sign, or None if it has no offset.

    Raises NotADatetimeError for an ending that may also be a year, another day or another time.
    """
    if not text[-1:].isdigit() or _PLAIN_DATE.search(text):
        return text, None
    if match := _NAMED.search(text):
        return text[: match.start()].rstrip(" ,"), match[0]
    if match := _GO_OFFSETS.search(text):  # Go writes -0300 -03 if the zone has no abbreviation
        if match[1][:3] != match[2][:3]:
            raise NotADatetimeError(f"has two offsets, {match[1]} and {match[2]}: write one of them")
        text = text[: match.end(1)]
    match = _SIGNED.search(text)
    return _split_signed(text, match) if match else _split_unsigned(text)


def _split_unsigned(text: str) -> tuple[str, str | None]:
    if match := _TWO_NUMBERS.search(text):
        number, before = match[1], text[: match.start(1)].rstrip()
        endings = [f" +{number}:00"] if int(number) < 24 else []
        endings += [f":{number}"] if int(number) < 60 and _BEFORE_MORE.search(before) else []
        hint = f": write it as {', or as '.join(ending.strip() for ending in endings)}" if endings else ""
        reason = f'ends with "{number}", which is no offset without a sign{hint}'
        raise NotADatetimeError(reason, [before + ending for ending in endings])
    match = _UNSIGNED.search(text)
    if not match or not _is_full(text[: match.start()]):
        return text, None
    return text[: match.start()], "+" + match[0].lstrip()


def _split_signed(text: str, match: re.Match[str]) -> tuple[str, str | None]:
    before = text[: match.start()]
    if day := _DAY_AND_MORE.fullmatch(text):
        _refuse_day_and_more(day)
    if not _BEFORE.search(before.rstrip()) or _DATE_AT_END.search(text):
        return text, None
    if match[0][0] == "-" and not before[-1].isspace():
        if _TWO_HOURS.search(text) and not _is_full(before):
            return text, None
        if not (_TIME_AT_END.search(before) or _DAY_AT_END.search(before) or _is_full(before)):
            return text, None
        _refuse_two_readings(before, match[0][1:])
    return before.rstrip(), match[0]


def _is_full(text: str) -> bool:
    """Return whether ``text`` ends with a year, month, day and time of day."""
    if _FULL_TIME.search(text) or GENERALIZED_TIME.fullmatch(text):
        return True
    try:
        return len(text) > len("2026-11-21") and read_local(text) is not None
    except NotADatetimeError:
        return False


def _refuse_day_and_more(match: re.Match[str]) -> None:
    before, day, rest, other = match.groups()
    if len(other) == len("2026"):
        writes: Sequence[str] = (f"{before}{day} {other}", f"{before}{day} UTC{rest}")
    else:
        writes = (f"{before}{day}", f"{before}{other}")
    raise NotADatetimeError(f'has "{rest}" after a day: write a year after a space, or one day alone', writes)


def _refuse_two_readings(before: str, offset: str) -> None:
    """Raise NotADatetimeError if the digits after a hyphen may be a time of day as well as an offset."""
    digits = offset.replace(":", "")
    clock = ":".join(digits[at : at + 2] for at in range(0, len(digits), 2))
    clock += ":00" if len(clock) == len("12") else ""
    if _is_full(before) and (int(digits[:2]) <= MOST_HOURS_BEHIND_UTC or read_local(before)):
        return
    if not _TIME_AT_END.search(before):
        raise NotADatetimeError(
            f"could be a date with the time {clock}, or with the offset -{clock}: end it with "
            f'" {clock}" or " UTC-{clock}"',
            (f"{before} {clock}", f"{before} UTC-{clock}"),
        )
    time = before.rpartition(" ")[2]
    if _YEAR.search(before) and int(digits[:2]) <= MOST_HOURS_BEHIND_UTC:
        return
    if len(digits) == len("123456") or not _SECONDS.search(before):
        other = before.removesuffix(time) + clock
        raise NotADatetimeError(
            f"could be two times or one with an offset: write {time} or {time} UTC-{clock}",
            (before, other, f"{before} UTC-{clock}"),
        )
