"""The operation that lists the occurrences of a recurrence rule (T19)."""

from timeops.calendar.instants import COMPATIBLE, out_of_range
from timeops.operations.arguments import DatetimeInput, Zone, disambiguation_name, zone_given
from timeops.operations.results import RecurrenceResult
from timeops.recurrence.rule import Recurrence
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.rules import Bounds

COUNT = Bounds("count", 1, 1_000, default=10)
#: Enough for a rule with a hundred dates in EXDATE.
MAX_RULE_CHARACTERS = 2_048


def read_rule(text: str) -> Recurrence:
    """Read a rule in any notation. Raises ServiceError ``Invalid recurrence rule``."""
    from timeops.recurrence import reading  # imported late: few requests need cron and RFC 5545

    return reading.read_rule(text, MAX_RULE_CHARACTERS)


def recurrence(
    *,
    timezone: Zone | None = None,
    start: DatetimeInput | None = None,
    end: DatetimeInput | None = None,
    disambiguation: str = COMPATIBLE,
    rule: str | Recurrence,
    count: int = COUNT.default,
    clock: Clock = utc_now,
) -> RecurrenceResult:
    """List the occurrences of ``rule`` from ``start`` to ``end``, and write the rule as RRULE, as cron and in English.

    ``rule`` is an RRULE of RFC 5545, which may come with the lines DTSTART, RDATE and EXDATE; or the five fields of
    cron; or English, like ``every weekday at 9am``. At most ``count`` occurrences are listed, 1 to 1,000. ``start`` is
    by default now, or DTSTART if that is later. A rule without DTSTART counts its intervals from ``start``.
    ``disambiguation`` applies to local times that a change of clocks skips or repeats; hourly and shorter rules are
    not affected, because they count elapsed time. The other arguments are those of ``current``. Raises ServiceError as
    it does, and for a rule that cannot be read or never occurs.

    >>> [at["iso8601"] for at in recurrence(rule="0 9 * * 1-5", start="2026-11-20", count=2)["occurrences"]]
    ['2026-11-20T09:00:00+00:00', '2026-11-23T09:00:00+00:00']
    """
    disambiguation = disambiguation_name(disambiguation)
    rule = rule if isinstance(rule, Recurrence) else read_rule(rule)
    count = COUNT.check(count)
    from timeops.recurrence.describing import describe  # imported late: few requests need dateutil's rules

    zone = zone_given(timezone)
    try:
        return describe(rule, zone, start=start, end=end, count=count, disambiguation=disambiguation, now=clock())
    except OverflowError:  # a local time near the first or last day of the calendar, which in UTC lies beyond it
        raise out_of_range() from None
