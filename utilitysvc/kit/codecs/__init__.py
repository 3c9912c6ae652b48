"""Bytes written as text: Base64, Base32, hexadecimal and binary digits (G18: all apps use these).

The decoders are strict, and their answers and messages are the same on every Python: the standard library's differ by
version. White space at both ends is ignored. An error is a CodecError; its position is counted from 0 in the text that
was given, ignored characters included.

https://www.rfc-editor.org/rfc/rfc4648
"""

import base64
import re
from collections.abc import Callable
from itertools import islice

from utilitysvc.kit.codecs.base64_base32 import (
    base64_symbols,
    decode_base32,
    decode_base64,
    space_remark,
)
from utilitysvc.kit.codecs.error import CodecError, not_utf8

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
]


def encode_base64(data: bytes) -> str:
    """Return ``data`` in Base64 (RFC 4648, section 4), padded."""
    return base64.b64encode(data).decode()


def encode_base64url(data: bytes) -> str:
    """Return ``data`` in URL-safe Base64 (RFC 4648, section 5), without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def encode_base32(data: bytes) -> str:
    """Return ``data`` in Base32 (RFC 4648, section 6), padded."""
    return base64.b32encode(data).decode()


def encode_binary(data: bytes, separator: str = "") -> str:
    """Return eight digits for each byte, the most significant first, with the separator between bytes."""
    return separator.join(map(_BINARY.__getitem__, data))


_BINARY = [f"{byte:08b}" for byte in range(256)]


# Hexadecimal and binary digits.


def decode_hexadecimal(text: str) -> bytes:
    """Return the bytes that ``text`` writes as pairs of hexadecimal digits in any case.

    White space and ``:`` between pairs are ignored. Raises CodecError.
    """
    return _from_digits(text, "hexadecimal", "0123456789ABCDEFabcdef", 16, 2, r"[\s:]")


def decode_binary(text: str) -> bytes:
    """Return the bytes that ``text`` writes as eight binary digits each. White space between bytes is ignored.

    Raises CodecError.
    """
    return _from_digits(text, "binary", "01", 2, 8, r"\s")


def _from_digits(text: str, name: str, digits: str, base: int, per_byte: int, separator: str) -> bytes:
    whole = next(re.finditer(f"(?:{separator}*+[{digits}]{{{per_byte}}})*+{separator}*+", text))
    if whole.end() < len(text):
        place = next((place for place in range(whole.end(), len(text)) if text[place] not in digits), len(text))
        if place < len(text) and not re.match(separator, text[place]):
            raise CodecError(f"{text[place]!r} is not a {name} digit", place)
        raise CodecError(f"a {name} digit is missing", place, f"a byte has {per_byte}")
    symbols = re.sub(f"{separator}++", "", text)
    return int(symbols or "0", base).to_bytes(len(symbols) // per_byte)


# Texts in bytes.

Decoder = Callable[[str], bytes]

# For each decoder, how many bits one symbol stands for and which characters are symbols. With these a byte's position
# is translated into that of the symbol that began it; they are for texts that can be decoded.
_SYMBOLS: dict[Decoder, tuple[int, str]] = {
    decode_base64: (6, r"[^\r\n\t]"),
    decode_base32: (5, r"\S"),
    decode_hexadecimal: (4, r"[^\s:]"),
    decode_binary: (1, r"\S"),
}


def decode_text(text: str, decode: Decoder) -> str:
    """Return the text whose UTF-8 is what ``decode``, one of the decoders above, reads from ``text``.

    Raises CodecError. The position of bytes that are not UTF-8 is that of the symbol in which the first of them begins.
    """
    try:
        data = decode(text)
    except CodecError as exc:
        if not all(_is_utf8(decode(reading["write"])) for reading in exc.readings):
            exc.readings = ()  # one of them would be refused
        raise
    try:
        return data.decode()
    except UnicodeDecodeError as exc:
        remark = space_remark(text, base64_symbols(text)) if decode is decode_base64 else ""
        raise not_utf8(exc, byte_position(text, decode, exc.start), remark) from None


def _is_utf8(data: bytes) -> bool:
    return data.decode(errors="ignore").encode() == data


def byte_position(text: str, decode: Decoder, index: int) -> int:
    """Return where in ``text``, which ``decode`` can read, the byte number ``index`` begins."""
    start, end = base64_symbols(text)[2:] if decode is decode_base64 else (0, len(text))
    bits, symbol = _SYMBOLS[decode]
    begun = next(islice(re.compile(symbol).finditer(text, start, end), index * 8 // bits, None), None)
    return begun.start() if begun else end
