"""Slugs: titles as they stand in an address."""

import re

from anyascii import anyascii

__all__ = ["slugify"]

_APOSTROPHES = "'\u2019"
_NOT_IN_SLUG = re.compile(r"[^a-z0-9]++")


def slugify(text: str) -> str:
    """Return ``text`` transliterated to ASCII (``東京`` becomes ``dongjing``), in lower case, joined by hyphens.

    Apostrophes are dropped, those too as which soft signs are transliterated. Every other run of what is no letter or
    digit becomes one hyphen, and none stands at the ends.
    """
    for apostrophe in _APOSTROPHES:
        text = text.replace(apostrophe, "")
    return _NOT_IN_SLUG.sub("-", anyascii(text).replace("'", "").lower()).strip("-")
