"""About how many seconds of CPU each operation takes for the values of a request, some of which are not checked yet."""

from collections.abc import Mapping
from typing import Any

from passwords import site_rules
from passwords.services import COUNT, LENGTH, MINIMUMS, RULED_LENGTH
from passwords.strength import MANY_SUBSTITUTES, SUBSTITUTES, to_examine
from utilitysvc.kit.service_error import ServiceError

SECONDS_AT_LEAST = 60e-6
#: A character of a password whose classes are drawn again until each has occurred.
SECONDS_PER_CHARACTER = 0.15e-6
SECONDS_PER_PASSWORD = 10e-6
#: Where passwords are counted: to count those of one length more. The numbers grow with the length.
SECONDS_PER_LENGTH = 15e-6
SECONDS_PER_LENGTH_SQUARED = 0.18e-6
SECONDS_PER_COUNTED_CHARACTER = 5e-6
SECONDS_PER_WORD = 1.5e-6
#: Each pair of characters that is examined; more where signs can stand for many letters.
SECONDS_PER_PAIR = 15e-6
SECONDS_PER_PAIR_WITH_SUBSTITUTES = 90e-6
SECONDS_PER_PAIR_WITH_MANY = 500e-6
#: Each character of rules, some of which require another class.
SECONDS_PER_RULE_CHARACTER = 2e-6


def password(values: Mapping[str, Any]) -> float:
    length: int = values["length"]
    count: int = values["count"]
    if any(values[bounds.name] > 0 for bounds in MINIMUMS.values()):
        return SECONDS_AT_LEAST + _counting(length) + count * length * SECONDS_PER_COUNTED_CHARACTER
    return SECONDS_AT_LEAST + count * (SECONDS_PER_PASSWORD + length * SECONDS_PER_CHARACTER)


def passphrase(values: Mapping[str, Any]) -> float:
    words: int = values["words"] * values["count"]
    return SECONDS_AT_LEAST + words * SECONDS_PER_WORD


def by_rules(values: Mapping[str, Any]) -> float:
    """The rules say how long a password is; those that cannot be read cost no more than their reading."""
    try:
        shortest = site_rules.parse(values["rules"]).minimum
    except ServiceError:
        shortest = 0
    length: int = min(max(values.get("length", 0), shortest, RULED_LENGTH), LENGTH.maximum)
    count: int = min(max(values["count"], 0), COUNT.maximum)
    reading = min(len(values["rules"]), site_rules.MAX_CHARACTERS) * SECONDS_PER_RULE_CHARACTER
    return SECONDS_AT_LEAST + reading + _counting(length) / 10 + count * length * SECONDS_PER_COUNTED_CHARACTER


def strength(values: Mapping[str, Any]) -> float:
    examined = to_examine(values["password"])
    substitutes = len(SUBSTITUTES.intersection(examined))
    per_pair = SECONDS_PER_PAIR
    if substitutes > MANY_SUBSTITUTES:
        per_pair = SECONDS_PER_PAIR_WITH_MANY
    elif substitutes > MANY_SUBSTITUTES * 3 // 4:
        per_pair = SECONDS_PER_PAIR_WITH_SUBSTITUTES
    return 0.002 + len(examined) ** 2 * per_pair


def _counting(length: int) -> float:
    return length * SECONDS_PER_LENGTH + length * length * SECONDS_PER_LENGTH_SQUARED
