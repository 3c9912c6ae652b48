"""Decode Base64 and Base32 (RFC 4648). Callers import from ``utilitysvc.kit.codecs``.

https://www.rfc-editor.org/rfc/rfc4648
"""

import binascii
import re
from itertools import islice
from typing import NamedTuple

from utilitysvc.kit.codecs.error import CodecError
from utilitysvc.kit.service_error import Reading

PADDING = "padding "


class _Alphabet(NamedTuple):
    name: str
    bits: int
    group: int  # the number of symbols that encode whole bytes
    symbols: str
    spellings: dict[int, int | None]  # to these symbols, or to nothing
    foreign: re.Pattern[str]
    passed_over: str  # where symbols are counted

    def fault(self, count: int, last: str, padding: int) -> str:
        """Say why ``count`` symbols, of which ``last`` is the last, are cut or damaged; an empty text if they are not.

        Bits that encode no byte must be zero (RFC 4648, section 3.5).
        """
        unused, wanted = count * self.bits % 8, -count % self.group
        if unused >= self.bits:
            return "the last group of characters is cut short"
        if padding not in (0, wanted):
            return f"{PADDING}of length {padding} in place of {wanted}"
        if count and self.symbols.index(last) & ((1 << unused) - 1):
            return "unused bits of the last character are not zero"
        return ""


BASE64 = _Alphabet(
    "Base64",
    bits=6,
    group=4,
    symbols="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    # Both alphabets of RFC 4648. A space is the "+" that a query string has made of one.
    spellings=str.maketrans("-_ ", "+/+", "\r\n\t"),
    foreign=re.compile(r"[^A-Za-z0-9+/\-_ =\r\n\t]"),
    passed_over="\r\n\t",
)
BASE32 = _Alphabet(
    "Base32",
    bits=5,
    group=8,
    symbols="ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
    spellings=str.maketrans("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", " \r\n\t"),
    foreign=re.compile(r"[^A-Za-z2-7 =\r\n\t]"),
    passed_over=" \r\n\t",
)
_NEAREST = 4  # the number of spaces at each end that may stand for "+"
_SHOWN = 8  # the number of symbols of each reading that an error quotes
_TO_BASE32HEX = str.maketrans(BASE32.symbols, "0123456789ABCDEFGHIJKLMNOPQRSTUV")  # the digits that int() reads


class Symbols(NamedTuple):
    """The symbols that stand between start and end of a text, without padding, and the length of the padding."""

    digits: str
    padding: int
    start: int
    end: int


def decode_base64(text: str) -> bytes:
    """Return the bytes that ``text`` writes in Base64 (RFC 4648), standard or URL-safe alphabet, padded or not at all.

    Line breaks and tabs are ignored, and a space is read as ``+``. A space at an end that could be a ``+`` or white
    space is refused. Raises CodecError.
    """
    digits = base64_symbols(text).digits
    return binascii.a2b_base64(digits + "=" * (-len(digits) % BASE64.group))


def decode_base32(text: str) -> bytes:
    """Return the bytes that ``text`` writes in Base32 (RFC 4648), in any case, padded or not at all.

    Spaces, line breaks and tabs are ignored. Raises CodecError.
    """
    symbols = _symbols(text, BASE32)
    _check_end(text, symbols, BASE32)
    bits = len(symbols.digits) * BASE32.bits
    number = int(symbols.digits.translate(_TO_BASE32HEX) or "0", 32)
    return (number >> bits % 8).to_bytes(bits // 8)


def _symbols(text: str, alphabet: _Alphabet) -> Symbols:
    start = len(text) - len(text.lstrip())
    end = start + len(text.strip())
    if foreign := alphabet.foreign.search(text, start, end):
        raise CodecError(f"{foreign[0]!r} is not in the {alphabet.name} alphabet", foreign.start())
    symbols = text[start:end].translate(alphabet.spellings)
    digits = symbols.rstrip("=")
    if "=" in digits:
        raise CodecError(f"{PADDING}before the end", text.index("="))
    return Symbols(digits, len(symbols) - len(digits), start, end)


def base64_symbols(text: str) -> Symbols:
    """Return the symbols of a Base64 text, the spaces at its ends included where they can only be ``+``.

    Raises CodecError.
    """
    symbols = _symbols(text, BASE64)
    if " " in text[: symbols.start] or " " in text[symbols.end :]:
        symbols = _with_spaces_at_ends(text, symbols)
    try:
        _check_end(text, symbols, BASE64)
    except CodecError as exc:
        exc.remark = space_remark(text, symbols)
        raise
    return symbols


def _with_spaces_at_ends(text: str, symbols: Symbols) -> Symbols:
    """Return the symbols, with each space at the ends that stands for ``+``. The other spaces are white space.

    ``"Zm9v "`` is Zm9v, as five characters are no Base64, and ``"Pj5 "`` is Pj5+, as three are none that end so. But
    ``"Pj4 "`` may be Pj4+ or Pj4. The nearest four on each side are tried; what comes beyond them makes no difference.
    """
    digits, padding, start, end = symbols
    before = (place for place in reversed(range(start)) if text[place] == " ")
    after = (place + 1 for place in range(end, len(text)) if text[place] == " ")
    ends = list(enumerate([end, *islice(after, _NEAREST)]))
    other, *pluses = [
        Symbols("+" * ahead + digits + "+" * behind, padding, first, last)
        for ahead, first in enumerate([start, *islice(before, _NEAREST)])
        for behind, last in ends
        if not BASE64.fault(ahead + len(digits) + behind, "+" if behind or not digits else digits[-1], padding)
    ] or [symbols]
    if not pluses:
        return other
    one = pluses[0]
    space = one.start if one.start < other.start else one.end - 1
    meant = " or ".join(_shown(reading.digits, from_end=one.start == other.start) for reading in (one, other))
    readings = [
        Reading(write=reading.digits + "=" * padding, means=f"The space is {meaning}")
        for reading, meaning in ((one, "a plus sign"), (other, "white space"))
    ]
    raise CodecError("a space that may be '+' or white space", space, f"write {meant}", readings)


def _check_end(text: str, symbols: Symbols, alphabet: _Alphabet) -> None:
    """Raise CodecError for a cut or damaged text."""
    digits, padding, start, end = symbols
    if reason := alphabet.fault(len(digits), digits[-1:], padding):
        last = start + len(text[start:end].rstrip("=" + alphabet.passed_over)) - 1
        raise CodecError(reason, text.index("=") if reason.startswith(PADDING) else last)


def space_remark(text: str, symbols: Symbols) -> str:
    """Return a remark for the error of a text with a space, which is often the cause (X8)."""
    if (space := text.find(" ", symbols.start, symbols.end)) >= 0:
        return f"the space at position {space} was read as '+'"
    return f"the space at position {text.index(' ')} was taken for white space" if " " in text else ""


def _shown(symbols: str, *, from_end: bool) -> str:
    """Quote the last symbols, or the first."""
    if len(symbols) <= _SHOWN:
        return f"'{symbols}'"
    return f"'…{symbols[-_SHOWN:]}'" if from_end else f"'{symbols[:_SHOWN]}…'"
