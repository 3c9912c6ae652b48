"""Passphrases of words of the Electronic Frontier Foundation's large list for dice (https://www.eff.org/dice).

The list is licensed under CC BY 3.0 US (https://creativecommons.org/licenses/by/3.0/us/); its author is Joseph Bonneau.
It comes with the package xkcdpass (BSD-3-Clause), of which nothing else is used.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from utilitysvc.drawing import uniform
from utilitysvc.drawing.sources import RandomBytes
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


def numbered(
    listed: Sequence[str], words: int, separator: str, randbytes: RandomBytes, *, digit: bool
) -> tuple[int, Iterator[str]]:
    """Return how many passphrases of ``words`` words of a list there are, and random ones without end.

    Different draws make different passphrases, even without a separator: no word of the list begins with another one,
    and none has a digit, so a passphrase can be split into words in one way only.
    """
    places = DIGITS * words if digit else 1

    def phrases() -> Iterator[str]:
        while True:
            drawn = [listed[place] for place in uniform.integers(len(listed), words, randbytes)]
            if digit:
                word, number = divmod(uniform.integers(places, 1, randbytes)[0], DIGITS)
                drawn[word] += str(number)
            yield separator.join(drawn)

    return int(len(listed) ** words) * places, phrases()
