"""English names of days and months. Not the calendar module's: those follow the locale of the process."""

__all__ = ["DAYS", "DAY_NUMBERS", "MONTHS", "MONTH_NUMBERS"]

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

# By the whole name and by its first three letters, in lower case; Monday is 0, January 1.
DAY_NUMBERS = {spelling.lower(): number for number, name in enumerate(DAYS) for spelling in (name, name[:3])}
MONTH_NUMBERS = {spelling.lower(): number for number, name in enumerate(MONTHS, 1) for spelling in (name, name[:3])}
