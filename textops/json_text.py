"""Reformat JSON token by token (RFC 8259). The order of names, repeated names and numerals stay as they were written.

A parser would lose the first of two equal names and the last zero of ``1.50``, and build objects that are not needed.

https://www.rfc-editor.org/rfc/rfc8259
"""

import json
import re

from textops.results import joined, largest_result
from utilitysvc.kit.codecs import CodecError
from utilitysvc.kit.rules import MAX_QUOTED

MAX_DEPTH = 512
INDENT = "  "

_SPACE = r"[ \t\n\r]*+"
_OPEN_STRING = r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*+'
_STRING = rf'{_OPEN_STRING}"'
_NUMBER = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+"
_NAME = re.compile(rf"{_SPACE}({_STRING}){_SPACE}:")
# A scalar or an empty container, with the comma after it; or the opening bracket of another container. The comma is
# part of the match, because one match per value is faster than two.
_VALUE = re.compile(
    rf"{_SPACE}(?:(?:({_STRING}|{_NUMBER}|true|false|null)|(\[{_SPACE}\]|\{{{_SPACE}\}})){_SPACE}(,)?|([\[{{]))"
)
_AFTER = re.compile(rf"{_SPACE}(?:(,)|([\]}}]){_SPACE}(,)?)")
_END = re.compile(rf"{_SPACE}\Z")
_VALID_BEGINNING = re.compile(_OPEN_STRING)
_NAMES_AND_BRACKETS = re.compile(rf"({_STRING}){_SPACE}:|{_STRING}|[\[\]{{}}]")
_CLOSERS = {"[": "]", "{": "}"}

# The tokens that an error message can expect where a string is allowed.
NAME = "a name in quotation marks and its colon"
VALUE = "a value"

#: What to write instead of a name that is repeated.
KEEP_ONE = "keep one of them"

# The line break and indentation for each depth.
_INDENTED = ["\n" + INDENT * depth for depth in range(MAX_DEPTH + 1)]
_UNBROKEN = [""] * (MAX_DEPTH + 1)


def json_format(text: str, *, largest: int | None = None) -> str:
    """Return the JSON ``text`` with each value on its own line, indented two spaces deeper than its container.

    ``largest``: how many bytes the result may have. Raises CodecError if ``text`` is not JSON or is nested more than
    MAX_DEPTH deep, and ServiceError if the result would be larger.
    """
    return joined(_pieces(text, _INDENTED, colon=": "), largest or largest_result(text))


def json_minify(text: str) -> str:
    """Return the JSON ``text`` without the white space between its tokens. Raises CodecError as json_format does."""
    return "".join(_pieces(text, _UNBROKEN, colon=":"))


def _pieces(text: str, line_breaks: list[str], colon: str) -> list[str]:
    """Return the pieces of the new text: its tokens, and the line break and indentation between them."""
    pieces: list[str] = []
    closers: list[str] = []  # the closing brackets of the open containers, the innermost last
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
    """Close the containers that end after a value. Return the position of the next value, or of the expected end."""
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


def repeated_name(text: str) -> CodecError:
    """Return the error of the JSON ``text``, in which an object has a name twice."""
    open_names: list[set[str]] = []
    for token in _NAMES_AND_BRACKETS.finditer(text):
        name = token[1]
        if token[0] in _CLOSERS:
            open_names.append(set())
        elif token[0] in _CLOSERS.values():
            open_names.pop()
        elif name and json.loads(name) in open_names[-1]:
            return CodecError(f"the name {name[:MAX_QUOTED]} a second time in one object", token.start(), KEEP_ONE)
        elif name:
            open_names[-1].add(json.loads(name))
    raise AssertionError("no object has a name twice")


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
    """Return the error of the string that begins at ``start`` and is valid up to ``place``.

    If the string is valid to its end, the colon after it is missing.
    """
    if place == len(text):
        return CodecError("a string without its closing quotation mark", start)
    if text[place] == '"':
        return _error(text, place + 1, "':'")
    if text[place] == "\\":
        return CodecError("a backslash that does not begin a JSON escape", place)
    return CodecError(f"{text[place]!r} must be escaped in a JSON string", place)
