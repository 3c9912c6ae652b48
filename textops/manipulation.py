"""Order and repetition of characters and words (X6)."""

from textops.graphemes import reversed_graphemes

__all__ = ["remove_duplicate_words", "remove_duplicates", "remove_spaces", "reverse", "reverse_words"]

# Category Zs. One after the other, since half a million of them go faster so than by a pattern.
_SPACES = " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"


def reverse(text: str) -> str:
    """Return the user-perceived characters of ``text`` in the opposite order: accents and emoji survive."""
    return reversed_graphemes(text)


def reverse_words(text: str) -> str:
    """Return the words of ``text`` in the opposite order, one space between them."""
    return " ".join(reversed(text.split()))


def remove_spaces(text: str) -> str:
    """Return ``text`` without its spaces (category Zs); tabs and line breaks stay."""
    for space in _SPACES:
        text = text.replace(space, "")
    return text


def remove_duplicates(text: str) -> str:
    """Return the first occurrence of each code point of ``text``."""
    return "".join(dict.fromkeys(text))


def remove_duplicate_words(text: str) -> str:
    """Return the first occurrence of each word of ``text``, one space between them."""
    return " ".join(dict.fromkeys(text.split()))
