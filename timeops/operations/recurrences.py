"""The operation that lists the occurrences of a recurrence rule (T19)."""

import datetime as dt
from calendar import monthrange
from dataclasses import replace
from typing import NamedTuple

from timeops.calendar.instants import (
    COMPATIBLE,
    DISAMBIGUATIONS,
    Located,
    in_zone,
    iso8601,
    name_of,
    out_of_range,
    unix,
)
from timeops.errors import AmbiguousDatetimeError
from timeops.operations.arguments import (
    DatetimeInput,
    Zone,
    located,
    with_readings,
    zone_given,
)
from timeops.operations.results import Occurrence, RecurrenceResult
from timeops.recurrence.cron_writing import write_cron
from timeops.recurrence.days import HORIZON_YEARS
from timeops.recurrence.english_writing import write_english
from timeops.recurrence.occurrences import listing, locate_local
from timeops.recurrence.rfc5545_writing import write_rfc5545
from timeops.recurrence.rule import Frequency, MonthDay, Recurrence, completed, invalid_rule
from timeops.zones.lookup import UTC_ZONE
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import Reading, ServiceError

COUNT = Bounds("count", 1, 1_000, default=10)
#: Enough for a rule with a hundred dates in EXDATE.
MAX_RULE_CHARACTERS = 2_048

ENDS_EARLY = f"No occurrence follows within {HORIZON_YEARS} years, or before the year 10000"
SKIPS_MONTHS = "Months that do not have this day are skipped"
SKIPS_YEARS = "Years that do not have this day are skipped"


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
    disambiguation = DISAMBIGUATIONS.canonical(disambiguation)
    rule = rule if isinstance(rule, Recurrence) else read_rule(rule)
    count = COUNT.check(count)
    try:
        span = _span(rule, zone_given(timezone), start, end, disambiguation, clock())
        rule = _resolved(rule, span)
        found, ended_early = listing(
            rule,
            span.rule_zone,
            anchor=span.anchor,
            start=span.start,
            end=span.end,
            count=count,
            disambiguation=disambiguation,
        )
    except OverflowError:  # a local time near the first or last day of the calendar, which in UTC lies beyond it
        raise out_of_range() from None
    notes = [*rule.notes, *_skipped(rule), *([ENDS_EARLY] if ended_early else [])]
    return {
        "operation": "recurrence",
        "rule": rule.source,
        **{notation: text for notation, text in _written(rule, span).items() if text is not None},  # type: ignore[typeddict-item]  # the three notations
        "timezone": name_of(span.zone),
        "count": len(found),
        "occurrences": [_occurrence(occurrence, span.zone) for occurrence in found],
        **({"note": ". ".join(dict.fromkeys(notes))} if notes else {}),
    }


class _Span(NamedTuple):
    """The range of the listing and the start of the rule.

    ``rule_zone``: the zone of the rule's local times. ``anchor``: the instant from which the rule counts. ``zone``,
    ``start`` and ``end``: those of the listing. ``is_delayed``: the anchor is later than the requested start.
    """

    rule_zone: dt.tzinfo
    anchor: dt.datetime
    zone: dt.tzinfo
    start: dt.datetime
    end: dt.datetime | None
    is_delayed: bool


def _span(
    rule: Recurrence,
    timezone: dt.tzinfo | None,
    start: DatetimeInput | None,
    end: DatetimeInput | None,
    disambiguation: str,
    now: dt.datetime,
) -> _Span:
    given = timezone or rule.zone
    begin = in_zone(now, given or UTC_ZONE)
    if start is None and rule.anchor is None and rule.needs_anchor:
        raise _needs_anchor(rule, begin)
    if start is not None:
        begin = located(start, None, given, disambiguation, now, "start").instant
    begin = begin.replace(microsecond=0)
    zone = given or begin.tzinfo or UTC_ZONE
    rule_zone = rule.zone or zone
    anchor = locate_local(rule.anchor, rule_zone, disambiguation).instant if rule.anchor else begin
    anchor = in_zone(anchor, rule_zone)
    if rule.begins_on_weekday and not _begins_on(rule, anchor):
        raise _needs_anchor(rule, anchor)
    is_delayed = unix(anchor) > unix(begin)
    if is_delayed:  # an RDATE may be before DTSTART
        added = (locate_local(local, rule_zone, disambiguation).instant for local in rule.added)
        begin = in_zone(min((at for at in (anchor, *added) if at >= begin), key=unix), zone)
    last = None if end is None else _end(end, begin, zone, disambiguation, now)
    return _Span(rule_zone, anchor, zone, begin, last, is_delayed)


