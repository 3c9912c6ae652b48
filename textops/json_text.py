"""JSON laid out anew, token by token (RFC 8259): the order of names, names given twice and numerals stay as written.

A parser would lose the first of two equal names and the last zero of ``1.50``, and build objects that nobody needs.

https://www.rfc-editor.org/rfc/rfc8259
"""

import re

from textops.results import check_size, largest_result
from utilitysvc.kit.codecs import CodecError

MAX_DEPTH = 512
INDENT = "  "

_SPACE = r"[ \t\n\r]*+"
_OPEN_STRING = r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*+'
_STRING = rf'{_OPEN_STRING}"'
_NUMBER = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+"
_NAME = re.compile(rf"{_SPACE}({_STRING}){_SPACE}:")
# A value that holds no other, with the comma after it: for half a million values, one match each is faster than two.
_VALUE = re.compile(
    rf"{_SPACE}(?:(?:({_STRING}|{_NUMBER}|true|false|null)|(\[{_SPACE}\]|\{{{_SPACE}\}})){_SPACE}(,)?|([\[{{]))"
)
_AFTER = re.compile(rf"{_SPACE}(?:(,)|([\]}}]){_SPACE}(,)?)")
_END = re.compile(rf"{_SPACE}\Z")
_VALID_BEGINNING = re.compile(_OPEN_STRING)
_CLOSERS = {"[": "]", "{": "}"}

# What may be missing where a string may stand.
NAME = "a name in quotation marks and its colon"
VALUE = "a value"

# What ends a line at each depth.
_INDENTED = ["\n" + INDENT * depth for depth in range(MAX_DEPTH + 1)]
_UNBROKEN = [""] * (MAX_DEPTH + 1)


def json_format(text: str, *, largest: int | None = None) -> str:
    """Return the JSON ``text`` with each value on a line of its own, two spaces deeper than what holds it.

    ``largest``: how many bytes the result may have. Raises CodecError where ``text`` is no JSON or nested more than
    MAX_DEPTH deep, ServiceError where the result would be too large.
    """
    pieces = _pieces(text, _INDENTED, colon=": ")
    not_ascii = len(text.encode()) - len(text)  # bytes that all stay
    check_size(sum(map(len, pieces)) + not_ascii, largest or largest_result(text))
    return "".join(pieces)


def json_minify(text: str) -> str:
    """Return the JSON ``text`` without the white space between its tokens. Raises CodecError as json_format does."""
    return "".join(_pieces(text, _UNBROKEN, colon=":"))


def _pieces(text: str, line_breaks: list[str], colon: str) -> list[str]:
    """Return what the new text is made of: the tokens, and a line break of its depth after each that asks for one."""
    pieces: list[str] = []
    closers: list[str] = []  # what will close the containers that are open, the innermost last
    line_break = line_breaks[0]
    place = 0
    while True:
        if closers and closers[-1] == "}":
            name = _NAME.match(text, place)
            if name is None:
                raise _error(text, place, NAME)
            pieces += (name[1], colon)
            place = name.end()
        value = _VALUE.match(text, place)
        if value is None:
            raise _error(text, place, VALUE)
        place = value.end()
        simple, empty, comma, opener = value.groups()
        if not simple and len(closers) == MAX_DEPTH:
            raise CodecError(f"nested more than {MAX_DEPTH} deep", value.start(2 if empty else 4))
        if opener:
            closers.append(_CLOSERS[opener])
            line_break = line_breaks[len(closers)]
            pieces += (opener, line_break)
            continue
        pieces.append(simple or empty[0] + empty[-1])
        if not comma and closers:
            place = _close(text, place, closers, pieces, line_breaks)
            line_break = line_breaks[len(closers)]
        if not closers:
            if comma or not _END.match(text, place):
                raise _error(text, place - bool(comma), "the end")
            return pieces
        pieces += (",", line_break)


def _close(text: str, place: int, closers: list[str], pieces: list[str], line_breaks: list[str]) -> int:
    """Close the containers that end behind a value. Return where the next value begins, or the end should be."""
    while closers:
        after = _AFTER.match(text, place)
        if after is None or after[2] not in (None, closers[-1]):
            raise _error(text, place, f"',' or '{closers[-1]}'")
        comma, closer, comma_behind = after.groups()
        if closer:
            del closers[-1]
            pieces += (line_breaks[len(closers)], closer)
            if not closers:
                return after.end(2)
        place = after.end()
        if comma or comma_behind:
            break
    return place


def _error(text: str, place: int, expected: str) -> CodecError:
    place += len(text[place:]) - len(text[place:].lstrip(" \t\n\r"))
    if place == len(text):
        return CodecError(f"the JSON ends where {expected} should follow", place)
    if expected in (NAME, VALUE) and (string := _VALID_BEGINNING.match(text, place)):
        return _string_error(text, place, string.end())
    remark = ""
    if text[place] == "'":
        remark = "JSON has double quotation marks"
    elif text[place] in "]}" and text[:place].rstrip().endswith(","):
        remark = "leave out the comma before it"
    return CodecError(f"{expected} expected in the JSON, not {text[place]!r}", place, remark)


def _string_error(text: str, start: int, place: int) -> CodecError:
    """Return what is wrong with the string that begins at ``start`` and is valid up to ``place``.

    A string that is valid to its end is a name without its colon.
    """
    if place == len(text):
        return CodecError("a string without its closing quotation mark", start)
    if text[place] == '"':
        return _error(text, place + 1, "':'")
    if text[place] == "\\":
        return CodecError("a backslash that does not begin a JSON escape", place)
    return CodecError(f"{text[place]!r} must be escaped in a JSON string", place)
