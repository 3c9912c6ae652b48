"""Passphrases of words of the Electronic Frontier Foundation's large list for dice (https://www.eff.org/dice).

The list is licensed under CC BY 3.0 US (https://creativecommons.org/licenses/by/3.0/us/); its author is Joseph Bonneau.
It comes with the package xkcdpass (BSD-3-Clause), of which nothing else is used.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from utilitysvc.kit.extras import Extra

EXTRA = Extra("passwords", "xkcdpass")
DIGITS = 10


@cache
def words_of_list(*, capitalize: bool = False) -> tuple[str, ...]:
    """Return the 7,776 words in the order of the list, read when they are first asked for.

    Raises ServiceError where xkcdpass is not installed.
    """
    words = tuple(files(EXTRA.load()).joinpath("static/eff-long").read_text("ascii").split())
    return tuple(word.capitalize() for word in words) if capitalize else words


def joined(words: Sequence[str], separator: str, place: int | None) -> str:
    """Return the passphrase. ``place`` is 10 * word + digit: the digit follows the word of that number."""
    parts = list(words)
    if place is not None:
        word, digit = divmod(place, DIGITS)
        parts[word] += str(digit)
    return separator.join(parts)


def possible_phrases(listed: int, words: int, *, digit: bool) -> int:
    """Return how many different passphrases can be drawn.

    Different draws make different passphrases, even without a separator: no word of the list begins with another one,
    and none has a digit, so a passphrase can be split into words in one way only.
    """
    sequences: int = listed**words
    return sequences * (DIGITS * words if digit else 1)
