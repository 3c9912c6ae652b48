"""English names of days and months. Not the calendar module's: those follow the locale of the process."""

__all__ = ["DAYS", "MONTHS", "MONTH_NUMBERS", "WEEKDAY_NUMBERS"]

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

#: The number of each spelling in lower case: the whole name, its first three letters, and other usual abbreviations.
#: Monday is 0, January 1.
WEEKDAY_NUMBERS = {spelling.lower(): number for number, name in enumerate(DAYS) for spelling in (name, name[:3])} | {
    "tues": 1,
    "weds": 2,
    "thur": 3,
    "thurs": 3,
}
MONTH_NUMBERS = {spelling.lower(): number for number, name in enumerate(MONTHS, 1) for spelling in (name, name[:3])} | {
    "sept": 9
}
