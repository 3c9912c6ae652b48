"""What a rule of the grammar makes of the words for a day: the steps to it, and what is known of its time."""

from datetime import date, time
from typing import NamedTuple

from timeops.calendar.days import FixedDate
from timeops.calendar.steps import MIDNIGHT, Steps
from timeops.errors import NO_SUCH_TIME, OTHER_WEEKDAY, NotADatetimeError
from timeops.reading.phrases.parts_of_day import PartOfDay


class Day(NamedTuple):
    """The steps to a day. ``clock``: its time where none stands beside it; None keeps the time of day that it is now.

    ``part``: the part of the day that the words name, as tonight does. ``month_day``: month, day and weekday of a date
    without a year, which may still follow.
    """

    steps: Steps
    clock: time | None = MIDNIGHT
    part: PartOfDay | None = None
    month_day: tuple[int, int, int | None] | None = None


def on_the(year: int, month: int, number: int, weekday: int | None) -> FixedDate:
    """Return the step to a date. Raises NotADatetimeError if there is none, or not on that weekday."""
    try:
        day = date(year, month, number)
    except ValueError:
        raise NotADatetimeError(NO_SUCH_TIME) from None
    if weekday not in (None, day.weekday()):
        raise NotADatetimeError(OTHER_WEEKDAY)
    return FixedDate(day)
