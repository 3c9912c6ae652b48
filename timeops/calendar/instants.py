"""Find the instant of a parsed datetime: choose its zone (T4), and resolve local times that do not exist or are
ambiguous (T5).

An instant is an aware ``datetime`` in the zone in which the answer shows it. Never subtract or compare two of them
directly: if they share a zone, Python uses their local times and ignores changes of the clocks. Subtract EPOCH from
both first.
"""

from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta

from timeops.calendar.days import NoSuchDayError
from timeops.calendar.steps import Move, ParsedDatetime, Steps
from timeops.errors import NO_SUCH_DAY, not_a_datetime
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import ServiceError

COMPATIBLE, EARLIER, LATER, REJECT = "compatible", "earlier", "later", "reject"
DISAMBIGUATIONS = Choices("disambiguation", (COMPATIBLE, EARLIER, LATER, REJECT), default=COMPATIBLE)

AMBIGUOUS, NONEXISTENT = "ambiguous", "nonexistent"


class Located(NamedTuple):
    """An instant. ``status`` is AMBIGUOUS or NONEXISTENT if the local time that it was found from is."""

    instant: datetime
    status: str | None = None


def locate(parsed: ParsedDatetime, zone: tzinfo | None, disambiguation: str, now: datetime) -> Located:
    """Find the instant of ``parsed``.

    A local time is read in the zone that ``parsed`` states itself, or else in ``zone``, or else in UTC. The result is
    shown in ``zone`` if that is given. Raises ServiceError for a local time that does not exist or occurs twice, if
    ``disambiguation`` is to reject it; for a phrase that names a day that does not exist; for the name of a zone that
    has two meanings at that instant; and outside of the years 1 to 9999.
    """
    own = parsed.zone or zone or UTC
    try:
        located = _follow(parsed.steps, in_zone(now, own), own, disambiguation)
    except NoSuchDayError:
        raise not_a_datetime(parsed.parameter, parsed.text, NO_SUCH_DAY) from None
    except (OverflowError, ValueError):
        raise out_of_range() from None
    if parsed.standard_offset is not None and located.instant.utcoffset() != parsed.standard_offset:
        raise _zone_of_two_offsets(parsed, located.instant)
    if zone and zone is not own:
        return Located(in_zone(located.instant, zone), located.status)
    return located


def _zone_of_two_offsets(parsed: ParsedDatetime, instant: datetime) -> ServiceError:
    standard, here = (offset_text(offset or timedelta(0)) for offset in (parsed.standard_offset, instant.utcoffset()))
    zone = name_of(instant.tzinfo or UTC)
    reason = f"has a zone that could be {standard} all year, or {zone}, which is at {here} then"
    return not_a_datetime(parsed.parameter, parsed.text, reason, parsed.rewritten or ())


def _follow(steps: Steps, here: datetime, zone: tzinfo, disambiguation: str) -> Located:
    """Follow the steps from ``here``. A local time becomes an instant before a step of exact length, and at the end."""
    located = Located(here)
    wall_clock: datetime | None = None
    for step in steps:
        local = wall_clock or wall_clock_of(located.instant)
        match step:
            case datetime(tzinfo=None):
                wall_clock = step
            case datetime():
                located, wall_clock = Located(in_zone(step, zone)), None
            case time():
                wall_clock = datetime.combine(local, step)
            case Move(months, days, microseconds):
                if months or days:
                    wall_clock = local + relativedelta(months=months) + timedelta(days=days)
                if microseconds:
                    start = resolve_local_time(wall_clock, zone, disambiguation) if wall_clock else located
                    located, wall_clock = Located(elapse(start.instant, microseconds), start.status), None
            case _:
                wall_clock = datetime.combine(step.choose(local.date()), local.time())
    return resolve_local_time(wall_clock, zone, disambiguation) if wall_clock else located


def move(instant: datetime, step: Move, disambiguation: str) -> Located:
    """Move an instant by months, then days, in the calendar of its zone, and then by the exact remainder.

    If the new month does not have the day, its last day is used. Raises ServiceError outside of the years 1 to 9999.
    """
    try:
        return _follow((step,), instant, instant.tzinfo or UTC, disambiguation)
    except (OverflowError, ValueError):
        raise out_of_range() from None


