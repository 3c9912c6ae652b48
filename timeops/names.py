"""English names of days and months, and the reader of tables of words.

The names of the calendar module are not used, because they depend on the locale.
"""

from importlib.resources import files

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

#: From each spelling, in lower case, to its number: the whole name, its first three letters, and other common
#: abbreviations. Monday is 0 and January is 1.
WEEKDAY_NUMBERS = {spelling.lower(): number for number, name in enumerate(DAYS) for spelling in (name, name[:3])} | {
    "tues": 1,
    "weds": 2,
    "thur": 3,
    "thurs": 3,
}
MONTH_NUMBERS = {spelling.lower(): number for number, name in enumerate(MONTHS, 1) for spelling in (name, name[:3])} | {
    "sept": 9
}


def table(package: str, name: str) -> list[list[str]]:
    """Read the rows of a file in ``package``: cells separated by tabs, after a first line that names the source."""
    lines = files(package).joinpath(name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]
