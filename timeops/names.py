"""English names of days and months. Those of the calendar module are not used, because they depend on the locale."""

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
