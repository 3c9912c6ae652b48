"""The occurrences of rules that are hourly or more frequent. These count elapsed time from their anchor.

When the clocks go back, the repeated hour has its occurrences twice; a skipped hour has none.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import product

from timeops.calendar.instants import COMPATIBLE, resolve_local_time
from timeops.calendar.timeline import EPOCH, unix
from timeops.recurrence.days import candidate_days, chosen_indexes, horizon
from timeops.recurrence.rule import MAX_STEPS, Frequency, Rule, invalid_rule

_SECONDS_IN = {Frequency.HOURLY: 3_600, Frequency.MINUTELY: 60, Frequency.SECONDLY: 1}


def instants(rule: Rule, anchor: datetime, first: datetime) -> Iterator[datetime]:
    """Yield the instants of ``rule``, in UTC, from the period that contains ``first``.

    Raises ServiceError after MAX_STEPS periods.
    """
    zone = anchor.tzinfo or UTC
    size = _SECONDS_IN[rule.frequency]
    step = rule.interval * size
    origin = unix(anchor) - _second_of_day(anchor) % size
    offsets = _offsets(rule, anchor)
    if not offsets:
        raise invalid_rule("BYSETPOS chooses none of the occurrences of a period")
    allowed = _AllowedDays(rule, first)

    def allows(local: datetime) -> bool:
        return allowed.seconds_to_next(local) == 0 and not _seconds_to_next_period(rule, local)

    period = max(0, (unix(first) - origin) // step)
    for _ in range(MAX_STEPS):
        start = origin + period * step
        try:
            local = _local(start, zone)
            to_allowed_day = allowed.seconds_to_next(local)
        except OverflowError:  # the end of the calendar
            return
        if to_allowed_day is None:
            return
        if seconds_into_period := _second_of_day(local) % size:
            # The clocks have changed by half an hour since the anchor, so a period has parts of two local hours.
            if periods := to_allowed_day // step:
                period += periods
                continue
            times = sorted(start + (offset - seconds_into_period) % size for offset in offsets)
            yield from (EPOCH + timedelta(seconds=time) for time in times if allows(_local(time, zone)))
        elif skip := to_allowed_day or _seconds_to_next_period(rule, local):
            period += -(-skip // step)
            continue
        else:
            yield from (EPOCH + timedelta(seconds=start + offset) for offset in offsets)
        period += 1
    raise invalid_rule(
        f"The rule occurs too seldom for its interval: of {MAX_STEPS:,} periods up to {local:%Y-%m-%d %H:%M} hardly "
        "any fulfils it. Write a longer frequency, such as DAILY with BYHOUR, or ask for fewer occurrences"
    )


def _offsets(rule: Rule, anchor: datetime) -> list[int]:
    """Return the seconds from the beginning of a period at which the rule occurs."""
    seconds = rule.seconds or (anchor.second,)
    match rule.frequency:
        case Frequency.HOURLY:
            minutes = rule.minutes or (anchor.minute,)
            offsets = [minute * 60 + second for minute, second in product(minutes, seconds)]
        case Frequency.MINUTELY:
            offsets = list(seconds)
        case _:
            offsets = [0]
    return [offsets[index] for index in chosen_indexes(rule.positions, len(offsets))] if rule.positions else offsets


def _seconds_to_next_period(rule: Rule, local: datetime) -> int:
    """Return the seconds until a time that the hours, minutes and seconds of the rule may allow, or 0 if ``local`` is.

    The result ends at the next full hour at the latest, because the clocks may change there.
    """
    if rule.hours and local.hour not in rule.hours:
        return 3_600 - local.minute * 60 - local.second
    if rule.frequency < Frequency.HOURLY and rule.minutes and local.minute not in rule.minutes:
        return (_next_value(60, rule.minutes, local.minute) - local.minute) * 60 - local.second
    if rule.frequency is Frequency.SECONDLY and rule.seconds and local.second not in rule.seconds:
        return _next_value(60, rule.seconds, local.second) - local.second
    return 0


def _next_value(end: int, values: tuple[int, ...], value: int) -> int:
    return next((later for later in values if later > value), end)


class _AllowedDays:
    """The days on which the rule may occur. Queries must be in the order of time."""

    def __init__(self, rule: Rule, first: datetime) -> None:
        restricts = rule.chooses_days or rule.months
        self._days = candidate_days(rule, first.date()) if restricts else None
        self._day: date | None = date.min
        self._last = horizon(first.date())

    def seconds_to_next(self, local: datetime) -> int | None:
        """Return the seconds until the next allowed day begins, 0 on an allowed day, and None after the last one."""
        today = local.date()
        if today > self._last:
            return None
        if self._days is None:
            return 0
        while self._day is not None and self._day < today:
            self._day = next(self._days, None)
        if self._day is None:
            return None
        if self._day == today:
            return 0
        midnight = datetime.combine(self._day, time())
        begin = resolve_local_time(midnight, local.tzinfo or UTC, COMPATIBLE).instant
        return max(1, unix(begin) - unix(local))


def _local(unix: int, zone: tzinfo) -> datetime:
    return (EPOCH + timedelta(seconds=unix)).astimezone(zone)


def _second_of_day(local: datetime) -> int:
    return local.hour * 3_600 + local.minute * 60 + local.second
