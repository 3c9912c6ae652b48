"""Write and read escapes: percent-encoding, and the backslash escapes of JSON and JavaScript (X7, X10, G18).

An error is a CodecError. Its position counts the code points of the input from 0.

https://www.rfc-editor.org/rfc/rfc3986#section-2.1
https://www.rfc-editor.org/rfc/rfc8259#section-7
"""

import binascii
import json
import re
import sys
from urllib.parse import quote

from textops.character_sets import LAST_OF_BASIC_PLANE
from utilitysvc.kit.codecs import CodecError, not_utf8

_PERCENT_ALONE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_PERCENT_RUN = re.compile(r"(?:%[0-9A-Fa-f]{2})++")

# Control characters are read as they are, although JSON requires escapes for them, because they have only one meaning.
# Each pattern ends with the first character that no escape begins with.
_NOT_JSON = re.compile(r'(?:[^"\\]++|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*+["\\]')
_NOT_UNICODE = re.compile(r"(?:[^\\]++|\\u(?:[0-9A-Fa-f]{4}|\{[0-9A-Fa-f]++\}))*+\\")
_BRACED = re.compile(r"\\u\{([0-9A-Fa-f]++)\}")
# A pair of surrogates, which is one character; a surrogate alone, which is an error; any other escape.
_SURROGATES = re.compile(r"\\u[Dd][89ABab]..\\u[Dd][C-Fc-f]..|(?P<alone>\\u[Dd][89A-Fa-f]..)|\\.")
_SURROGATE_RANGE = range(0xD800, 0xE000)
_LENIENT = json.JSONDecoder(strict=False)  # accepts control characters without escapes


def url_encode(text: str) -> str:
    """Return ``text`` percent-encoded in UTF-8, except for the unreserved characters of RFC 3986, section 2.3."""
    return quote(text, safe="")


def url_decode(text: str) -> str:
    """Return ``text`` with its percent-encoded UTF-8 decoded (RFC 3986, section 2.1). Raises CodecError."""
    if alone := _PERCENT_ALONE.search(text):
        raise CodecError("'%' without two hexadecimal digits", alone.start(), "a percent sign itself is written %25")
    try:
        # Quoted-printable writes the same bytes as =C3 instead of %C3, and Python's decoder of it is written in C.
        return binascii.a2b_qp(text.replace("=", "=3D").replace("%", "=").encode()).decode()
    except UnicodeDecodeError:
        raise _percent_error(text) from None


def _percent_error(text: str) -> CodecError:
    """Return the error of the first run of escapes that is not UTF-8."""
    for run in _PERCENT_RUN.finditer(text):
        try:
            bytes.fromhex(run[0].replace("%", "")).decode()
        except UnicodeDecodeError as exc:
            return not_utf8(exc, run.start() + len("%00") * exc.start)
    raise AssertionError("some escapes were not UTF-8")


def json_escape(text: str) -> str:
    """Return ``text`` as the content of a JSON string (RFC 8259, section 7), with only the escapes that it needs."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def json_unescape(text: str) -> str:
    """Return the value of the JSON string whose content is ``text``. Raises CodecError."""
    if wrong := _NOT_JSON.match(text):
        place = wrong.end() - 1
        if text[place] == "\\":
            raise CodecError("a backslash that does not begin a JSON escape", place)
        raise CodecError(
            "a quotation mark without a backslash", place, r"leave out those around the string, and write \" inside"
        )
    return _unescaped(text, text)


def unicode_escape(text: str) -> str:
    r"""Return ``text`` with backslashes, and all but U+0020 to U+007E, as ``\uXXXX`` for each UTF-16 code unit."""
    escaped = json.dumps(text)[1:-1]
    # JSON has a short escape for these. The backslash comes first: two of them are one escaped backslash, and the
    # second must not be taken for the beginning of another escape.
    for short, character in zip(r"\nrtbf", "\\\n\r\t\b\f", strict=True):
        escaped = escaped.replace(f"\\{short}", f"\\u{ord(character):04x}")
    return escaped.replace('\\"', '"')


def unicode_unescape(text: str) -> str:
    r"""Return ``text`` with ``\uXXXX`` (also surrogate pairs) and ``\u{...}`` as characters. Raises CodecError."""
    if wrong := _NOT_UNICODE.match(text):
        raise CodecError(
            r"a backslash that does not begin \uXXXX", wrong.end() - 1, r"a backslash itself is written \u005c"
        )
    plain = _BRACED.sub(_in_units, text)
    return _unescaped(text, plain.replace('"', '\\"'))


def _in_units(braced: re.Match[str]) -> str:
    number = int(braced[1], 16)
    if number > sys.maxunicode or number in _SURROGATE_RANGE:
        raise CodecError(f"{braced[0]} is not a character", braced.start())
    return f"\\u{number:04x}" if number <= LAST_OF_BASIC_PLANE else json.dumps(chr(number))[1:-1]


def _unescaped(text: str, inside: str) -> str:
    value: str = _LENIENT.decode(f'"{inside}"')
    try:
        value.encode()
    except UnicodeEncodeError:
        alone = next(escape for escape in _SURROGATES.finditer(text) if escape["alone"])
        raise CodecError(f"{alone[0]} is half a surrogate pair, not a character", alone.start()) from None
    return value
