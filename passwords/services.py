"""Random passwords from the operating system's generator, uniform over all that the settings allow."""

import math
import os
import string
from collections.abc import Callable
from itertools import combinations
from typing import Annotated, NotRequired, TypedDict, cast

from utilitysvc.kit.clock import utc_timestamp
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

__all__ = ["CLASSES", "DEFAULT_LENGTH", "LENGTH", "PasswordResult", "generate_password", "plain_text"]

LENGTH = Bounds("length", 1, 1000, details="")
DEFAULT_LENGTH = 50

CLASSES = {
    "uppercase": string.ascii_uppercase,
    "lowercase": string.ascii_lowercase,
    "numbers": string.digits,
    "symbols": string.punctuation,
}
SIMILAR = "il1LIo0O"
AMBIGUOUS = "{}[]()/\\'\"`~,;:.<>"

# KeePassXC's bounds for generated passwords, in bits of entropy.
MEDIUM_FROM = 40
STRONG_FROM = 75

NO_CLASS = "At least one character type must be enabled"
EMPTIED_CLASS = "No {} characters left after exclusions"


class PasswordResult(TypedDict):
    password: Annotated[str, "The generated password"]
    length: Annotated[int, "Its length in characters"]
    timestamp: Annotated[str, "Generation time in UTC, shaped YYYY-MM-DD HH:MM:SS"]
    strength_level: Annotated[str, "weak below 40 bits of entropy, medium below 75, else strong"]
    entropy: Annotated[float, "Bits: the logarithm to base 2 of how many passwords these settings can yield"]
    character_types: Annotated[dict[str, int], "How many characters of each class are in the password"]
    excluded: NotRequired[Annotated[str, "The characters that were left out, sorted; there when there are any"]]


def generate_password(
    *,
    length: int = DEFAULT_LENGTH,
    uppercase: bool = True,
    lowercase: bool = True,
    numbers: bool = True,
    symbols: bool = True,
    exclude_similar: bool = False,
    exclude_ambiguous: bool = False,
    exclude: str = "",
    clock: Callable[[], str] = utc_timestamp,
    randbytes: Callable[[int], bytes] = os.urandom,
) -> PasswordResult:
    """Generate a password of ``length`` characters of the chosen classes, each class at least once where it fits (P1).

    Raises ServiceError for a length out of bounds, no class chosen, or a class that the exclusions leave empty.
    """
    LENGTH.check(length)
    excluded = set(SIMILAR * exclude_similar + AMBIGUOUS * exclude_ambiguous + exclude)
    chosen = {"uppercase": uppercase, "lowercase": lowercase, "numbers": numbers, "symbols": symbols}
    alphabets = _alphabets([name for name in CLASSES if chosen[name]], excluded)
    password = _draw(length, alphabets, randbytes)
    entropy = math.log2(_possible(length, [len(alphabet) for alphabet in alphabets]))

    result = cast(PasswordResult, {"password": password, "length": length, "timestamp": clock()})
    result["strength_level"] = "weak" if entropy < MEDIUM_FROM else "medium" if entropy < STRONG_FROM else "strong"
    result["entropy"] = round(entropy, 1)
    result["character_types"] = {name: sum(map(password.count, characters)) for name, characters in CLASSES.items()}
    if excluded:
        result["excluded"] = "".join(sorted(excluded))
    return result


def _alphabets(classes: list[str], excluded: set[str]) -> list[str]:
    """Return what is left of each class."""
    if not classes:
        raise ServiceError(NO_CLASS)
    alphabets = []
    for name in classes:
        alphabet = "".join(character for character in CLASSES[name] if character not in excluded)
        if not alphabet:
            raise ServiceError(EMPTIED_CLASS.format(name))
        alphabets.append(alphabet)
    return alphabets


def _draw(length: int, alphabets: list[str], randbytes: Callable[[int], bytes]) -> str:
    """Draw until every class occurs: patching a password that lacks one would favour some passwords over others."""
    characters = "".join(alphabets).encode()
    fair = 256 - 256 % len(characters)
    table = bytes(characters[octet % len(characters)] for octet in range(256))
    unfair = bytes(range(fair, 256))  # kept, these octets would favour the first characters
    required = [set(alphabet) for alphabet in alphabets] if length >= len(alphabets) else []
    while True:
        drawn = b""
        while len(drawn) < length:
            drawn += randbytes(2 * (length - len(drawn))).translate(table, unfair)
        password = drawn[:length].decode()
        if all(not alphabet.isdisjoint(password) for alphabet in required):
            return password


def _possible(length: int, sizes: list[int]) -> int:
    """Count the passwords that can come out, by inclusion and exclusion over the classes that must occur."""
    total = sum(sizes)
    most_absent = len(sizes) if length >= len(sizes) else 0
    count = 0
    for absent in range(most_absent + 1):
        for missing in combinations(sizes, absent):
            count += (-1) ** absent * pow(total - sum(missing), length)
    return count


def plain_text(result: PasswordResult) -> str:
    """The password (G6)."""
    return result["password"]
