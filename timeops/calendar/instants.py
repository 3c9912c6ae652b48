"""Instants: how a parsed datetime (T4) and a local time (T5) become one, how far apart two are (T9), and their texts.

An instant is an aware ``datetime`` in the zone in which the answer shows it; ``str`` of a zone is its name. Never
subtract or compare two instants directly: if they share a zone, Python uses their local times and ignores changes of
the clocks. Subtract EPOCH from both first, as ``microseconds_between`` does.
"""

from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from typing import NamedTuple

from dateutil.relativedelta import relativedelta

from timeops.calendar.steps import Move, ParsedDatetime, Steps
from timeops.errors import NotADatetimeError
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import Reading, ServiceError

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

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
    shown in ``zone`` if that is given. Raises NotADatetimeError for a phrase that names a day that does not exist, and
    for the name of a zone that has two meanings at that instant; and ServiceError for a local time that does not exist
    or occurs twice, if ``disambiguation`` is to reject it, and outside of the years 1 to 9999.
    """
    own = parsed.zone or zone or UTC
    try:
        located = follow(parsed.steps, in_zone(now, own), disambiguation)
        offset = located.instant.utcoffset()
        if parsed.standard_offset not in (None, offset):
            standard, here = map(offset_text, (parsed.standard_offset, offset))
            reason = f"has a zone that could be {standard} all year, or {own}, which is at {here} then"
            raise NotADatetimeError(reason, parsed.rewritten)  # noqa: TRY301  # its text is set below, as in the other one
    except NotADatetimeError as exc:
        exc.text = parsed.text
        raise
    return Located(in_zone(located.instant, zone or own), located.status)


def follow(steps: Steps, here: datetime, disambiguation: str) -> Located:
    """Follow the steps from the instant ``here``, in the calendar of its zone.

    ``here`` is then an instant, or a local time without a zone, which becomes an instant before a step of exact length,
    and at the end. Raises ServiceError outside of the years 1 to 9999, and NotADatetimeError.
    """
    zone: tzinfo = here.tzinfo or UTC
    status: str | None = None
    exact = zone if isinstance(zone, timezone) else UTC  # the first and the last local times are out of range in UTC
    try:
        for step in steps:
            local = here.replace(tzinfo=None, fold=0)
            match step:
                case datetime():
                    here, status = step.astimezone(zone) if step.tzinfo else step, None
                case time():
                    here = datetime.combine(local, step)
                case Move(months, days, microseconds):
                    if months or days:
                        here = local + relativedelta(months=months, days=days)
                    if microseconds:
                        if not here.tzinfo:
                            here, status = resolve_local_time(here, zone, disambiguation)
                        here = (here.astimezone(exact) + timedelta(microseconds=microseconds)).astimezone(zone)
                case _:
                    day = step if isinstance(step, date) else step(local.date())
                    here = datetime.combine(day, local.time())
        return Located(here, status) if here.tzinfo else resolve_local_time(here, zone, disambiguation)
    except (OverflowError, ValueError):
        raise out_of_range() from None


def resolve_local_time(wall_clock: datetime, zone: tzinfo, disambiguation: str) -> Located:
    """Find the instant at which the clocks of ``zone`` show ``wall_clock``, by the rules of JavaScript's Temporal.

    A skipped time moves by the length of the gap: back for ``earlier``, else forward. For a time that occurs twice,
    ``later`` chooses the second instant, and any other value the first.
    """
    first, second = wall_clock.replace(tzinfo=zone, fold=0), wall_clock.replace(tzinfo=zone, fold=1)
    if first.utcoffset() == second.utcoffset():
        return Located(first)
    gap = offset_of(second) - offset_of(first)
    is_repeated = gap < timedelta(0)
    if disambiguation == REJECT:
        one, other = iso8601(first), iso8601(second)
        kind, what = ("Ambiguous", "occurs twice") if is_repeated else ("Nonexistent", "is skipped")
        details = f"{one[:19]} in {zone} {what}: the clocks go from {one[19:]} to {other[19:]}"
        readings = [
            Reading(write=write, means=means, parameter=DISAMBIGUATIONS.name)
            for write, means in ((EARLIER, one), (LATER, other))
        ]
        raise ServiceError(f"{kind} local time", details, readings=readings if is_repeated else ())
    if is_repeated:
        return Located(second if disambiguation == LATER else first, AMBIGUOUS)
    return Located(first - gap if disambiguation == EARLIER else first + gap, NONEXISTENT)


def move_between(start: datetime, end: datetime) -> Move:
    """Return the move from ``start`` to ``end``: as many whole months and then days as fit, and the exact remainder.

    All three are negative or zero if ``end`` is before ``start``. Two instants in different zones are converted to UTC.
    If a month does not have a day, its last day is used: 29 February to 28 February is a year. JavaScript's Temporal
    does the same, except at the ends of months.
    """
    if start.tzinfo != end.tzinfo:
        start, end = in_zone(start, UTC), in_zone(end, UTC)
    whole = microseconds_between(start, end)
    sign = -1 if whole < 0 else 1
    first, day = start.date(), end.date()
    # The remainder begins on the day of the end, or a day earlier if the end has an earlier time of day than the start.
    while (day - first).days * sign > 0:
        local = datetime.combine(day, start.time())
        anchor = resolve_local_time(local, start.tzinfo or UTC, COMPATIBLE).instant
        rest = microseconds_between(anchor, end)
        if rest * sign >= 0:
            whole_days = relativedelta(day, first)
            return Move(whole_days.years * 12 + whole_days.months, whole_days.days, rest)
        day -= timedelta(days=sign)
    return Move(microseconds=whole)


def microseconds_between(start: datetime, end: datetime) -> int:
    """Return the microseconds that elapse from one instant to another."""
    return ((end - EPOCH) - (start - EPOCH)) // timedelta.resolution


def unix(instant: datetime) -> int:
    """Return the Unix timestamp of an instant in whole seconds, rounded down."""
    return (instant - EPOCH) // timedelta(seconds=1)


def in_zone(instant: datetime, zone: tzinfo) -> datetime:
    """Return the same instant in ``zone``. Raises ServiceError outside of the years 1 to 9999."""
    try:
        return instant.astimezone(zone)
    except (OverflowError, ValueError):
        raise out_of_range() from None


def offset_of(instant: datetime) -> timedelta:
    """Return the offset of an aware datetime."""
    return instant.utcoffset() or timedelta(0)


def offset_text(offset: timedelta | None) -> str:
    """Return ``offset`` as ±HH:MM. Seconds and their fraction follow if there are any, as in local mean times."""
    return EPOCH.replace(tzinfo=timezone(offset or timedelta(0))).isoformat()[19:]


def iso8601(instant: datetime) -> str:
    """Return YYYY-MM-DDTHH:MM:SS±HH:MM. If the offset has seconds, they are written too: ±HH:MM:SS."""
    return instant.isoformat(timespec="seconds")


def out_of_range() -> ServiceError:
    return ServiceError("Result out of range", "The result must lie within the years 1 to 9999")
