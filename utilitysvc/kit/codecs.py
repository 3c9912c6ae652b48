"""Bytes written as text: Base64, Base32, hexadecimal and binary digits (G18: whoever reads them reads them here).

The decoders are strict, and their answers and messages are the same on every Python: the standard library's differ by
version. White space at both ends is ignored. A fault is a CodecError, whose position is counted from 0 in the text that
was given, whatever was passed over before it.
"""

import base64
import binascii
import re
from collections.abc import Callable
from itertools import islice, product
from typing import NamedTuple

__all__ = [
    "CodecError",
    "byte_position",
    "decode_base32",
    "decode_base64",
    "decode_binary",
    "decode_hexadecimal",
    "decode_text",
    "encode_base32",
    "encode_base64",
    "encode_base64url",
    "encode_binary",
    "encode_hexadecimal",
    "not_utf8",
]


class CodecError(ValueError):
    """What is wrong, and at which code point of the text."""

    def __init__(self, reason: str, position: int, remark: str = "") -> None:
        super().__init__(reason, position, remark)
        self.reason = reason
        self.position = position
        self.remark = remark

    def __str__(self) -> str:
        remark = f"; {self.remark}" if self.remark else ""
        return f"{self.reason[0].upper()}{self.reason[1:]} at position {self.position}{remark}"


def encode_base64(data: bytes) -> str:
    """Return ``data`` in Base64 (RFC 4648, section 4), padded."""
    return base64.b64encode(data).decode()