def _end(end: DatetimeInput, start: dt.datetime, zone: dt.tzinfo, disambiguation: str, now: dt.datetime) -> dt.datetime:
    try:
        last = located(end, None, zone, disambiguation, now, "end").instant
    except AmbiguousDatetimeError as exc:
        raise with_readings(exc, zone, now, start) from None
    if unix(last) < unix(start):
        raise ServiceError("Invalid time range", "end is before start")
    return last


def _begins_on(rule: Recurrence, anchor: dt.datetime) -> bool:
    """Return whether the rule occurs on the day of ``anchor``, at or after its time.

    If not, the rule has two meanings: it may count from this week, or from the next such weekday.
    """
    first = min(dt.time(one.hours[0], one.minutes[0], one.seconds[0]) for one in rule.rules)
    return anchor.weekday() == rule.rules[0].weekdays[0].day and anchor.time() <= first


def _needs_anchor(rule: Recurrence, now: dt.datetime) -> ServiceError:
    """Return the error of a rule like ``every other day``, which may begin in this period or in the next one."""
    days = {Frequency.WEEKLY: 7, Frequency.MONTHLY: monthrange(now.year, now.month)[1]}.get(rule.rules[0].frequency, 1)
    first = now.date()
    if rule.begins_on_weekday:
        first += dt.timedelta(days=(rule.rules[0].weekdays[0].day - first.weekday()) % days)
    readings = []
    for day in (first, first + dt.timedelta(days=days)):
        anchor = dt.datetime.combine(day, dt.time())
        anchored = replace(rule, rules=tuple(completed(one, anchor) for one in rule.rules), anchor=anchor)
        if text := write_english(anchored, now.tzinfo or UTC_ZONE):
            readings.append(Reading(write=text, means=f"from {day} on"))
    what = "its date" if rule.begins_on_weekday else "a date, or give start"
    return invalid_rule(
        '"every other" has two meanings, since the rule does not say which one is the first: write "starting" and '
        f"{what}",
        tuple(readings),
    )


def _resolved(rule: Recurrence, span: _Span) -> Recurrence:
    """Return the recurrence with completed rules, and with the year of its end if that was missing."""
    until = _next(rule.until_day, span.start) if rule.until_day else rule.until
    first = rule.anchor or span.anchor  # the local time of DTSTART as written, even if a change of clocks skips it
    return replace(rule, rules=tuple(completed(one, first) for one in rule.rules), until=until, until_day=None)


def _next(until: MonthDay, start: dt.datetime) -> dt.datetime:
    """Return the first such date on or after the day of ``start``. For 29 February, it may be years later."""
    for year in range(start.year, min(start.year + 9, 10_000)):
        try:
            day = dt.date(year, until.month, until.day)
        except ValueError:
            continue
        if day >= start.date():
            return dt.datetime.combine(day, until.clock)
    raise invalid_rule("The day until which the rule occurs does not exist")


def _written(rule: Recurrence, span: _Span) -> dict[str, str | None]:
    """Write the rule in all possible notations."""
    rrule = write_rfc5545(rule, span.rule_zone)
    if span.zone is not span.rule_zone:  # cron and English have no zone, so they would be read in span.zone
        return {"rrule": rrule}
    cron = rule.cron
    if not (cron or span.is_delayed):  # cron cannot express that a rule starts later
        cron = write_cron(rule, span.anchor, span.rule_zone)
    return {"rrule": rrule, "cron": cron, "text": write_english(rule, span.rule_zone)}


def _skipped(rule: Recurrence) -> list[str]:
    days = [(day, one.months) for one in rule.rules for day in one.month_days if abs(day) > 28]
    notes = []
    if any(months == (2,) for _, months in days):
        notes.append(SKIPS_YEARS)
    if any(len(months) != 1 for _, months in days):
        notes.append(SKIPS_MONTHS)
    return notes


def _occurrence(found: Located, zone: dt.tzinfo) -> Occurrence:
    instant = in_zone(found.instant, zone)
    occurrence: Occurrence = {"timestamp": unix(instant), "iso8601": iso8601(instant)}
    if found.status:
        occurrence["local_time_status"] = found.status  # type: ignore[typeddict-item]  # one of the two
    return occurrence
