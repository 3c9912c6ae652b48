"""Compresses what browsers load, when it is first asked for, or before (pages.py)."""

import gzip
import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial

import brotli

_UNLESS_REFUSED = r"\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))"
#: What compresses for each coding, the better one first.
CODINGS: Mapping[str, Callable[[bytes], bytes]] = {
    # 9 makes the files of the page smaller by less than a hundredth in ten times the time
    "br": partial(brotli.compress, quality=5),
    "gzip": partial(gzip.compress, mtime=0),
}


def accepted_coding(accept_encoding: str) -> str:
    """Return the best coding that the header Accept-Encoding allows, or "" for none."""
    return next((coding for coding in CODINGS if re.search(rf"\b{coding}{_UNLESS_REFUSED}", accept_encoding)), "")


@lru_cache(256)  # files
def compressed(content: bytes, coding: str) -> bytes:
    """Return the content in a coding of :func:`accepted_coding`.

    Pages and their files contain no secret that their compressed length could reveal (BREACH).
    """
    return CODINGS[coding](content)
