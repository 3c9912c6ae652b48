"""What a rule of the grammar makes of the words for a day: the steps to it, and what is known of its time."""

from collections.abc import Callable
from datetime import date, time
from functools import partial
from typing import NamedTuple

from timeops.calendar import days
from timeops.calendar.steps import MIDNIGHT, Step
from timeops.reading.errors import NO_SUCH_TIME, OTHER_WEEKDAY, NotADatetimeError

__all__ = ["Day", "Steps", "day_by", "on_the"]

Steps = tuple[Step, ...]


class Day(NamedTuple):
    """The steps to a day. ``clock``: its time where none stands beside it; None keeps the time of day that it is now.

    ``part``: the part of the day that the words name, as tonight does. ``month_day``: month, day and weekday of a date
    without a year, which may still follow.
    """

    steps: Steps
    clock: time | None = MIDNIGHT
    part: str = ""
    month_day: tuple[int, int, int | None] | None = None


def day_by(rule: Callable[..., date], **arguments: object) -> Day:
    """Return the day that a rule of days.py chooses."""
    return Day((partial(rule, **arguments),))


def on_the(year: int, month: int, number: int, weekday: int | None) -> Step:
    """Return the step to a date. Raises NotADatetimeError if there is none, or not on that weekday."""
    try:
        day = date(year, month, number)
    except ValueError:
        raise NotADatetimeError(NO_SUCH_TIME) from None
    if weekday not in (None, day.weekday()):
        raise NotADatetimeError(OTHER_WEEKDAY)
    return partial(days.on, day=day)
