"""Passphrases of words of the Electronic Frontier Foundation's large list for dice (https://www.eff.org/dice).

The list is licensed under CC BY 3.0 US (https://creativecommons.org/licenses/by/3.0/us/); its author is Joseph Bonneau.
It comes with the package xkcdpass (BSD-3-Clause), of which nothing else is used.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

DIGITS = 10


@cache
def words_of_list(*, capitalize: bool = False) -> tuple[str, ...]:
    """Return the 7,776 words in the order of the list, read when they are first asked for."""
    words = tuple(files("xkcdpass").joinpath("static/eff-long").read_text("ascii").split())
    return tuple(word.capitalize() for word in words) if capitalize else words


def joined(words: Sequence[str], separator: str, place: int | None) -> str:
    """Return the passphrase. ``place`` says which digit stands after which word: 10 * word + digit."""
    parts = list(words)
    if place is not None:
        word, digit = divmod(place, DIGITS)
        parts[word] += str(digit)
    return separator.join(parts)


def possible_phrases(listed: int, words: int, *, digit: bool) -> int:
    """Count the passphrases that can come out.

    Two different draws never make the same passphrase, whatever the separator, not even without one: no word of the
    list is the beginning of another, so that from left to right there is one way to read it; a digit is in no word.
    """
    sequences: int = listed**words
    return sequences * (DIGITS * words if digit else 1)
