"""Reverse characters and words, and remove repeated ones (X6)."""

from itertools import chain

from textops.graphemes import reversed_graphemes
from textops.portions import portions_of_words


def reverse(text: str) -> str:
    """Return the user-perceived characters of ``text`` in the opposite order: accents and emoji stay whole."""
    return reversed_graphemes(text)


def reverse_words(text: str) -> str:
    """Return the words of ``text`` in the opposite order, one space between them."""
    reversed_portions = [" ".join(reversed(portion.split())) for portion in portions_of_words(text)]
    return " ".join(filter(None, reversed(reversed_portions)))


def remove_duplicates(text: str) -> str:
    """Return the first occurrence of each code point of ``text``."""
    return "".join(dict.fromkeys(text))


def remove_duplicate_words(text: str) -> str:
    """Return the first occurrence of each word of ``text``, one space between them."""
    words = chain.from_iterable(map(str.split, portions_of_words(text)))
    return " ".join(dict.fromkeys(words))
