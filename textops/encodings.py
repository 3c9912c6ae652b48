"""Encode and decode texts: their UTF-8 bytes in Base64 and the like, HTML character references (X7, X10).

The codecs of the kit do the work. They raise CodecError, whose position counts the code points of the input from 0,
even if the input encodes bytes.

https://www.rfc-editor.org/rfc/rfc4648
"""

import html
import re

from utilitysvc.kit import codecs

_REFERENCE = re.compile(r"&(?:#(?:[xX]([0-9A-Fa-f]+)|([0-9]+));?|([A-Za-z0-9]{2,31};?))")


def base64_encode(text: str) -> str:
    """Return the Base64 text (RFC 4648, section 4, padded) of ``text`` in UTF-8."""
    return codecs.encode_base64(text.encode())


def base64_decode(text: str) -> str:
    """Decode ``text``: UTF-8 bytes in Base64, in the standard or URL-safe alphabet, fully padded or unpadded.

    The unused bits of the last character must be zero (RFC 4648, section 3.5), otherwise the text is damaged or
    truncated. Raises CodecError.
    """
    return codecs.decode_text(text, codecs.decode_base64)


def base64url_encode(text: str) -> str:
    """Return the URL-safe Base64 text (RFC 4648, section 5, without padding) of ``text`` in UTF-8."""
    return codecs.encode_base64url(text.encode())


def base32_encode(text: str) -> str:
    """Return the Base32 text (RFC 4648, section 6, padded) of ``text`` in UTF-8."""
    return codecs.encode_base32(text.encode())


def base32_decode(text: str) -> str:
    """Decode ``text``: UTF-8 bytes in Base32, in any case, padded or not. Raises CodecError."""
    return codecs.decode_text(text, codecs.decode_base32)


def hex_encode(text: str) -> str:
    """Return two hexadecimal digits for each byte of ``text`` in UTF-8."""
    return text.encode().hex()


def hex_decode(text: str) -> str:
    """Decode ``text``: UTF-8 bytes as pairs of hexadecimal digits. Raises CodecError."""
    return codecs.decode_text(text, codecs.decode_hexadecimal)


def binary_encode(text: str) -> str:
    """Return eight binary digits for each byte of ``text`` in UTF-8, a space between bytes."""
    return codecs.encode_binary(text.encode(), " ")


def binary_decode(text: str) -> str:
    """Decode ``text``: UTF-8 bytes as eight binary digits each. Raises CodecError."""
    return codecs.decode_text(text, codecs.decode_binary)


def html_encode(text: str) -> str:
    """Return ``text`` with ``& < > " '`` as character references."""
    return html.escape(text)


def html_decode(text: str) -> str:
    """Return ``text`` with its HTML5 character references replaced, as the HTML standard reads them in text."""
    return _REFERENCE.sub(_dereferenced, text)


def _dereferenced(reference: re.Match[str]) -> str:
    hexadecimal, decimal, name = reference.groups()
    if name:
        return html.unescape(reference[0])  # which leaves numeric references to some characters out
    # The HTML standard's numeric character reference end state. Eight digits, in either base, are past the last code
    # point; there may be more than ``int`` can convert.
    digits, base = (hexadecimal, 16) if hexadecimal else (decimal, 10)
    number = int(digits.lstrip("0")[:8] or "0", base)
    if number == 0 or 0xD800 <= number <= 0xDFFF or number > 0x10FFFF:
        return "\ufffd"
    if 0x80 <= number <= 0x9F:  # C1 controls are read as windows-1252 if it has a character there
        return bytes([number]).decode("cp1252", "ignore") or chr(number)
    return chr(number)
