"""Bytes written as text: Base64, Base32, hexadecimal and binary digits (G18: all apps use these).

The decoders are strict, and their answers and messages are the same on every Python: the standard library's differ by
version. White space at both ends is ignored. An error is a CodecError; its position is counted from 0 in the text that
was given, ignored characters included.

https://www.rfc-editor.org/rfc/rfc4648
"""

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from utilitysvc.kit.service_error import Reading

_BLANK = " \r\n\t"  # ignored between the symbols of Base64 and Base32
_NEAREST = 4  # the number of spaces at each end that may stand for "+"


@dataclass(eq=False)
class CodecError(ValueError):
    """The reason why a text cannot be decoded, and its position in the text, in code points from 0 (G17).

    ``remark`` says what may help. ``readings``: for a text with several meanings, what to write for each.
    """

    reason: str
    position: int
    remark: str = ""
    readings: Sequence[Reading] = ()

    def __str__(self) -> str:
        remark = f"; {self.remark}" if self.remark else ""
        return f"{self.reason[0].upper()}{self.reason[1:]} at position {self.position}{remark}"


def not_utf8(error: UnicodeDecodeError, position: int, remark: str = "") -> CodecError:
    """Return the error of bytes that are not UTF-8. It quotes them in hexadecimal."""
    named = error.object[error.start : error.end].hex(" ").upper()
    return CodecError(f"bytes that are not UTF-8 ({named})", position, remark)


# Hexadecimal and binary digits.


def encode_binary(data: bytes, separator: str = "") -> str:
    """Return eight digits for each byte, the most significant first, with the separator between bytes."""
    return separator.join(map(_BINARY.__getitem__, data))


_BINARY = [f"{byte:08b}" for byte in range(256)]


def decode_hexadecimal(text: str) -> bytes:
    """Return the bytes that ``text`` writes as pairs of hexadecimal digits in any case.

    White space and ``:`` between pairs are ignored. Raises CodecError.
    """
    return _from_digits(text, "hexadecimal", 2, r"(?:[\s:]*+[0-9A-Fa-f]{2})*+[\s:]*+([0-9A-Fa-f]*)", r"[\s:]+")


def decode_binary(text: str) -> bytes:
    """Return the bytes that ``text`` writes as eight binary digits each. White space between bytes is ignored.

    Raises CodecError.
    """
    return _from_digits(text, "binary", 8, r"(?:\s*+[01]{8})*+\s*+([01]*)", r"\s+")


