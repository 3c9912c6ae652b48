"""The occurrences of an RRULE by the table of RFC 5545, section 3.3.10, alone: slow and plain, to compare with.

Every day of the range is enumerated, then every time of the day. Each BY part is a filter. What a rule does not say
comes from DTSTART. BYSETPOS then chooses from the occurrences of a period.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import groupby, product

FREQUENCIES = ("SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY")
DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
HOUR = timedelta(hours=1)


def expand(rule: str, start: datetime, end: datetime) -> list[datetime]:
    """Return the times from ``start``, which is DTSTART, to ``end``, all in UTC. COUNT and UNTIL are not read."""
    parts = dict(part.split("=") for part in rule.split(";"))
    parts = implied(parts, start) | parts
    interval = int(parts.get("INTERVAL", "1"))
    found = []
    for number, times in groupby(times_from(parts, start, end), lambda moment: period(parts, moment)):
        if (number - period(parts, start)) % interval == 0:
            found += in_positions(list(times), numbers(parts, "BYSETPOS"))
    return [moment for moment in found if start <= moment <= end]


def implied(parts: dict[str, str], start: datetime) -> dict[str, str]:
    """Return what DTSTART adds to the rule."""
    level = FREQUENCIES.index(parts["FREQ"])
    added = {}
    for place, (name, value) in enumerate(
        (("BYSECOND", start.second), ("BYMINUTE", start.minute), ("BYHOUR", start.hour))
    ):
        if level > place:
            added[name] = str(value)
    days = {"BYYEARDAY", "BYMONTHDAY", "BYDAY"} & parts.keys()
    if days:
        return added
    if parts["FREQ"] == "WEEKLY" or "BYWEEKNO" in parts:
        added["BYDAY"] = DAYS[start.weekday()]
    elif parts["FREQ"] in ("MONTHLY", "YEARLY"):
        added["BYMONTHDAY"] = str(start.day)
        if parts["FREQ"] == "YEARLY":
            added["BYMONTH"] = str(start.month)
    return added


def times_from(parts: dict[str, str], start: datetime, end: datetime) -> Iterator[datetime]:
    """Yield all times that the parts allow, apart from INTERVAL and BYSETPOS, from before the period of ``start``."""
    hours, minutes, seconds = (
        numbers(parts, name) or range(size) for name, size in (("BYHOUR", 24), ("BYMINUTE", 60), ("BYSECOND", 60))
    )
    is_short = FREQUENCIES.index(parts["FREQ"]) < FREQUENCIES.index("DAILY")
    day = start.date() if is_short else date(start.year - 1, 12, 1)
    while day <= end.date() + timedelta(days=0 if is_short else 366):
        if allows(parts, day):
            midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
            near = [hour for hour in hours if not is_short or start <= midnight + (hour + 1) * HOUR <= end + 2 * HOUR]
            for clock in product(sorted(near), sorted(minutes), sorted(seconds)):
                yield datetime(day.year, day.month, day.day, *clock, tzinfo=UTC)
        day += timedelta(days=1)


def allows(parts: dict[str, str], day: date) -> bool:
    new_year, next_year = date(day.year, 1, 1), date(day.year + 1, 1, 1)
    first = day.replace(day=1)
    next_month = (first + timedelta(days=31)).replace(day=1)
    is_of_month = parts["FREQ"] == "MONTHLY" or "BYMONTH" in parts
    return all(
        name not in parts or fits
        for name, fits in (
            ("BYMONTH", day.month in numbers(parts, "BYMONTH")),
            ("BYWEEKNO", week_fits(parts, day)),
            ("BYYEARDAY", is_in(numbers(parts, "BYYEARDAY"), day, new_year, next_year)),
            ("BYMONTHDAY", is_in(numbers(parts, "BYMONTHDAY"), day, first, next_month)),
            ("BYDAY", weekday_fits(parts, day, *((first, next_month) if is_of_month else (new_year, next_year)))),
        )
    )


def is_in(wanted: list[int], day: date, first: date, after: date) -> bool:
    """Return whether ``day`` has one of the numbers, counted from ``first`` on or back from ``after``."""
    return (day - first).days + 1 in wanted or (day - after).days in wanted


def weekday_fits(parts: dict[str, str], day: date, first: date, after: date) -> bool:
    for by_day in parts.get("BYDAY", "").split(","):
        if by_day[-2:] == DAYS[day.weekday()]:
            nth, from_start, from_end = by_day[:-2], (day - first).days // 7 + 1, (day - after).days // 7
            if not nth or int(nth) in (from_start, from_end):
                return True
    return False


def week_fits(parts: dict[str, str], day: date) -> bool:
    """Return whether the week of ``day`` has one of the numbers. A week belongs to the year of its fourth day."""
    begin = DAYS.index(parts.get("WKST", "MO"))
    fourth = day + timedelta(days=3 - (day.weekday() - begin) % 7)
    number = (fourth - date(fourth.year, 1, 1)).days // 7 + 1
    from_end = -((date(fourth.year, 12, 31) - fourth).days // 7) - 1
    return bool({number, from_end} & set(numbers(parts, "BYWEEKNO")))


def period(parts: dict[str, str], moment: datetime) -> int:
    day = moment.toordinal()
    second = ((day * 24 + moment.hour) * 60 + moment.minute) * 60 + moment.second
    week = (day - 1 - DAYS.index(parts.get("WKST", "MO"))) // 7
    periods = (second, second // 60, second // 3600, day, week, moment.year * 12 + moment.month, moment.year)
    return periods[FREQUENCIES.index(parts["FREQ"])]


def in_positions(times: list[datetime], positions: list[int]) -> list[datetime]:
    if not positions:
        return times
    return [time for place, time in enumerate(times) if {place + 1, place - len(times)} & set(positions)]


def numbers(parts: dict[str, str], name: str) -> list[int]:
    return [int(number) for number in parts[name].split(",")] if name in parts else []
