"""Decode the JSON in a request's body. The first error is reported with its line and column (G9).

https://www.rfc-editor.org/rfc/rfc8259
"""

import codecs
import json
import re
from itertools import accumulate
from typing import Any, NoReturn

from utilitysvc.kit.service_error import ServiceError

MAX_DEPTH = 64
MALFORMED = "Malformed JSON body"

# A string, whose closing quotation mark may be missing: otherwise the search would begin again inside it. A bracket.
# And the three names that Python's parser accepts as numbers, which JSON does not have.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]|(NaN|-?Infinity)', re.DOTALL)
# Our reasons for the errors of Python's parser, by the beginning of its messages, which differ by version (G17).
_REASONS = {
    "Expecting value": "a value is expected",
    "Expecting property name": "a name in double quotation marks is expected",
    "Expecting ':'": "a colon is expected",
    "Expecting ','": "a comma or a closing bracket is expected",
    "Illegal trailing comma": "a comma with nothing after it",
    "Extra data": "something follows the end of the JSON",
    "Unterminated string": "an unclosed string that begins",
    "Invalid control character": "a control character that is not escaped",
    "Invalid \\": "a backslash that does not begin a JSON escape",
}
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_OTHER_BYTES = bytes(set(range(256)) - _STEPS.keys())


def decode_json(body: bytes) -> Any:
    """Return the value of the JSON text, or raise ServiceError with the line and column of its first error.

    Bytes that are not UTF-8, nesting deeper than MAX_DEPTH, and the names ``NaN`` and ``Infinity`` are errors too. A
    byte order mark at the start is ignored.
    """
    body = body.removeprefix(codecs.BOM_UTF8)
    try:
        text = body.decode()
    except UnicodeDecodeError as exc:
        before = exc.object[: exc.start].decode()
        _malformed("invalid UTF-8", before, len(before))
    if text.count("[") + text.count("{") > MAX_DEPTH and depth_of(text) > MAX_DEPTH:
        depth = 0  # counted token by token, which would take several times as long for each large body
        for token in _TOKEN.finditer(text):
            depth += _STEPS.get(ord(token[0][0]), 0)
            if depth > MAX_DEPTH:
                _malformed(f"nested deeper than {MAX_DEPTH} levels", text, token.start())
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as exc:
        _not_json(exc)
    except ValueError:  # of parse_constant
        constant = next(token for token in _TOKEN.finditer(text) if token[1])
        _malformed(f"{constant[1]} is not a JSON value", text, constant.start())


def _malformed(reason: str, text: str, position: int) -> NoReturn:
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    raise ServiceError(MALFORMED, f"{reason[0].upper()}{reason[1:]} at line {line} column {column}") from None


def _not_json(error: json.JSONDecodeError) -> NoReturn:
    """Raise our error in the place of the parser's. Its words and position are the same on every version of Python."""
    text, position = error.doc, error.pos
    before = text[:position].rstrip()
    if before.endswith(",") and text.startswith(("}", "]"), position):  # before 3.13 Python names the bracket
        _malformed(_REASONS["Illegal trailing comma"], text, len(before) - 1)
    words = (words for beginning, words in _REASONS.items() if error.msg.startswith(beginning))
    _malformed(next(words, "not JSON"), text, position)


def depth_of(text: str) -> int:
    """Return how deep a JSON text is nested; of another text it is a guess."""
    # Without escapes, every second part between quotation marks is outside strings.
    outside = text.encode().replace(rb"\\", b"").replace(rb"\"", b"").split(b'"')[::2]
    brackets = b"".join(outside).translate(None, _OTHER_BYTES)
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0)


def _integer(numeral: str) -> int | str:
    """Return an integer, or the numeral itself if Python refuses to convert it.

    A parameter that takes an integer then refuses the text, and one that takes a text has all digits.
    """
    try:
        return int(numeral)
    except ValueError:
        return numeral


def _number(numeral: str) -> float | str:
    """Return a float, or the numeral itself if it is beyond the range of a float, as ``_integer`` does."""
    value = float(numeral)
    return value if value - value == 0 else numeral


# Made once: ``json.loads`` would make another for each body, which costs as much as a small body itself. ``int`` raises
# ValueError for each of the constants.
_DECODER = json.JSONDecoder(parse_int=_integer, parse_float=_number, parse_constant=int)