def wall_clock_of(instant: datetime) -> datetime:
    """Return the local time of an instant in its zone, as a naive datetime."""
    return instant.replace(tzinfo=None, fold=0)


def resolve_local_time(wall_clock: datetime, zone: tzinfo, disambiguation: str) -> Located:
    """Find the instant at which the clocks of ``zone`` show ``wall_clock``, by the rules of JavaScript's Temporal.

    A skipped time moves by the length of the gap: back for ``earlier``, else forward. For a time that occurs twice,
    ``later`` chooses the second instant, and any other value the first.
    """
    first, second = wall_clock.replace(tzinfo=zone, fold=0), wall_clock.replace(tzinfo=zone, fold=1)
    before, after = first.utcoffset(), second.utcoffset()
    if before == after or before is None or after is None:
        return Located(first)
    if disambiguation == REJECT:
        raise _rejected(wall_clock, first, second)
    if before > after:
        return Located(second if disambiguation == LATER else first, AMBIGUOUS)
    gap = after - before
    return Located(first - gap if disambiguation == EARLIER else first + gap, NONEXISTENT)


def _rejected(wall_clock: datetime, first: datetime, second: datetime) -> ServiceError:
    zone = first.tzinfo or UTC
    before, after = offset_of(first), offset_of(second)
    local = f"{wall_clock.isoformat(timespec='seconds')} in {name_of(zone)}"
    change = f"the clocks go from {offset_text(before)} to {offset_text(after)}"
    if before < after:
        return ServiceError("Nonexistent local time", f"{local} is skipped: {change}")
    return ServiceError(
        "Ambiguous local time",
        f"{local} occurs twice: {change}",
        readings=[
            {"write": EARLIER, "means": first.isoformat(timespec="seconds"), "parameter": DISAMBIGUATIONS.name},
            {"write": LATER, "means": second.isoformat(timespec="seconds"), "parameter": DISAMBIGUATIONS.name},
        ],
    )


def in_zone(instant: datetime, zone: tzinfo) -> datetime:
    """Return the same instant in ``zone``. Raises ServiceError outside of the years 1 to 9999."""
    try:
        return instant.astimezone(zone)
    except (OverflowError, ValueError):
        raise out_of_range() from None


def elapse(instant: datetime, microseconds: int) -> datetime:
    """Return the instant ``microseconds`` later in elapsed time. Raises ServiceError outside of the years 1 to 9999."""
    try:
        delta = timedelta(microseconds=microseconds)
        if isinstance(instant.tzinfo, timezone):
            return instant + delta
        return (instant.astimezone(UTC) + delta).astimezone(instant.tzinfo)
    except (OverflowError, ValueError):
        raise out_of_range() from None


def name_of(zone: tzinfo) -> str:
    """Return the canonical spelling of a zone's name."""
    return zone.key if isinstance(zone, ZoneInfo) else zone.tzname(None) or ""


def offset_of(instant: datetime) -> timedelta:
    """Return the offset of an aware datetime."""
    return instant.utcoffset() or timedelta(0)


def offset_text(offset: timedelta) -> str:
    """Return ``offset`` as ±HH:MM. Seconds and their fraction follow if there are any, as in local mean times."""
    seconds, microseconds = divmod(abs(offset) // timedelta(microseconds=1), 1_000_000)
    minutes, seconds = divmod(seconds, 60)
    sign = "-" if offset < timedelta(0) else "+"
    rest = f":{seconds:02}" if seconds or microseconds else ""
    return f"{sign}{minutes // 60:02}:{minutes % 60:02}{rest}" + (f".{microseconds:06}" if microseconds else "")


def iso8601(instant: datetime) -> str:
    """Return YYYY-MM-DDTHH:MM:SS±HH:MM. If the offset has seconds, they are written too: ±HH:MM:SS."""
    return instant.isoformat(timespec="seconds")


def out_of_range() -> ServiceError:
    return ServiceError("Result out of range", "The result must lie within the years 1 to 9999")
