"""The value that the rules of the grammar compute for a day."""

from datetime import date, time
from typing import NamedTuple

from timeops.calendar.days import FixedDate
from timeops.calendar.steps import MIDNIGHT, Steps
from timeops.errors import NO_SUCH_TIME, OTHER_WEEKDAY, NotADatetimeError
from timeops.reading.phrases.parts_of_day import PartOfDay


class Day(NamedTuple):
    """The steps to a day.

    ``clock``: the time of day if the phrase has none; None keeps the current time of day. ``part``: the part of the day
    that the words name, as ``tonight`` does. ``month_day``: the month, day and weekday of a date without a year, which
    may follow later in the phrase.
    """

    steps: Steps
    clock: time | None = MIDNIGHT
    part: PartOfDay | None = None
    month_day: tuple[int, int, int | None] | None = None


def fixed_date(year: int, month: int, number: int, weekday: int | None) -> FixedDate:
    """Return a step to this date. Raises NotADatetimeError if it does not exist or is on another weekday."""
    try:
        day = date(year, month, number)
    except ValueError:
        raise NotADatetimeError(NO_SUCH_TIME) from None
    if weekday not in (None, day.weekday()):
        raise NotADatetimeError(OTHER_WEEKDAY)
    return FixedDate(day)
