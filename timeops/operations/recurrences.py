"""The operation that lists the occurrences of a recurrence rule (T19)."""

import re
from datetime import UTC, date, datetime, tzinfo
from typing import Annotated, Literal, NotRequired, TypedDict

from dateutil.relativedelta import relativedelta

from timeops.calendar.instants import (
    COMPATIBLE,
    DISAMBIGUATIONS,
    Located,
    in_zone,
    iso8601,
    out_of_range,
    resolve_local_time,
    unix,
)
from timeops.calendar.steps import MIDNIGHT, next_weekday
from timeops.calendar.steps import UNITS as LENGTHS
from timeops.operations.arguments import DatetimeInput, Zone, answer, located, zone_given
from timeops.recurrence.occurrences import HORIZON_YEARS, listing, local_datetimes
from timeops.recurrence.rfc5545 import is_rfc5545, read_rfc5545, write_rfc5545
from timeops.recurrence.rule import UNITS, Recurrence, Rule, completed, invalid_rule
from timeops.writing.formats import LOCAL_TIME_STATUS
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

COUNT = Bounds("count", 1, 1_000, default=10)
#: Enough for a rule with a hundred dates in EXDATE.
MAX_RULE_CHARACTERS = 2_048

ENDS_EARLY = f"No occurrence follows within {HORIZON_YEARS} years, or before the year 10000"
SKIPS_MONTHS = "Months that do not have this day are skipped"
SKIPS_YEARS = "Years that do not have this day are skipped"


class Occurrence(TypedDict):
    timestamp: Annotated[int, "Unix timestamp in seconds"]
    iso8601: Annotated[str, "ISO 8601"]
    local_time_status: NotRequired[
        Annotated[Literal["ambiguous", "nonexistent"], "Only if a change of clocks repeats or skips the local time"]
    ]


class RecurrenceResult(TypedDict):
    operation: Annotated[Literal["recurrence"], "Operation performed"]
    rule: Annotated[str, "The rule as it was read"]
    rrule: NotRequired[Annotated[str, "The rule by RFC 5545, if it can be written so"]]
    cron: NotRequired[Annotated[str, "The rule in the five fields of cron, if it can be written so"]]
    text: NotRequired[Annotated[str, "The rule in English, if it can be written so"]]
    timezone: Annotated[str, "Zone of the occurrences"]
    count: Annotated[int, "How many are listed"]
    occurrences: Annotated[list[Occurrence], "When the rule occurs, in order"]
    note: NotRequired[Annotated[str, "A detail that the rule does not state, and how it was understood"]]


