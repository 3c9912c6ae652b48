"""Refuse IPv4 octets with leading zeros that have two meanings (I2, G19).

Most programs read such octets as decimal. Programs that use C's ``inet_aton`` read them as octal.
"""

import re
from collections.abc import Callable

from iplookup.addresses import MAX_CHARACTERS
from utilitysvc.kit.service_error import ServiceError

#: An octet with a leading zero, but not a prefix length, which follows a slash.
_OCTET = re.compile(r"(?<![/0-9])0[0-9]{1,3}(?![0-9])", re.ASCII)
#: Enough for a range of two addresses.
MAX_TEXT = 2 * MAX_CHARACTERS


def check_leading_zeros(text: str, error: str, is_valid: Callable[[str], bool]) -> None:
    """Raise ServiceError with both readings of ``text`` if octets with leading zeros give it two valid meanings."""
    text = text.strip()
    octets = _OCTET.findall(text) if len(text) <= MAX_TEXT and ":" not in text else []
    if not octets or any("8" in octet or "9" in octet for octet in octets):
        return
    decimal, octal = _without_zeros(text, 10), _without_zeros(text, 8)
    if decimal != octal and is_valid(decimal) and is_valid(octal):
        raise ServiceError(
            error,
            f"{text!r} may be {decimal}, if its octets are decimal, or {octal}, if they are octal",
            readings=[
                {"write": decimal, "means": "octets in decimal"},
                {"write": octal, "means": "octets in octal"},
            ],
        )


def _without_zeros(text: str, base: int) -> str:
    return _OCTET.sub(lambda octet: str(int(octet[0], base)), text)
