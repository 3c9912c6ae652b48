"""The operation that lists when a rule occurs (T19)."""

from timeops.calendar.instants import COMPATIBLE, out_of_range
from timeops.operations.arguments import DatetimeInput, Zone, disambiguation_name, zone_given
from timeops.operations.results import RecurrenceResult
from timeops.recurrence.rule import Recurrence
from utilitysvc.kit.arguments import checked
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.rules import Bounds

__all__ = ["COUNT", "MAX_RULE_CHARACTERS", "read_rule", "recurrence"]

COUNT = Bounds("count", 1, 1_000, default=10)
#: Room for a rule with a hundred dates in EXDATE.
MAX_RULE_CHARACTERS = 2_048


def read_rule(text: str) -> Recurrence:
    """Read a rule in any notation. Raises ServiceError ``Invalid recurrence rule``."""
    from timeops.recurrence import reading  # late, since few requests need cron and RFC 5545

    return reading.read_rule(text, MAX_RULE_CHARACTERS)


@checked
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
    """List when ``rule`` occurs from ``start`` to ``end``, and write it as RRULE, as cron and in English.

    ``rule`` is an RRULE of RFC 5545, also with lines DTSTART, RDATE and EXDATE, the five fields of cron, or English:
    ``every weekday at 9am``. The listing has at most ``count`` occurrences, 1 to 1000. It begins now, or at DTSTART if
    that is later. A rule without DTSTART counts from ``start``. Local times that a change of clocks skips or repeats
    are taken by ``disambiguation``, while hourly and shorter rules count elapsed time. The other arguments are those of
    ``current``. Raises ServiceError as it does, and for a rule that cannot be read or never occurs.

    >>> [at["iso8601"] for at in recurrence(rule="0 9 * * 1-5", start="2026-11-20", count=2)["occurrences"]]
    ['2026-11-20T09:00:00+00:00', '2026-11-23T09:00:00+00:00']
    """
    disambiguation = disambiguation_name(disambiguation)
    rule = rule if isinstance(rule, Recurrence) else read_rule(rule)
    count = COUNT.check(count)
    from timeops.recurrence.describing import describe  # late, since few requests need dateutil's rules

    zone = zone_given(timezone)
    try:
        return describe(rule, zone, start=start, end=end, count=count, disambiguation=disambiguation, now=clock())
    except OverflowError:  # a local time near the first or last day of the calendar that UTC does not have
        raise out_of_range() from None