def read_rule(text: str) -> Recurrence:
    """Read a rule of RFC 5545, cron or English. Raises ServiceError ``Invalid recurrence rule``."""
    text = text.strip()
    if len(text) > MAX_RULE_CHARACTERS:
        raise invalid_rule(f"The rule has more than {MAX_RULE_CHARACTERS:,} characters")
    if foreign := re.search(r"[^\0-\x7f]", text):
        raise invalid_rule('The rule has "{}": write ASCII characters', foreign[0])
    read = read_rfc5545
    if not is_rfc5545(text):
        from timeops.recurrence import cron, english  # imported late, because they import cronsim and lark

        text = " ".join(text.split())
        read = cron.read_cron if cron.is_cron(text) else english.read_english
    return read(text)._replace(source=text)


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
    disambiguation, count, now = DISAMBIGUATIONS.check(disambiguation), COUNT.check(count), clock()
    rule = rule if isinstance(rule, Recurrence) else read_rule(rule)
    own_zone = rule.anchor.tzinfo if rule.anchor else None
    given = own_zone if timezone is None else zone_given(timezone)
    try:
        begin = located(start, None, given, disambiguation, now, "start").instant.replace(microsecond=0)
        zone = given or zone_given(begin.tzinfo or UTC)
        rule_zone = own_zone or zone

        def locate(local: datetime) -> Located:
            found = resolve_local_time(local.replace(tzinfo=None), local.tzinfo or rule_zone, disambiguation)
            return found._replace(instant=in_zone(found.instant, UTC))

        anchor = in_zone(locate(rule.anchor).instant if rule.anchor else begin, rule_zone)
        is_open = rule.needs_anchor and rule.anchor is None and start is None
        if rule.begins_on_weekday:  # on another day, or after its time, it may count from this week, or from the next
            first = rule.rules[0]
            is_open = is_open or anchor.weekday() != first.weekdays[0].day or anchor.time() > first.times[0]
        if is_open:
            raise _needs_anchor(rule, anchor.date(), rule_zone)
        is_delayed = unix(anchor) > unix(begin)
        if is_delayed:  # an RDATE may be before DTSTART
            added = (locate(local).instant for local in rule.added)
            begin = in_zone(min((at for at in (anchor, *added) if at >= begin), key=unix), zone)
        last = None if end is None else located(end, None, zone, disambiguation, now, "end", begin).instant
        if last and unix(last) < unix(begin):
            raise ServiceError("Invalid time range", "end is before start")
        # The local time of DTSTART counts as it is written, even if a change of clocks skips it.
        rule = _completed(rule, rule.anchor or anchor, begin)
        found, ended_early = listing(rule, anchor, begin, last, count, locate)
    except OverflowError:  # a local time near the first or last day of the calendar, which in UTC lies beyond it
        raise out_of_range() from None
    from timeops.recurrence import cron, english  # as in read_rule

    fields = text = None
    if zone is rule_zone:  # cron and English have no zone, so they would be read in that of the listing
        # cron cannot express that a rule starts later.
        fields = rule.cron if rule.cron or is_delayed else cron.write_cron(rule, anchor, zone)
        text = english.write_english(rule, zone)
    notes = [*rule.notes, *map(_skipped, rule.rules), ENDS_EARLY if ended_early else None]
    result = {
        "operation": "recurrence",
        "rule": rule.source,
        "rrule": write_rfc5545(rule, rule_zone),
        "cron": fields,
        "text": text,
        "timezone": str(zone),
        "count": len(found),
        "occurrences": [
            {"timestamp": unix(instant), "iso8601": iso8601(in_zone(instant, zone)), **LOCAL_TIME_STATUS[status]}
            for instant, status in found
        ],
        "note": ". ".join(dict.fromkeys(filter(None, notes))) or None,
    }
    return answer(RecurrenceResult, result)


def _completed(rule: Recurrence, first: datetime, begin: datetime) -> Recurrence:
    until = rule.until
    if isinstance(until, Rule):
        until = next(local_datetimes(until, begin, begin), None)
        if until is None:
            raise invalid_rule("The day until which the rule occurs does not exist")
    return rule._replace(rules=tuple(completed(one, first) for one in rule.rules), until=until)


def _needs_anchor(rule: Recurrence, first: date, zone: tzinfo) -> ServiceError:
    """Return the error of a rule like ``every other day``, which may begin in this period or in the next one."""
    from timeops.recurrence.english import write_english  # as in read_rule

    one, what = rule.rules[0], "a date, or give start"
    if rule.begins_on_weekday:
        first, what = next_weekday(one.weekdays[0].day)(first), "its date"
    start = datetime.combine(first, MIDNIGHT)
    months, days, rest = LENGTHS[UNITS[one.frequency]].times(one.interval // 2)
    later = start + relativedelta(months=months, days=days, microseconds=rest)
    meanings = {}
    for anchor in (start, later):
        if text := write_english(_completed(rule._replace(anchor=anchor), anchor, anchor), zone):
            day = anchor.isoformat(" ", "auto") if rest else anchor.date()
            meanings[text] = f"from {day} on"
    reason = '"every other" has two meanings, since the rule does not say which one is the first: write "starting" and '
    return invalid_rule(reason + what, meanings=meanings)


def _skipped(rule: Rule) -> str | None:
    """Return the note for a rule with a day that not every month or year has."""
    if all(abs(day) <= 28 for day in rule.month_days):
        return None
    return SKIPS_YEARS if rule.months == (2,) else SKIPS_MONTHS if len(rule.months) != 1 else None
