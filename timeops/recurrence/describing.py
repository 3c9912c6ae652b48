"""The answer about a rule: its notations, and its occurrences in a range of time (T19)."""

import datetime as dt
from calendar import monthrange
from dataclasses import replace
from typing import NamedTuple

from timeops.calendar.instants import Located, in_zone, resolve_local_time
from timeops.calendar.timeline import unix
from timeops.operations.arguments import DatetimeInput, located
from timeops.operations.results import Occurrence, RecurrenceResult
from timeops.recurrence.cron_writing import write_cron
from timeops.recurrence.days import HORIZON_YEARS
from timeops.recurrence.english import write_english
from timeops.recurrence.occurrences import listing
from timeops.recurrence.rfc5545_writing import write_rfc5545
from timeops.recurrence.rule import Frequency, MonthDay, Recurrence, completed, invalid_rule
from timeops.writing.fields import iso8601
from timeops.zones.lookup import UTC_ZONE, name_of
from utilitysvc.kit.service_error import Reading, ServiceError

ENDS_EARLY = f"The listing ends {HORIZON_YEARS} years after its start"
SKIPS_MONTHS = "Months that do not have this day are skipped"
SKIPS_YEARS = "Years that do not have this day are skipped"


def describe(
    rule: Recurrence,
    zone: dt.tzinfo | None,
    *,
    start: DatetimeInput | None,
    end: DatetimeInput | None,
    count: int,
    disambiguation: str,
    now: dt.datetime,
) -> RecurrenceResult:
    """List at most ``count`` occurrences from ``start`` to ``end``, and write the rule in all possible notations."""
    span = _span(rule, zone, start, end, disambiguation, now)
    rule = _resolved(rule, span)
    occurrences, ended_early = listing(
        rule,
        span.rule_zone,
        anchor=span.anchor,
        start=span.start,
        end=span.end,
        count=count,
        disambiguation=disambiguation,
    )
    written = {"rrule": write_rfc5545(rule, span.rule_zone)}
    if span.zone is span.rule_zone:  # cron and English have no zone, so they would be read in span.zone
        written["cron"] = rule.source if rule.is_cron else _cron(rule, span)
        written["text"] = write_english(rule, span.rule_zone)
    notes = [*rule.notes, *_skipped(rule), *([ENDS_EARLY] if ended_early else [])]
    return {
        "operation": "recurrence",
        "rule": rule.source,
        **{notation: text for notation, text in written.items() if text is not None},  # type: ignore[typeddict-item]
        "timezone": name_of(span.zone),
        "count": len(occurrences),
        "occurrences": [_occurrence(occurrence, span.zone) for occurrence in occurrences],
        **({"note": ". ".join(dict.fromkeys(notes))} if notes else {}),
    }


def _cron(rule: Recurrence, span: "_Span") -> str | None:
    """Write the rule as cron, or return None if it starts later than requested, which cron cannot express."""
    return None if span.is_delayed else write_cron(rule, span.anchor, span.rule_zone)


class _Span(NamedTuple):
    """The range of the listing and the start of the rule.

    ``rule_zone``: the zone of the rule's local times. ``anchor``: the instant from which the rule counts. ``zone``,
    ``start`` and ``end``: those of the listing. ``is_delayed``: the listing starts at the anchor, because that is later
    than the requested start.
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
    anchor, is_delayed = in_zone(begin, rule_zone), False
    if rule.anchor:
        anchor = resolve_local_time(rule.anchor, rule_zone, disambiguation).instant
        is_delayed = unix(anchor) > unix(begin)
        begin = in_zone(anchor, zone) if is_delayed else begin
    last = None if end is None else located(end, None, zone, disambiguation, now, "end").instant
    if rule.begins_on_weekday and not _begins_on(rule, anchor):
        raise _needs_anchor(rule, anchor)
    if last and unix(last) < unix(begin):
        raise ServiceError("Invalid time range", "end is before start")
    return _Span(rule_zone, anchor, zone, begin, last, is_delayed)


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
