"""The reason why a text is no date and time, as it follows the quoted text: ``"2026-13-01" is no date ...`` (T2)."""

__all__ = [
    "HOUR_24",
    "LEAP_SECOND",
    "NO_FORM",
    "NO_SUCH_DAY",
    "NO_SUCH_TIME",
    "OTHER_WEEKDAY",
    "TWO_DIGITS",
    "NotADatetimeError",
]

NO_FORM = "has no accepted form"
NO_SUCH_TIME = "is not a date and time that exists"
NO_SUCH_DAY = "names a day that does not exist, or not on that day of the week"
LEAP_SECOND = "has a leap second (:60), which neither Unix time nor the time zones count"
HOUR_24 = "has hour 24, which is 00:00 of the day after"
OTHER_WEEKDAY = "falls on another day of the week"
TWO_DIGITS = "has a year of two digits: write four"


class NotADatetimeError(ValueError):
    """The text states no date and time. Its message is the reason, in our words."""
