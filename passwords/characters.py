"""Passwords of characters of chosen classes. Each class occurs at least once if the length allows it (P1)."""

import string
from collections.abc import Iterator, Sequence
from itertools import combinations

from utilitysvc.drawing.sources import RandomBytes
from utilitysvc.kit.service_error import ServiceError

CLASSES = {
    "uppercase": string.ascii_uppercase,
    "lowercase": string.ascii_lowercase,
    "numbers": string.digits,
    "symbols": string.punctuation,
}

_MOST_TRIED = 64  # how many candidates are drawn at once


def alphabets(classes: Sequence[str], excluded: set[str]) -> list[str]:
    """Return the characters of each class that are not excluded. Raises ServiceError if a class has none left."""
    if not classes:
        raise ServiceError("At least one character type must be enabled")
    left = []
    for name in classes:
        alphabet = "".join(character for character in CLASSES[name] if character not in excluded)
        if not alphabet:
            raise ServiceError(f"No {name} characters left after exclusions")
        left.append(alphabet)
    return left


def passwords(length: int, alphabets: Sequence[str], randbytes: RandomBytes) -> Iterator[str]:
    """Yield random passwords. One that lacks a class is discarded: to repair it would make some passwords likelier."""
    characters = "".join(alphabets).encode()
    fair = 256 - 256 % len(characters)
    table = bytes(characters[octet % len(characters)] for octet in range(256))
    unfair = bytes(range(fair, 256))  # if kept, these octets would make the first characters likelier
    required = [set(alphabet) for alphabet in alphabets] if length >= len(alphabets) else []
    tried, drawn = 1, b""
    while True:
        while len(drawn) < length:
            drawn += randbytes(2 * (tried * length - len(drawn))).translate(table, unfair)
        for start in range(0, len(drawn) - length + 1, length):
            password = drawn[start : start + length].decode()
            if all(not alphabet.isdisjoint(password) for alphabet in required):
                yield password
        tried, drawn = min(2 * tried, _MOST_TRIED), b""  # small classes are often missing, so more candidates are drawn


def possible_passwords(length: int, sizes: Sequence[int]) -> int:
    """Return how many different passwords can be drawn, by inclusion and exclusion over the required classes."""
    most_absent = len(sizes) if length >= len(sizes) else 0
    return sum(
        (-1) ** absent * pow(sum(sizes) - sum(missing), length)
        for absent in range(most_absent + 1)
        for missing in combinations(sizes, absent)
    )
