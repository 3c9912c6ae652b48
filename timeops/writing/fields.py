"""The fields of an answer about an instant (T5, T6: docs/rules.md)."""

from calendar import isleap
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Annotated, NotRequired, TypedDict

from timeops.calendar.instants import EPOCH, Located, in_zone, iso8601, name_of, parts_between, unix
from timeops.calendar.units import SECOND
from timeops.names import DAYS
from timeops.writing.durations import duration_parts, in_words

_SECOND = timedelta(seconds=1)
_MILLISECOND = timedelta(milliseconds=1)


class InstantFields(TypedDict):
    timestamp: Annotated[int, "Unix timestamp"]
    datetime: Annotated[str, "Formatted datetime, YYYY-MM-DD HH:MM:SS"]
    date: Annotated[str, "YYYY-MM-DD"]
    time: Annotated[str, "HH:MM:SS"]
    timezone: Annotated[str, "Timezone used: its canonical name, or an offset"]
    unix_timestamp: Annotated[int, "Unix timestamp"]
    iso8601: Annotated[str, "ISO 8601 form, YYYY-MM-DDTHH:MM:SS±HH:MM"]
    rfc2822: Annotated[str, "RFC 2822 form"]
    year: Annotated[str, "Year"]
    month: Annotated[str, "01 to 12"]
    day: Annotated[str, "01 to 31"]
    hour: Annotated[str, "00 to 23"]
    minute: Annotated[str, "00 to 59"]
    second: Annotated[str, "00 to 59"]
    day_of_week: Annotated[str, "Day name"]
    day_of_year: Annotated[str, "001 to 366"]
    week_of_year: Annotated[str, "Week of ISO 8601, 01 to 53"]
    is_leap_year: Annotated[bool, "Leap-year flag"]
    timezone_offset: Annotated[str, "Offset of the timezone, ±HH:MM"]
    unix_milliseconds: Annotated[int, "Unix timestamp in milliseconds"]
    relative: Annotated[str, "How far from now, in English: in 3 hours, 2 days ago, now"]
    local_time_status: NotRequired[Annotated[str, "ambiguous or nonexistent, if a local time is so"]]


def instant_fields(instant: datetime, now: datetime) -> InstantFields:
    """Return the fields of an instant in its zone. Seconds and milliseconds are rounded down."""
    iso = iso8601(instant)
    date, time, offset = iso[:10], iso[11:19], iso[19:]
    timestamp = unix(instant)
    return {
        "timestamp": timestamp,
        "datetime": f"{date} {time}",
        "date": date,
        "time": time,
        "timezone": name_of(instant.tzinfo or UTC),
        "unix_timestamp": timestamp,
        "iso8601": iso,
        "rfc2822": rfc2822(instant),
        "year": iso[:4],
        "month": iso[5:7],
        "day": iso[8:10],
        "hour": iso[11:13],
        "minute": iso[14:16],
        "second": iso[17:19],
        "day_of_week": DAYS[instant.weekday()],
        "day_of_year": f"{instant.timetuple().tm_yday:03}",
        "week_of_year": f"{instant.isocalendar().week:02}",
        "is_leap_year": isleap(instant.year),
        "timezone_offset": offset,
        "unix_milliseconds": (instant - EPOCH) // _MILLISECOND,
        "relative": relative(instant, now),
    }


class Status(TypedDict):
    """The last key of an answer, if the local time did not exist or occurred twice."""

    local_time_status: NotRequired[str]


def status(here: Located) -> Status:
    return {"local_time_status": here.status} if here.status else {}


def relative(instant: datetime, now: datetime) -> str:
    """Return the distance from now in English, like ``in 3 hours``: in the largest unit that fits, rounded down.

    Days and longer units are counted in the calendar of the instant's zone.
    """
    if abs(instant - now.astimezone(UTC)) < _SECOND:
        return "now"
    parts = parts_between(in_zone(now, instant.tzinfo or UTC), instant)
    words = in_words(duration_parts(parts.months, parts.days, parts.microseconds // SECOND * SECOND))
    largest = words.partition(",")[0]
    return f"{largest} ago" if parts.sign < 0 else f"in {largest}"


def rfc2822(instant: datetime) -> str:
    """Return the date in the format of RFC 2822, 3.3, which has no seconds in offsets. If there are any, drop them."""
    return format_datetime(instant)[: len("Sat, 21 Nov 2026 12:00:00 +0000")]
