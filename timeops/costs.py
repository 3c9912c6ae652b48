"""Estimate the seconds of CPU of those operations whose cost depends on their parameters.

Each function takes the values that the operation's serializer has read. The constants were measured on one core in
2026, and rounded up. The other operations take less than a tenth of a millisecond.
"""

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from timeops.calendar.business_days import AMOUNT, MAX_DAYS
from timeops.calendar.instants import COMPATIBLE, locate
from timeops.calendar.timeline import unix
from timeops.calendar.units import BUSINESS_DAYS
from timeops.recurrence.rule import MAX_COUNTED, MAX_STEPS, Frequency, Recurrence, Rule
from timeops.zones import database
from timeops.zones.posix import PosixZone
from utilitysvc.kit.clock import utc_now
from utilitysvc.kit.service_error import ServiceError

_BASE = 0.0001
_LISTED_ZONE = 0.000_006
_LISTED_TRANSITION = 0.000_02
# Transitions after the last one in the zone's file are found by stepping through its rule. A POSIX rule that a client
# sends is searched in smaller steps.
_TRANSITION_BY_RULE = 0.000_13
_TRANSITION_BY_CLIENTS_RULE = 0.000_9
_YEAR = 31_556_952
_DAY = 86_400

_DURATION = 0.000_003
# Enough to keep the request off the event loop, because the first one imports the package holidays, which is slow.
_COUNTRY = 0.002
_HOLIDAYS_OF_A_YEAR = 0.000_6
_BUSINESS_DAY = 0.000_000_6
_BUSINESS_DAY_OF_COUNTRY = 0.000_002_5

_RULE = 0.000_25
_OCCURRENCE = 0.000_01
_TIME_OF_DAY = 0.000_001_4
_STEP = 0.000_003_5
# To find out that no day in 400 years fits a rule.
_IMPOSSIBLE = 0.015
# For each frequency: the seconds that python-dateutil takes for one period, and the number of periods in HORIZON_YEARS.
_PERIODS = {
    Frequency.DAILY: (0.000_004, 36_525),
    Frequency.WEEKLY: (0.000_008, 5_219),
    Frequency.MONTHLY: (0.000_02, 1_200),
    Frequency.YEARLY: (0.000_07, 100),
}


def cost_of_timezones(values: Mapping[str, Any]) -> float:
    if not values["details"]:
        return _BASE
    country = values.get("country")
    names = database.NAMES if country is None else database.zones_of_countries()[country]
    return _BASE + len(names) * _LISTED_ZONE


def cost_of_timezone_info(values: Mapping[str, Any]) -> float:
    """Estimate the search for the next and the previous transition, and for summer time half a year to both sides."""
    return _BASE + 3 * _cost_of_transition_by_rule(values["timezone"])


def cost_of_transitions(values: Mapping[str, Any]) -> float:
    zone, now = values["timezone"], utc_now()
    if not isinstance(zone, ZoneInfo):
        return _BASE
    try:
        ends = [
            unix(locate(values[name], zone, COMPATIBLE, now).instant) if name in values else None
            for name in ("start", "end")
        ]
    except ServiceError:
        return _BASE  # it will be refused
    start, end = (ends[0] if ends[0] is not None else (ends[1] or unix(now)) - _YEAR), ends[1]
    end = start + _YEAR if end is None else end
    listed = database.schedule(zone).times
    by_rule = 2 * max(end - max([start, *listed[-1:]]), 0) / _YEAR
    from_list = sum(start <= time <= end for time in listed)
    return _BASE + from_list * _LISTED_TRANSITION + by_rule * _cost_of_transition_by_rule(zone)


def _cost_of_transition_by_rule(zone: object) -> float:
    """Estimate the search for one transition after those that the file of ``zone`` lists."""
    if not isinstance(zone, ZoneInfo) or not database.schedule(zone).repeats:
        return 0
    return _TRANSITION_BY_CLIENTS_RULE if isinstance(zone, PosixZone) else _TRANSITION_BY_RULE


def cost_of_duration(values: Mapping[str, Any]) -> float:
    return _BASE + len(values["durations"]) * _DURATION


def cost_of_holidays(_values: Mapping[str, Any]) -> float:
    return _COUNTRY


def cost_of_shift(values: Mapping[str, Any]) -> float:
    """Estimate add and subtract. Business days are counted one by one."""
    if values.get("unit") != BUSINESS_DAYS:
        return _BASE
    return _cost_of_business_days(values, 1.5 * min(abs(values.get("amount") or 0), AMOUNT.maximum))


def cost_of_difference(values: Mapping[str, Any]) -> float:
    if not values["business"]:
        return _BASE
    now = utc_now()
    try:
        start, end = (unix(locate(values[name], None, COMPATIBLE, now).instant) for name in ("start", "end"))
    except ServiceError:
        return _BASE  # it will be refused
    return _cost_of_business_days(values, min(abs(end - start) / _DAY, MAX_DAYS))


def _cost_of_business_days(values: Mapping[str, Any], days: float) -> float:
    if values.get("country") is None:
        return _BASE + days * _BUSINESS_DAY
    return _COUNTRY + days * _BUSINESS_DAY_OF_COUNTRY + days / 365 * _HOLIDAYS_OF_A_YEAR


def cost_of_recurrence(values: Mapping[str, Any]) -> float:
    """Estimate the search for occurrences, which tries one period of the rule after the other."""
    recurrence: Recurrence = values["rule"]
    counted = min(recurrence.count or 0, MAX_COUNTED) if recurrence.anchor else 0
    count: int = values["count"] + counted
    return _RULE + sum(_cost_of_rule(rule, count) for rule in recurrence.rules) + count * _OCCURRENCE


def _cost_of_rule(rule: Rule, count: int) -> float:
    if rule.counts_elapsed_time:
        return min(_steps(rule, count), MAX_STEPS) * _STEP
    of_period, most = _PERIODS[rule.frequency]
    rare = rule.interval == 1 and bool(rule.month_days or rule.year_days or rule.week_numbers)
    periods = min(most, count * rule.interval * (4 if rare else 1))
    times = max(1, len(rule.hours)) * max(1, len(rule.minutes)) * max(1, len(rule.seconds))
    impossible = _IMPOSSIBLE if rule.months and any(abs(day) > 29 for day in rule.month_days) else 0
    return periods * of_period + times * _TIME_OF_DAY + impossible


def _steps(rule: Rule, count: int) -> int:
    """Estimate how many periods are tried.

    An interval may miss the wanted values of its own unit many times: every 7 minutes, but only at minute 0. The search
    for a wanted hour tries each hour, and finds a wanted minute or second at once.
    """
    own = {Frequency.HOURLY: rule.hours, Frequency.MINUTELY: rule.minutes, Frequency.SECONDLY: rule.seconds}
    if own[rule.frequency] and rule.interval > 1:
        return MAX_STEPS
    return count * (20 if rule.hours else 2)
