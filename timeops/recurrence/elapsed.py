"""The occurrences of rules that are hourly or more frequent. These count elapsed time from their anchor.

When the clocks go back, the repeated hour has its occurrences twice; a skipped hour has none.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import product

from timeops.calendar.instants import COMPATIBLE, EPOCH, resolve_local_time, unix
from timeops.recurrence.days import HORIZON_YEARS, allowed_days, chosen, new_year
from timeops.recurrence.rule import MAX_STEPS, Frequency, Rule, invalid_rule

_SECONDS_IN = {Frequency.HOURLY: 3_600, Frequency.MINUTELY: 60, Frequency.SECONDLY: 1}


def instants(rule: Rule, anchor: datetime, first: datetime) -> Iterator[datetime]:
    """Yield the instants of ``rule``, in UTC, from the period that contains ``first``.

    Ends if none follows within HORIZON_YEARS. Raises ServiceError after MAX_STEPS periods.
    """
    zone = anchor.tzinfo or UTC
    if rule.frequency is Frequency.HOURLY and rule.interval == 1 and rule.minutes and not rule.positions:
        # As minutes, since an hour in which the clocks go back by half an hour has some minutes twice.
        rule = replace(rule, frequency=Frequency.MINUTELY, seconds=rule.seconds or (anchor.second,))
    size = _SECONDS_IN[rule.frequency]
    step = rule.interval * size
    origin = unix(anchor) - _second_of_day(anchor) % size
    offsets = _offsets(rule, anchor)
    # Minutes and seconds that the rule states are those of the clock, which may go forward by half an hour. Others are
    # counted from the anchor.
    stated = min(size, 3_600 if rule.minutes else 60 if rule.seconds else 1)
    period = max(0, (unix(first) - origin) // step)
    next_allowed, last_year = unix(first), first.year
    for _ in range(MAX_STEPS):
        start = origin + period * step
        try:
            local = _local(start, zone)
            shift = _second_of_day(local) % stated
            for instant in sorted(start + (offset - shift) % size for offset in offsets):
                if instant < next_allowed:
                    continue
                if wait := _seconds_to_allowed(rule, _local(instant, zone)):
                    next_allowed = instant + wait
                    continue
                last_year = local.year
                yield EPOCH + timedelta(seconds=instant)
        except (OverflowError, ValueError):  # the end of the calendar
            return
        if local.year > last_year + HORIZON_YEARS:
            return
        period = max(period + 1, -((origin + size - 1 - next_allowed) // step))
    raise invalid_rule(
        f"The rule occurs too seldom for its interval: of {MAX_STEPS:,} periods up to {local:%Y-%m-%d %H:%M} hardly "
        "any fulfils it. Write a longer frequency, such as DAILY with BYHOUR, or ask for fewer occurrences"
    )


def _offsets(rule: Rule, anchor: datetime) -> list[int]:
    """Return the seconds from the beginning of a period at which the rule occurs."""
    minutes = (rule.minutes or (anchor.minute,)) if rule.frequency is Frequency.HOURLY else (0,)
    seconds = (rule.seconds or (anchor.second,)) if rule.frequency > Frequency.SECONDLY else (0,)
    offsets = [minute * 60 + second for minute, second in product(minutes, seconds)]
    if rule.positions and not (offsets := chosen(rule.positions, offsets)):
        raise invalid_rule("BYSETPOS chooses none of the occurrences of a period")
    return offsets


def _seconds_to_allowed(rule: Rule, local: datetime) -> int:
    """Return the seconds until the next local time that the rule may allow, or 0 if it allows ``local``.

    On an allowed day, the result ends at the next full hour at the latest, because the clocks may change there.
    """
    if wait := _seconds_to_allowed_day(rule, local):
        return wait
    if rule.hours and local.hour not in rule.hours:
        return 3_600 - local.minute * 60 - local.second
    if rule.minutes and local.minute not in rule.minutes:
        return (_next_value(rule.minutes, local.minute) - local.minute) * 60 - local.second
    if rule.seconds and local.second not in rule.seconds:
        return _next_value(rule.seconds, local.second) - local.second
    return 0


def _next_value(values: tuple[int, ...], value: int) -> int:
    return next((later for later in values if later > value), 60)


def _seconds_to_allowed_day(rule: Rule, local: datetime) -> int:
    """Return the seconds until the next allowed day of the year begins, or else the next year; 0 on an allowed day."""
    if not (rule.chooses_days or rule.months):
        return 0
    today, days = local.toordinal(), allowed_days(rule, local.year)
    place = bisect_left(days, today)
    following = days[place] if place < len(days) else new_year(local.year + 1)
    if following == today:
        return 0
    midnight = datetime.combine(date.fromordinal(following), time())
    begin = resolve_local_time(midnight, local.tzinfo or UTC, COMPATIBLE).instant
    return max(1, unix(begin) - unix(local))


def _local(unix: int, zone: tzinfo) -> datetime:
    return (EPOCH + timedelta(seconds=unix)).astimezone(zone)


def _second_of_day(local: datetime) -> int:
    return local.hour * 3_600 + local.minute * 60 + local.second
