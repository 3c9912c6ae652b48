"""How many seconds of CPU an operation takes for the values that its serializer has read, where that depends on them.

Measured on one core in 2026, and rounded up. The other operations take less than a tenth of a millisecond.
"""

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from timeops.calendar.instants import COMPATIBLE, locate
from timeops.calendar.timeline import unix
from timeops.zones import database
from timeops.zones.posix import PosixZone
from utilitysvc.kit.clock import utc_now
from utilitysvc.kit.service_error import ServiceError

__all__ = ["cost_of_timezone_info", "cost_of_timezones", "cost_of_transitions"]

_BASE = 0.0001
_LISTED_ZONE = 0.000_006
_LISTED_TRANSITION = 0.000_02
# What follows a rule is searched for step by step, and the rule of a client in smaller steps.
_TRANSITION_BY_RULE = 0.000_13
_TRANSITION_BY_CLIENTS_RULE = 0.000_9
_YEAR = 31_556_952


def cost_of_timezones(values: Mapping[str, Any]) -> float:
    if not values["details"]:
        return _BASE
    country = values.get("country")
    names = database.NAMES if country is None else database.zones_of_countries()[country]
    return _BASE + len(names) * _LISTED_ZONE


def cost_of_timezone_info(values: Mapping[str, Any]) -> float:
    """The next and the previous transition, and the half year on both sides."""
    return _BASE + 3 * _by_rule(values["timezone"])


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
    return _BASE + sum(start <= time <= end for time in listed) * _LISTED_TRANSITION + by_rule * _by_rule(zone)


def _by_rule(zone: object) -> float:
    """Return what it costs to find one transition by the rule of ``zone``."""
    if not isinstance(zone, ZoneInfo) or not database.schedule(zone).repeats:
        return 0
    return _TRANSITION_BY_CLIENTS_RULE if isinstance(zone, PosixZone) else _TRANSITION_BY_RULE
