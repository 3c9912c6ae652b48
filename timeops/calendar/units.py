"""The units of an amount, their spellings, and how far each goes (T3, T8)."""

from timeops.calendar.steps import Move
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import Reading, ServiceError

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

#: The units by their names in the plural, as an answer has them (T8), and how far each goes.
UNITS = {
    "milliseconds": Move(microseconds=1_000),
    "seconds": Move(microseconds=SECOND),
    "minutes": Move(microseconds=MINUTE),
    "hours": Move(microseconds=HOUR),
    "days": Move(days=1),
    "weeks": Move(days=7),
    "fortnights": Move(days=14),
    "months": Move(months=1),
    "quarters": Move(months=3),
    "years": Move(months=12),
    "decades": Move(months=120),
    "centuries": Move(months=1200),
}
_SHORT_UNITS = {
    "milliseconds": "ms msec msecs millisecond",
    "seconds": "s sec secs",
    "minutes": "m min mins",
    "hours": "h hr hrs",
    "days": "d",
    "weeks": "w wk wks",
    "months": "mo mos mth mths",
    "years": "y yr yrs",
    "centuries": "century",
}

#: The name of a unit by each of its spellings.
UNIT_NAMES = (
    {name: name for name in UNITS}
    | {name.removesuffix("s"): name for name in UNITS if name != "centuries"}
    | {short: name for name, shorts in _SHORT_UNITS.items() for short in shorts.split()}
)

#: The spellings that mean more than one: days, hrs.
PLURALS = frozenset(word for word in UNIT_NAMES if word[-1] == "s" and len(word) > 2)


class UnitChoices(Choices):
    """Names of units, of which ``M`` alone has two meanings: many programs write it for minutes or for months (G2)."""

    __slots__ = ()

    def canonical(self, text: str) -> str:
        if text.strip() != "M":
            return super().canonical(text)
        units = [self.find("minutes") or "", self.find("months") or ""]
        details = f"{self.details}. M could be {units[0]} or {units[1]}: write one of them"
        raise ServiceError(self.error, details, readings=[Reading(write=unit, means=unit) for unit in units])


#: A unit that depends on a country and its holidays, and so on other parameters (T21).
BUSINESS_DAYS = "business_days"

#: The units that the specification names, and two more. The others that phrases know are taken too.
UNIT_CHOICES = UnitChoices(
    "unit",
    ("seconds", "minutes", "hours", "days", "weeks", "months", "years", "milliseconds", BUSINESS_DAYS),
    UNIT_NAMES | {"business_day": BUSINESS_DAYS},
    "Invalid time unit",
)


def step_of(amount: int, unit: str) -> Move:
    """Return the move of ``amount`` units. Days and weeks are exact lengths here, months and longer the calendar's."""
    step = UNITS[unit].times(amount)
    return Move(step.months, 0, step.microseconds + step.days * DAY)