def encode_base64url(data: bytes) -> str:
    """Return ``data`` in URL-safe Base64 (RFC 4648, section 5), without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def encode_base32(data: bytes) -> str:
    """Return ``data`` in Base32 (RFC 4648, section 6), padded."""
    return base64.b32encode(data).decode()


def encode_hexadecimal(data: bytes) -> str:
    """Return two digits a byte, in lower case."""
    return data.hex()


def encode_binary(data: bytes, separator: str = "") -> str:
    """Return eight digits a byte, the most significant first, with the separator between bytes."""
    return separator.join(map(_BINARY.__getitem__, data))


_BINARY = [f"{byte:08b}" for byte in range(256)]


# Base64 and Base32: groups of symbols, each of so many bits.


class _Alphabet(NamedTuple):
    name: str
    bits: int
    group: int  # symbols that make whole bytes together
    symbols: str
    spellings: dict[int, int | None]  # to these symbols, or to nothing
    foreign: re.Pattern[str]

    def unused_bits(self, count: int, last: str) -> int | None:
        """Return the bits of the last of so many symbols that no byte takes. None where a group is cut short."""
        unused = count * self.bits % 8
        return self.symbols.index(last) & ((1 << unused) - 1) if unused < self.bits else None


_BASE64 = _Alphabet(
    "Base64",
    bits=6,
    group=4,
    symbols="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    # Both alphabets of RFC 4648. A space is the "+" that a query string has made of one.
    spellings=str.maketrans("-_ ", "+/+", "\r\n\t"),
    foreign=re.compile(r"[^A-Za-z0-9+/\-_ =\r\n\t]"),
)
_BASE32 = _Alphabet(
    "Base32",
    bits=5,
    group=8,
    symbols="ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
    spellings=str.maketrans("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", " \r\n\t"),
    foreign=re.compile(r"[^A-Za-z2-7 =\r\n\t]"),
)
_TO_BASE32HEX = str.maketrans(_BASE32.symbols, "0123456789ABCDEFGHIJKLMNOPQRSTUV")  # the digits that int() reads


class _Symbols(NamedTuple):
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
    digits = _base64_symbols(text).digits
    return binascii.a2b_base64(digits + "=" * (-len(digits) % _BASE64.group))


def decode_base32(text: str) -> bytes:
    """Return the bytes that ``text`` writes in Base32 (RFC 4648), in any case, padded or not at all.

    Spaces, line breaks and tabs are ignored. Raises CodecError.
    """
    symbols = _symbols(text, _BASE32)
    _check_end(text, symbols, _BASE32)
    bits = len(symbols.digits) * _BASE32.bits
    number = int(symbols.digits.translate(_TO_BASE32HEX) or "0", 32)
    return (number >> bits % 8).to_bytes(bits // 8)


def _symbols(text: str, alphabet: _Alphabet) -> _Symbols:
    start, end = _stripped(text)
    if foreign := alphabet.foreign.search(text, start, end):
        raise CodecError(f"{foreign[0]!r} is not in the {alphabet.name} alphabet", foreign.start())
    symbols = text[start:end].translate(alphabet.spellings)
    digits = symbols.rstrip("=")
    if "=" in digits:
        raise CodecError("padding before the end", text.index("="))
    return _Symbols(digits, len(symbols) - len(digits), start, end)


def _base64_symbols(text: str) -> _Symbols:
    symbols = _symbols(text, _BASE64)
    if " " in text[: symbols.start] or " " in text[symbols.end :]:
        symbols = _with_spaces_at_ends(text, symbols)
    try:
        _check_end(text, symbols, _BASE64)
    except CodecError as fault:
        fault.remark = _space_remark(text, symbols)
        raise
    return symbols


def _with_spaces_at_ends(text: str, symbols: _Symbols) -> _Symbols:
    """Return the symbols with the spaces at the ends that are a ``+`` each. The others are white space.

    ``"Zm9v "`` is Zm9v, as five characters are no Base64, and ``"Pj5 "`` is Pj5+, as three are none that end so. But
    ``"Pj4 "`` may be Pj4+ or Pj4. The nearest four on each side are tried; what comes beyond them makes no difference.
    """
    digits, padding, start, end = symbols
    starts = [start, *(start - 1 - place for place in _first_spaces(text[:start][::-1]))]
    ends = [end, *(end + 1 + place for place in _first_spaces(text[end:]))]
    readings = []
    for (ahead, first), (behind, last) in product(enumerate(starts), enumerate(ends)):
        count = ahead + len(digits) + behind
        last_symbol = "+" if behind or not digits else digits[-1]
        whole = not count or _BASE64.unused_bits(count, last_symbol) == 0
        if whole and padding in (0, -count % _BASE64.group) and not (behind and padding):
            readings.append(_Symbols("+" * ahead + digits + "+" * behind, padding, first, last))
    if len(readings) > 1:
        one, other = readings[1], readings[0]
        space = one.start if one.start < other.start else one.end - 1
        meant = " or ".join(_shown(reading.digits, from_end=one.start == other.start) for reading in (one, other))
        raise CodecError("a space that may be '+' or white space", space, f"write {meant}")
    return readings[0] if readings else symbols


def _check_end(text: str, symbols: _Symbols, alphabet: _Alphabet) -> None:
    """Refuse what is cut or damaged: bits that stand for nothing must be zero (RFC 4648, section 3.5)."""
    digits, padding, start, end = symbols
    wanted = -len(digits) % alphabet.group
    unused = alphabet.unused_bits(len(digits), digits[-1]) if digits else 0
    if unused is None:
        reason = "the last group of characters is cut short"
    elif padding not in (0, wanted):
        raise CodecError(f"padding of length {padding} in place of {wanted}", text.index("="))
    elif unused:
        reason = "unused bits of the last character are not zero"
    else:
        return
    kind = decode_base64 if alphabet is _BASE64 else decode_base32
    raise CodecError(reason, _symbol_position(text, start, end, kind, len(digits) - 1))


def _space_remark(text: str, symbols: _Symbols) -> str:
    """What to tell of a fault in a text with a space, which may well be its cause (X8)."""
    if (space := text.find(" ", symbols.start, symbols.end)) >= 0:
        return f"the space at position {space} was read as '+'"
    return f"the space at position {text.index(' ')} was taken for white space" if " " in text else ""


def _stripped(text: str) -> tuple[int, int]:
    core = text.strip()
    start = len(text) - len(text.lstrip())
    return start, start + len(core)


def _first_spaces(text: str) -> list[int]:
    return [space.start() for space in islice(re.finditer(" ", text), 4)]


def _shown(symbols: str, *, from_end: bool) -> str:
    """Quote the last symbols, or the first."""
    if len(symbols) <= _SHOWN:
        return f"'{symbols}'"
    return f"'…{symbols[-_SHOWN:]}'" if from_end else f"'{symbols[:_SHOWN]}…'"


_SHOWN = 8


# Hexadecimal and binary: so many digits a byte.


class _Digits(NamedTuple):
    name: str
    base: int
    per_byte: int
    digit: str
    whole: re.Pattern[str]
    separators: re.Pattern[str]


_HEXADECIMAL = _Digits(
    "hexadecimal", 16, 2, "[0-9A-Fa-f]", re.compile(r"(?:[\s:]*+[0-9A-Fa-f]{2})*+[\s:]*+"), re.compile(r"[\s:]++")
)
_BINARY_DIGITS = _Digits("binary", 2, 8, "[01]", re.compile(r"(?:\s*+[01]{8})*+\s*+"), re.compile(r"\s++"))


def decode_hexadecimal(text: str) -> bytes:
    """Return the bytes that ``text`` writes as pairs of hexadecimal digits in any case.

    White space and ``:`` between pairs are ignored. Raises CodecError.
    """
    return _from_digits(text, _HEXADECIMAL)


def decode_binary(text: str) -> bytes:
    """Return the bytes that ``text`` writes as eight binary digits each. White space between bytes is ignored.

    Raises CodecError.
    """
    return _from_digits(text, _BINARY_DIGITS)


def _from_digits(text: str, kind: _Digits) -> bytes:
    whole = kind.whole.match(text)
    end = whole.end() if whole else 0
    if end < len(text):
        begun = re.compile(f"{kind.digit}*+").match(text, end)
        place = begun.end() if begun else end
        if place < len(text) and not kind.separators.match(text, place):
            raise CodecError(f"{text[place]!r} is not a {kind.name} digit", place)
        raise CodecError(f"{place - end} of the {kind.per_byte} {kind.name} digits of a byte", end)
    digits = kind.separators.sub("", text)
    return int(digits or "0", kind.base).to_bytes(len(digits) // kind.per_byte)


# Texts in bytes.

Decoder = Callable[[str], bytes]

# Of each decoder: how many bits a symbol has, and what is one, where the text has been read without a fault.
_SYMBOLS: dict[Decoder, tuple[int, re.Pattern[str]]] = {
    decode_base64: (6, re.compile(r"[^\r\n\t]")),
    decode_base32: (5, re.compile(r"[^\s]")),
    decode_hexadecimal: (4, re.compile(r"[^\s:]")),
    decode_binary: (1, re.compile(r"[^\s]")),
}


def decode_text(text: str, decode: Decoder) -> str:
    """Return the text whose UTF-8 is what ``decode``, one of the decoders above, reads from ``text``.

    Raises CodecError: bytes that are not UTF-8 are faulty at the symbol in which the first of them begins.
    """
    data = decode(text)
    try:
        return data.decode()
    except UnicodeDecodeError as fault:
        remark = _space_remark(text, _base64_symbols(text)) if decode is decode_base64 else ""
        raise not_utf8(fault, byte_position(text, decode, fault.start), remark) from None


def byte_position(text: str, decode: Decoder, index: int) -> int:
    """Return where in ``text``, which ``decode`` has read without a fault, the byte number ``index`` begins."""
    start, end = _stripped(text)
    if decode is decode_base64:
        start, end = _base64_symbols(text)[-2:]
    bits, _ = _SYMBOLS[decode]
    return _symbol_position(text, start, end, decode, index * 8 // bits)


def not_utf8(fault: UnicodeDecodeError, position: int, remark: str = "") -> CodecError:
    """Return the fault of bytes that are not UTF-8: they are named."""
    named = fault.object[fault.start : fault.end].hex(" ").upper()
    return CodecError(f"bytes that are not UTF-8 ({named})", position, remark)


def _symbol_position(text: str, start: int, end: int, decode: Decoder, index: int) -> int:
    """Return where the symbol number ``index`` stands."""
    _, symbol = _SYMBOLS[decode]
    symbols = islice(symbol.finditer(text, start, end), index, None)
    return next((found.start() for found in symbols), end)
