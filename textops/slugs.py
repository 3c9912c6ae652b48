"""Slugs: titles as they appear in URLs."""

import re

from anyascii import anyascii

from textops.words import APOSTROPHES

_HYPHENS = re.compile("-{2,}+")
_NOT_IN_SLUG = re.compile(r"[^a-z0-9]++")

# How many code points are transliterated at a time. One may become forty letters, so that a whole text of a megabyte
# would need a hundred megabytes.
_PART = 16_384


def slugify(text: str) -> str:
    """Return ``text`` transliterated to ASCII (``東京`` becomes ``dongjing``), in lower case, joined by hyphens.

    Apostrophes are dropped, including those that the transliteration writes for a soft sign (``ь``). Any other run of
    characters that are not letters or digits becomes one hyphen; hyphens at the ends are dropped.
    """
    parts = (_hyphenated(text[start : start + _PART]) for start in range(0, len(text), _PART))
    return _HYPHENS.sub("-", "".join(parts)).strip("-")  # a run may continue in the next part


def _hyphenated(part: str) -> str:
    for apostrophe in APOSTROPHES:
        part = part.replace(apostrophe, "")
    return _NOT_IN_SLUG.sub("-", anyascii(part).replace("'", "").lower())
