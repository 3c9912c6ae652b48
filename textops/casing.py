"""Case: of whole texts, and of the words that identifiers are made of (X5).

Case mappings are Unicode's own, for any script and no particular language: ``str.lower`` knows the final sigma, and
``str.capitalize`` the title case of digraphs and ligatures.
"""

import re

import regex

__all__ = ["camelcase", "kebabcase", "lowercase", "pascalcase", "snakecase", "titlecase", "uppercase"]

# From the first letter or digit of each white-space-separated word to its end: quotes and brackets before it stay.
_TITLE_WORD = re.compile(r"([^\W_]\S*)")

# A word of an identifier: letters and digits (numbers of every script), each with its marks. A mark that stands on a
# separator, as emoji's variation selectors do, belongs to the separator.
_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}]*+")

# Each pattern starts at the one character that may match and looks back from there, so that it is tried nowhere else;
# what it looks back over is the marks of one letter, so that all of it stays linear.
_APOSTROPHE = regex.compile(r"(?<=\p{L}\p{M}*)['\u2019](?=\p{L})")
_HUMP = regex.compile(
    r"""
    [\p{Upper}\p{Lt}]                                  # a capital
    (?: (?<= [\p{Lower}\p{Nd}\p{No}] \p{M}* . )        # after lower case or a digit,
      | (?= \p{M}*+ \p{Lower} )                        # or before lower case,
        (?<= [\p{Upper}\p{Lt}] \p{M}* . ) )             # the last of several capitals
    """,
    regex.VERBOSE | regex.DOTALL,
)


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
    first, *others = _words(text) or [""]
    return first.lower() + "".join(map(str.capitalize, others))


def pascalcase(text: str) -> str:
    """Return the words of ``text`` in one, each capitalised."""
    return "".join(map(str.capitalize, _words(text)))


def snakecase(text: str) -> str:
    """Return the words of ``text`` in lower case, joined by underscores."""
    return "_".join(_words(text)).lower()


def kebabcase(text: str) -> str:
    """Return the words of ``text`` in lower case, joined by hyphens."""
    return "-".join(_words(text)).lower()


def _words(text: str) -> list[str]:
    """Split at what is no part of a word and where the case starts a new one; then an apostrophe parts nothing."""
    words: list[str] = _WORD.findall(_APOSTROPHE.sub("", _HUMP.sub(r" \g<0>", text)))
    return words
