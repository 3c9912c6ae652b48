"""Base64, percent-encoding and HTML character references, there and back (X7).

A fault's position is that of a code point of the text, counted from 0, whatever the text stands for.
"""

import base64
import html
import re
from html.entities import html5
from itertools import islice
from urllib.parse import quote

from utilitysvc.kit.service_error import ServiceError

__all__ = ["base64_decode", "base64_encode", "html_decode", "html_encode", "url_decode", "url_encode"]

# Line breaks and tabs are passed over. A space is the "+" that a query string has made of one.
_BASE64_PASSED_OVER = "\r\n\t"
_BASE64_STANDARD = str.maketrans("-_ ", "+/+", _BASE64_PASSED_OVER)
_BASE64_FOREIGN = re.compile(r"[^A-Za-z0-9+/\-_ =\r\n\t]")
_BASE64_EARLY_PADDING = re.compile(r"=(?=[\r\n\t]*+[^=\r\n\t])")

_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})++|%")

_REFERENCE = re.compile(r"&(?:#(?:[xX]([0-9A-Fa-f]+)|([0-9]+));?|([A-Za-z0-9]{2,31};?))")
# Old names that HTML5 still reads without their semicolon, also in front of other letters.
_LONGEST_BARE_NAME = max(len(name) for name in html5 if not name.endswith(";"))
_MAX_CODE_POINT_DIGITS = len(str(0x10FFFF))
_REPLACEMENT = "\ufffd"


def base64_encode(text: str) -> str:
    """Return the Base64 text (RFC 4648, section 4, padded) of ``text`` in UTF-8."""
    return base64.b64encode(text.encode()).decode()


def base64_decode(text: str) -> str:
    """Return the text whose UTF-8 is ``text`` in Base64: standard or URL-safe alphabet, padded or not at all.

    Bits of the last character that stand for nothing must be zero (RFC 4648, section 3.5): others mean a damaged or
    cut text. Raises ServiceError.
    """
    if foreign := _BASE64_FOREIGN.search(text):
        raise _undecodable(f"{foreign[0]!r} is not in the Base64 alphabet", foreign.start())
    if _BASE64_EARLY_PADDING.search(text):
        raise _undecodable("padding before the end", text.index("="))
    symbols = text.translate(_BASE64_STANDARD)
    digits = symbols.rstrip("=")
    padding, wanted = len(symbols) - len(digits), -len(digits) % 4
    if wanted == 3:
        raise _undecodable("the last group has one character only", _base64_position(text, len(digits) - 1))
    if padding not in (0, wanted):
        raise _undecodable(f"padding of length {padding} in place of {wanted}", text.index("="))
    data = base64.b64decode(digits + "=" * wanted)
    if base64.b64encode(data).decode().rstrip("=") != digits:
        raise _undecodable("unused bits of the last character are not zero", _base64_position(text, len(digits) - 1))
    try:
        return data.decode()
    except UnicodeDecodeError as fault:
        raise _not_utf8(fault, _base64_position(text, fault.start * 4 // 3)) from None


def url_encode(text: str) -> str:
    """Return ``text`` percent-encoded in UTF-8, but for the unreserved characters of RFC 3986, section 2.3."""
    return quote(text, safe="")


def url_decode(text: str) -> str:
    """Return ``text`` with its percent-encoded UTF-8 decoded (RFC 3986, section 2.1). Raises ServiceError."""
    return _PERCENT.sub(_percent_decoded, text)


def html_encode(text: str) -> str:
    """Return ``text`` with ``& < > " '`` as character references."""
    return html.escape(text)


def html_decode(text: str) -> str:
    """Return ``text`` with the character references of HTML5 replaced, as the HTML standard reads them in text."""
    return _REFERENCE.sub(_dereferenced, text)


def _undecodable(reason: str, position: int) -> ServiceError:
    return ServiceError("Decoding failed", f"{reason[0].upper()}{reason[1:]} at position {position}")


def _not_utf8(fault: UnicodeDecodeError, position: int) -> ServiceError:
    return _undecodable(f"bytes that are not UTF-8 ({fault.reason})", position)


def _base64_position(text: str, index: int) -> int:
    """Where in ``text`` the symbol number ``index`` stands, those passed over not counted."""
    counted = (position for position, symbol in enumerate(text) if symbol not in _BASE64_PASSED_OVER)
    return next(islice(counted, index, None))


def _percent_decoded(escapes: re.Match[str]) -> str:
    if escapes[0] == "%":
        raise _undecodable("'%' without two hexadecimal digits", escapes.start())
    try:
        return bytes.fromhex(escapes[0].replace("%", "")).decode()
    except UnicodeDecodeError as fault:
        raise _not_utf8(fault, escapes.start() + len("%00") * fault.start) from None


def _dereferenced(reference: re.Match[str]) -> str:
    hexadecimal, decimal, name = reference.groups()
    if name is None:
        return _numeric_reference(hexadecimal or decimal, 16 if hexadecimal else 10)
    if name in html5:
        return html5[name]
    for end in range(min(len(name), _LONGEST_BARE_NAME), 1, -1):
        if name[:end] in html5:
            return html5[name[:end]] + name[end:]
    return reference[0]


def _numeric_reference(digits: str, base: int) -> str:
    """The HTML standard's numeric character reference end state; numerals may be longer than ``int`` converts."""
    digits = digits.lstrip("0")
    if len(digits) > _MAX_CODE_POINT_DIGITS:
        return _REPLACEMENT
    number = int(digits or "0", base)
    if number == 0 or 0xD800 <= number <= 0xDFFF or number > 0x10FFFF:
        return _REPLACEMENT
    if 0x80 <= number <= 0x9F:  # C1 controls are read as windows-1252, where that has a character
        return bytes([number]).decode("cp1252", "ignore") or chr(number)
    return chr(number)
