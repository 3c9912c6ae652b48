"""The formats in which a UUID is written, from its 32 hexadecimal digits, and how its digits are read back.

https://github.com/ulid/spec  https://www.crockford.com/base32.html
"""

import re
from collections.abc import Callable
from uuid import UUID

from utilitysvc.kit.codecs import encode_base64
from utilitysvc.kit.rules import Choices

#: Formats without hexadecimal digits, which ``uppercase`` does not change.
UNCASED = frozenset({"base64", "ulid", "integer"})

_STANDARD = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_DIGITS = re.compile(
    rf"(?:urn:uuid:)?{_STANDARD}|\{{{_STANDARD}\}}|[0-9a-f]{{32}}",
    re.ASCII | re.IGNORECASE,  # in Unicode the dotless ı is an I in another case
)

#: Crockford's Base32 leaves out I, L, O and U.
_SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ULID_LENGTH = 26
# To the digits that int() reads in base 32. Crockford's Base32 reads I and L as 1, and O as 0.
_TO_BASE32HEX = str.maketrans(_SYMBOLS + "ILO", "0123456789ABCDEFGHIJKLMNOPQRSTUV110")
# 26 symbols hold 130 bits; the first one has the topmost 3 of 128.
_ULID = re.compile(r"[0-7ILO][0-9A-TV-Z]{25}", re.ASCII | re.IGNORECASE)


def from_digits(text: str) -> UUID | None:
    """Return the UUID that ``text`` writes in hexadecimal digits: standard, compact, braced or urn; else None."""
    if not _DIGITS.fullmatch(text):
        return None
    return UUID(text.lower())  # it takes urn:uuid: in lower case alone


def from_ulid(text: str) -> UUID | None:
    """Return the UUID of the same 128 bits as the ULID ``text``, in any case, or None for another text."""
    return UUID(int=int(text.upper().translate(_TO_BASE32HEX), 32)) if _ULID.fullmatch(text) else None


def _standard(digits: str) -> str:
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def _ulid(digits: str) -> str:
    number = int(digits, 16)
    return "".join([_SYMBOLS[number >> shift & 0x1F] for shift in range(125, -1, -5)])


#: How each format writes the 32 hexadecimal digits of a UUID.
WRITERS: dict[str, Callable[[str], str]] = {
    "standard": _standard,
    "compact": str,
    "braced": lambda digits: f"{{{_standard(digits)}}}",
    "urn": lambda digits: f"urn:uuid:{_standard(digits)}",
    "base64": lambda digits: encode_base64(bytes.fromhex(digits)),
    "hex": str,
    "ulid": _ulid,
    "integer": lambda digits: str(int(digits, 16)),
}
FORMATS = Choices("format", tuple(WRITERS), default="standard", hints={"guid": "standard or braced", "int": "integer"})