def _from_digits(text: str, name: str, per_byte: int, pattern: str, separators: str) -> bytes:
    """Return the bytes of ``text``. ``pattern``: whole bytes, and in a group digits that are too few for a byte."""
    read = next(re.finditer(pattern, text))
    rest = text[read.end() :]
    if rest and not re.match(separators, rest):
        raise CodecError(f"{rest[0]!r} is not a {name} digit", read.end())
    if read[1]:
        raise CodecError(f"a {name} digit is missing", read.end(), f"a byte has {per_byte}")
    digits = re.sub(separators, "", text)
    return int(digits or "0", 1 << (8 // per_byte)).to_bytes(len(digits) // per_byte)


# Base64 and Base32 (RFC 4648).


def encode_base64(data: bytes) -> str:
    """Return ``data`` in Base64 (RFC 4648, section 4), padded."""
    return base64.b64encode(data).decode()


def encode_base64url(data: bytes) -> str:
    """Return ``data`` in URL-safe Base64 (RFC 4648, section 5), without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def encode_base32(data: bytes) -> str:
    """Return ``data`` in Base32 (RFC 4648, section 6), padded."""
    return base64.b32encode(data).decode()


def decode_base64(text: str) -> bytes:
    """Return the bytes that ``text`` writes in Base64 (RFC 4648), standard or URL-safe alphabet, padded or not at all.

    Line breaks and tabs are ignored, and a space is read as ``+``. A space at an end that could be a ``+`` or white
    space is refused. Raises CodecError.
    """
    read = _with_pluses(text)
    digits = _digits(read, _BASE64, _space_remark(text, read))
    return binascii.a2b_base64(digits + "=" * (-len(digits) % _BASE64.group))


def decode_base32(text: str) -> bytes:
    """Return the bytes that ``text`` writes in Base32 (RFC 4648), in any case, padded or not at all.

    Spaces, line breaks and tabs are ignored. Raises CodecError.
    """
    digits = _digits(text, _BASE32)
    bits = len(digits) * _BASE32.bits
    return (int(digits or "0", 32) >> bits % 8).to_bytes(bits // 8)


class _Alphabet(NamedTuple):
    name: str
    bits: int
    group: int  # the number of symbols that encode whole bytes
    digits: str
    spellings: dict[int, int | None]  # of these digits, and what is ignored
    foreign: re.Pattern[str]

    def fault(self, digits: str, padding: int) -> str:
        """Say why ``digits`` are cut or damaged; an empty text if they are not.

        Bits that encode no byte must be zero (RFC 4648, section 3.5).
        """
        unused, wanted = len(digits) * self.bits % 8, -len(digits) % self.group
        if unused >= self.bits:
            return "the last group of characters is cut short"
        if padding not in (0, wanted):
            return f"padding of length {padding} in place of {wanted}"
        if digits and self.digits.index(digits[-1]) & ((1 << unused) - 1):
            return "unused bits of the last character are not zero"
        return ""


_BASE64 = _Alphabet(
    "Base64",
    bits=6,
    group=4,
    digits="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    spellings=str.maketrans("-_", "+/", _BLANK),  # both alphabets of RFC 4648
    foreign=re.compile(r"[^A-Za-z0-9+/\-_=\r\n\t]"),
)
_BASE32 = _Alphabet(
    "Base32",
    bits=5,
    group=8,
    digits="0123456789ABCDEFGHIJKLMNOPQRSTUV",  # which int() reads
    spellings=str.maketrans(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567abcdefghijklmnopqrstuvwxyz",
        "0123456789ABCDEFGHIJKLMNOPQRSTUV0123456789ABCDEFGHIJKLMNOP",
        _BLANK,
    ),
    foreign=re.compile(r"[^A-Za-z2-7 =\r\n\t]"),
)


def _digits(text: str, alphabet: _Alphabet, remark: str = "") -> str:
    """Return the digits of a text. Raises CodecError, with the remark if the text is cut or damaged."""
    digits, padding = _parts(text, alphabet)
    if reason := alphabet.fault(digits, padding):
        last = len(text.rstrip().rstrip("=" + _BLANK)) - 1
        raise CodecError(reason, text.index("=") if reason.startswith("padding") else last, remark)
    return digits


def _parts(text: str, alphabet: _Alphabet) -> tuple[str, int]:
    """Return the digits of a text and the length of its padding."""
    content = text.strip()
    if foreign := alphabet.foreign.search(content):
        position = text.index(content) + foreign.start()
        raise CodecError(f"{foreign[0]!r} is not in the {alphabet.name} alphabet", position)
    symbols = content.translate(alphabet.spellings)
    digits = symbols.rstrip("=")
    if "=" in digits:
        raise CodecError("padding before the end", text.index("="))
    return digits, len(symbols) - len(digits)


def _with_pluses(text: str) -> str:
    """Return a Base64 text with ``+`` in the place of each space that a query string has made of it (X8).

    Within the text each space is a ``+``; at its ends some may be white space. ``"Zm9v "`` is Zm9v, as five characters
    are no Base64, and ``"Pj5 "`` is Pj5+, as three are none that end so. But ``"Pj4 "`` may be Pj4+ or Pj4. The nearest
    four on each side are tried; what comes beyond them makes no difference. Raises CodecError.
    """
    content = text.strip()
    start = len(text) - len(text.lstrip())
    ends = text[:start], text[start + len(content) :]
    content = content.replace(" ", "+")
    text = content.join(ends)
    if not any(" " in end for end in ends):
        return text
    digits, padding = _parts(text, _BASE64)
    before, after = (re.sub(r"[^ \r\n\t]", "\n", end) for end in ends)  # as what may stand behind a plus sign
    readings = (
        "+".join(before.rsplit(" ", first)) + content + after.replace(" ", "+", last)
        for first in range(min(before.count(" "), _NEAREST) + 1)
        for last in range(min(after.count(" "), _NEAREST) + 1)
        if not _BASE64.fault("+" * first + digits + "+" * last, padding)
    )
    other, read = next(readings, text), next(readings, "")
    if not read:
        return other
    at_end = read.startswith(other[:start])
    space = read.rindex("+") if at_end else read.index("+")
    read, other = (each.strip().translate(_BASE64.spellings) for each in (read, other))
    left_out = ".+(?=.{8})" if at_end else "(?<=.{8}).+"
    meant = " or ".join(repr(re.sub(left_out, "…", each.rstrip("="))) for each in (read, other))
    raise CodecError(
        "a space that may be '+' or white space",
        space,
        f"write {meant}",
        [Reading(write=read, means="The space is a plus sign"), Reading(write=other, means="The space is white space")],
    )


def _space_remark(text: str, read: str) -> str:
    """Return a remark for the error of a Base64 text with a space, which is often the cause (X8).

    ``read``: the text as ``_with_pluses`` returns it.
    """
    space = text.find(" ", len(read) - len(read.lstrip()))
    if space >= 0 and read[space] == "+":
        return f"the space at position {space} was read as '+'"
    return f"the space at position {text.index(' ')} was taken for white space" if " " in text else ""


# Texts in bytes.

Decoder = Callable[[str], bytes]

#: How many bits one symbol stands for.
_BITS: dict[Decoder, int] = {decode_base64: 6, decode_base32: 5, decode_hexadecimal: 4, decode_binary: 1}


def decode_text(text: str, decode: Decoder) -> str:
    """Return the text whose UTF-8 is what ``decode``, one of the decoders above, reads from ``text``.

    Raises CodecError. The position of bytes that are not UTF-8 is that of the symbol in which the first of them begins.
    """
    try:
        data = decode(text)
    except CodecError as exc:
        try:
            for reading in exc.readings:
                decode(reading["write"]).decode()
        except UnicodeDecodeError:
            exc.readings = ()  # one of them would be refused
        raise
    try:
        return data.decode()
    except UnicodeDecodeError as exc:
        remark = _space_remark(text, _with_pluses(text)) if decode is decode_base64 else ""
        raise not_utf8(exc, byte_position(text, decode, exc.start), remark) from None


def byte_position(text: str, decode: Decoder, index: int) -> int:
    """Return where in ``text``, which ``decode`` can read, the byte number ``index`` begins."""
    read = _with_pluses(text) if decode is decode_base64 else text
    symbols = re.finditer(r"[^\s:]", read)
    begun = next(islice(symbols, index * 8 // _BITS[decode], None), None)
    return begun.start() if begun else len(read.rstrip())
