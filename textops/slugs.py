"""Slugs: titles as they stand in an address."""

import re

from anyascii import anyascii

__all__ = ["slugify"]

_APOSTROPHES = "'\u2019"
_HYPHENS = re.compile("-{2,}+")
_NOT_IN_SLUG = re.compile(r"[^a-z0-9]++")


# A sign may become forty letters: a megabyte at once would need a hundred.
_PART = 16_384


def slugify(text: str) -> str:
    """Return ``text`` transliterated to ASCII (``東京`` becomes ``dongjing``), in lower case, joined by hyphens.

    Apostrophes are dropped, those too as which soft signs are transliterated. Every other run of what is no letter or
    digit becomes one hyphen, and none stands at the ends.
    """
    parts = (_hyphenated(text[start : start + _PART]) for start in range(0, len(text), _PART))
    return _HYPHENS.sub("-", "".join(parts)).strip("-")  # a run may go on in the next part


def _hyphenated(part: str) -> str:
    for apostrophe in _APOSTROPHES:
        part = part.replace(apostrophe, "")
    return _NOT_IN_SLUG.sub("-", anyascii(part).replace("'", "").lower())
