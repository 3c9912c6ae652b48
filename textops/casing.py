"""Case: of whole texts, and of identifiers made of their words (X5).

Case mappings are Unicode's own, for any script and no particular language: ``str.lower`` knows the final sigma, and
``str.capitalize`` the title case of digraphs and ligatures.
"""

import re
from collections.abc import Iterable

from textops.words import APOSTROPHES, split_words

__all__ = ["camelcase", "kebabcase", "lowercase", "pascalcase", "snakecase", "titlecase", "uppercase"]

# From the first letter or digit of each white-space-separated word to its end: quotes and brackets before it stay.
_TITLE_WORD = re.compile(r"([^\W_]\S*)")


def uppercase(text: str) -> str:
    """Return ``text`` in upper case, by Unicode's full mappings (``ß`` becomes ``SS``)."""
    return text.upper()


def lowercase(text: str) -> str:
    """Return ``text`` in lower case, by Unicode's full mappings."""
    return text.lower()


def titlecase(text: str) -> str:
    """Return ``text`` with the first letter of each white-space-separated word in title case, the others in lower.

    A word that starts with a digit has no first letter to raise: ``3rd`` stays.
    """
    parts = _TITLE_WORD.split(text)
    parts[1::2] = map(str.capitalize, parts[1::2])
    return "".join(parts)


def camelcase(text: str) -> str:
    """Return the words of ``text`` in one, all but the first capitalised."""
    first, *others = split_words(text) or [""]
    return _join("", [first.lower(), *map(str.capitalize, others)])


def pascalcase(text: str) -> str:
    """Return the words of ``text`` in one, each capitalised."""
    return _join("", map(str.capitalize, split_words(text)))


def snakecase(text: str) -> str:
    """Return the words of ``text`` in lower case, joined by underscores."""
    return _join("_", split_words(text)).lower()


def kebabcase(text: str) -> str:
    """Return the words of ``text`` in lower case, joined by hyphens."""
    return _join("-", split_words(text)).lower()


def _join(separator: str, words: Iterable[str]) -> str:
    """Join into an identifier: without apostrophes."""
    identifier = separator.join(words)
    for apostrophe in APOSTROPHES:
        identifier = identifier.replace(apostrophe, "")
    return identifier
