"""Order and repetition of characters and words (X6)."""

from textops.graphemes import reversed_graphemes

__all__ = ["remove_duplicate_words", "remove_duplicates", "reverse", "reverse_words"]


def reverse(text: str) -> str:
    """Return the user-perceived characters of ``text`` in the opposite order: accents and emoji survive."""
    return reversed_graphemes(text)


def reverse_words(text: str) -> str:
    """Return the words of ``text`` in the opposite order, one space between them."""
    return " ".join(reversed(text.split()))


def remove_duplicates(text: str) -> str:
    """Return the first occurrence of each code point of ``text``."""
    return "".join(dict.fromkeys(text))


def remove_duplicate_words(text: str) -> str:
    """Return the first occurrence of each word of ``text``, one space between them."""
    return " ".join(dict.fromkeys(text.split()))
