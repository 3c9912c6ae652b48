"""Decode the JSON in a request's body. The first error is reported with its line and column (G9).

https://www.rfc-editor.org/rfc/rfc8259
"""

import re
from itertools import accumulate
from json import JSONDecodeError, JSONDecoder
from typing import Any

from utilitysvc.kit.service_error import ServiceError

MAX_DEPTH = 64
MALFORMED = "Malformed JSON body"

# A string, whose closing quotation mark may be missing: otherwise the search would begin again inside it. A bracket.
# And the three names that Python's parser accepts as numbers, which JSON does not have.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]|(NaN|-?Infinity)', re.DOTALL)
# Our reasons for the errors of Python's parser, by the beginning of its messages, which differ by version (G17),
# and for that of _check_depth.
_REASONS = {
    "Expecting value": "A value is expected",
    "Expecting property name": "A name in double quotation marks is expected",
    "Expecting ':'": "A colon is expected",
    "Expecting ','": "A comma or a closing bracket is expected",
    "Illegal trailing comma": "A comma with nothing after it",
    "Extra data": "Something follows the end of the JSON",
    "Unterminated string": "An unclosed string that begins",
    "Invalid control character": "A control character that is not escaped",
    "Invalid \\": "A backslash that does not begin a JSON escape",
    "Nested deeper": f"Nested deeper than {MAX_DEPTH} levels",
}
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_OTHER_BYTES = bytes(set(range(256)) - _STEPS.keys())


def decode_json(body: bytes) -> Any:
    """Return the value of the JSON text, or raise ServiceError with the line and column of its first error.

    Bytes that are not UTF-8, nesting deeper than MAX_DEPTH, and the names ``NaN`` and ``Infinity`` are errors too. A
    byte order mark at the start is ignored.
    """
    try:
        text = body.decode("utf-8-sig")
        _check_depth(text)
        return _DECODER.decode(text)
    except UnicodeDecodeError as exc:
        before = exc.object[: exc.start].decode()
        error = JSONDecodeError("Invalid UTF-8", before, len(before))
    except JSONDecodeError as exc:
        error = _in_our_words(exc)
    except ValueError:  # of parse_constant
        constant = next(token for token in _TOKEN.finditer(text) if token[1])
        error = JSONDecodeError(f"{constant[1]} is not a JSON value", text, constant.start())
    raise ServiceError(MALFORMED, f"{error.msg} at line {error.lineno} column {error.colno}")


def _check_depth(text: str) -> None:
    """Raise JSONDecodeError at the bracket that exceeds MAX_DEPTH."""
    if text.count("[") + text.count("{") <= MAX_DEPTH or depth_of(text) <= MAX_DEPTH:
        return
    depth = 0  # counted token by token, which would take several times as long for each large body
    for token in _TOKEN.finditer(text):
        depth += _STEPS.get(ord(token[0][0]), 0)
        if depth > MAX_DEPTH:
            raise JSONDecodeError("Nested deeper", text, token.start())


def _in_our_words(error: JSONDecodeError) -> JSONDecodeError:
    """Return the parser's error with words and a position that are the same on every version of Python."""
    message, text, position = error.msg, error.doc, error.pos
    before = text[:position].rstrip()
    if before.endswith(",") and text.startswith(("}", "]"), position):  # before 3.13 Python names the bracket
        message, position = "Illegal trailing comma", len(before) - 1
    words = (words for beginning, words in _REASONS.items() if message.startswith(beginning))
    return JSONDecodeError(next(words, "Not JSON"), text, position)


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
_DECODER = JSONDecoder(parse_int=_integer, parse_float=_number, parse_constant=int)
