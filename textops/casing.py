"""Change the case of texts, and make identifiers of their words (X5).

Case mappings are those of Unicode, for any script and no particular language: ``str.lower`` handles the final sigma,
and ``str.capitalize`` the title case of digraphs and ligatures.
"""

import re
from collections.abc import Iterable
from itertools import chain

import regex
from anyascii import anyascii

from textops.arranging import with_each
from textops.words import APOSTROPHES, SOFT_HYPHEN, split_words

# Each white-space-separated word from its first letter or digit on. Quotes and brackets before it stay.
_TITLE_WORD = re.compile(r"([^\W_]\S*)")
# A hyphen or slash between letters, and the letter after it. The letter before it may have marks.
_JOINT = regex.compile(r"(?<=[\p{L}\p{M}])[-\u2010\u2011/]\p{L}")
_HYPHENS = re.compile("-{2,}+")
_NOT_IN_SLUG = re.compile(r"[^a-z0-9]++")
# How many code points are transliterated at a time. One may become forty letters, so that a whole text of a megabyte
# would need a hundred megabytes.
_PART = 16_384


def uppercase(text: str) -> str:
    """Return ``text`` in upper case, by Unicode's full mappings (``ß`` becomes ``SS``)."""
    return text.upper()


def lowercase(text: str) -> str:
    """Return ``text`` in lower case, by Unicode's full mappings."""
    return text.lower()


def swapcase(text: str) -> str:
    """Return ``text`` with upper case lowered and lower case raised, by Unicode's full mappings."""
    return text.swapcase()


def titlecase(text: str) -> str:
    """Return ``text`` with the first letter of each white-space-separated word in title case, the others in lower.

    A letter after a hyphen or slash between letters is in title case too: ``Well-Known``, ``And/Or``. A word that
    starts with a digit has no letter in title case: ``3rd``.
    """
    parts = _TITLE_WORD.split(text)
    parts[1::2] = map(str.capitalize, parts[1::2])
    return str(_JOINT.sub(lambda joint: joint[0].title(), "".join(parts)))


def camelcase(text: str) -> str:
    """Return the words of ``text`` without separators, all but the first capitalised."""
    words = split_words(text)
    return _identifier("", chain([next(words, "").lower()], map(str.capitalize, words)))


def pascalcase(text: str) -> str:
    """Return the words of ``text`` without separators, each capitalised."""
    return _identifier("", map(str.capitalize, split_words(text)))


def traincase(text: str) -> str:
    """Return the words of ``text`` capitalised, joined by hyphens."""
    return _identifier("-", map(str.capitalize, split_words(text)))


def snakecase(text: str) -> str:
    """Return the words of ``text`` in lower case, joined by underscores."""
    return _identifier("_", split_words(text)).lower()


def kebabcase(text: str) -> str:
    """Return the words of ``text`` in lower case, joined by hyphens."""
    return _identifier("-", split_words(text)).lower()


def dotcase(text: str) -> str:
    """Return the words of ``text`` in lower case, joined by dots."""
    # Words are lowered before they are joined: with a dot after it, ``str.lower`` would not see a sigma as final.
    return _identifier(".", map(str.lower, split_words(text)))


def constantcase(text: str) -> str:
    """Return the words of ``text`` in upper case, joined by underscores: ``XML_HTTP_REQUEST``."""
    return _identifier("_", split_words(text)).upper()


def sentencecase(text: str) -> str:
    """Return the words of ``text`` joined by spaces, the first one capitalised, with their apostrophes."""
    words = split_words(text)
    return " ".join(chain([next(words, "").capitalize()], map(str.lower, words))).replace(SOFT_HYPHEN, "")


def slugify(text: str) -> str:
    """Return ``text`` transliterated to ASCII (``東京`` becomes ``dongjing``), in lower case, joined by hyphens.

    Apostrophes are dropped, including those that the transliteration writes for a soft sign (``ь``). Any other run of
    characters that are not letters or digits becomes one hyphen; hyphens at the ends are dropped.
    """
    text = with_each(APOSTROPHES, "", text)
    parts = (anyascii(text[start : start + _PART]).replace("'", "") for start in range(0, len(text), _PART))
    slugs = "".join(_NOT_IN_SLUG.sub("-", part.lower()) for part in parts)
    return _HYPHENS.sub("-", slugs).strip("-")  # a run may continue in the next part


def _identifier(separator: str, words: Iterable[str]) -> str:
    """Join the words without their apostrophes and soft hyphens."""
    return with_each(APOSTROPHES + SOFT_HYPHEN, "", separator.join(words))
