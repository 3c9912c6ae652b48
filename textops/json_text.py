"""Lay out, read and write JSON (RFC 8259). Numerals stay as they were written: 1.50 stays 1.50, 1e400 stays 1e400.

``json_format`` and ``json_minify`` work token by token, so that also the order of names, repeated names and escapes
stay as they were written.

https://www.rfc-editor.org/rfc/rfc8259
"""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from textops.limits import LARGEST, joined
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
# part of the match, because one match for each value takes half as long as two.
_VALUE = re.compile(
    rf"{_SPACE}(?:(?:({_STRING}|{_NUMBER}|true|false|null)|(\[{_SPACE}\]|\{{{_SPACE}\}})){_SPACE}(,)?|([\[{{]))"
)
# What follows a value, by the closing bracket of the container in which it stands, and how an error calls it.
_AFTER = {closer: (re.compile(rf"{_SPACE}(?:(,)|\{closer})"), f"',' or '{closer}'") for closer in "]}"}
_AFTER[""] = re.compile(rf"{_SPACE}()\Z"), "the end"
_VALID_BEGINNING = re.compile(_OPEN_STRING)
# A name with its colon, another string, or a bracket.
_STRUCTURE = re.compile(rf"{_STRING}(?:{_SPACE}:)?+|[\[\]{{}}]")
_CLOSERS = {"[": "]", "{": "}"}
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}

_MOST_DIGITS = 4300  # Python converts no longer numeral to an integer

# The tokens that an error message can expect where a string is allowed.
_NAME_EXPECTED = "a name in quotation marks and its colon"
_VALUE_EXPECTED = "a value"

#: What to write instead of a name that is repeated.
KEEP_ONE = "keep one of them"

# Created once, because ``json.dumps`` would create an encoder for each value.
_encode = json.JSONEncoder(ensure_ascii=False).encode


def json_format(text: str, *, largest: int = LARGEST) -> str:
    """Return the JSON ``text`` with each value on its own line, indented two spaces deeper than its container.

    ``largest``: how many bytes the result may have. Raises CodecError if ``text`` is not JSON or is nested more than
    MAX_DEPTH deep, and ServiceError if the result would be larger.
    """
    return joined(_pieces(text, "\n", INDENT, ": "), largest)


def json_minify(text: str) -> str:
    """Return the JSON ``text`` without the white space between its tokens. Raises CodecError as json_format does."""
    return "".join(_pieces(text, "", "", ":"))


def _pieces(text: str, line_break: str, indent: str, colon: str) -> list[str]:
    """Return the pieces of the new text: its tokens, and the line break and indentation between them."""
    line_breaks = [line_break + indent * depth for depth in range(MAX_DEPTH + 1)]
    pieces: list[str] = []
    closers: list[str] = []  # the closing brackets of the open containers, the innermost last
    place = 0
    while True:
        if closers and closers[-1] == "}":
            name = _match(_NAME, text, place, _NAME_EXPECTED)
            pieces += (name[1], colon)
            place = name.end()
        value = _match(_VALUE, text, place, _VALUE_EXPECTED)
        simple, empty, comma, opener = value.groups()
        if not simple and len(closers) == MAX_DEPTH:
            raise CodecError(f"nested more than {MAX_DEPTH} deep", value.start(2 if empty else 4))
        place = value.end()
        if opener:
            closers.append(_CLOSERS[opener])
            pieces += (opener, line_breaks[len(closers)])
            continue
        pieces.append(simple or empty[0] + empty[-1])
        if comma and closers:
            pieces += (",", line_breaks[len(closers)])
            continue
        place -= bool(comma)
        while True:
            closer = closers[-1] if closers else ""
            pattern, expected = _AFTER[closer]
            after = _match(pattern, text, place, expected)
            place = after.end()
            if after[1]:
                pieces += (",", line_breaks[len(closers)])
                break
            if not closers:
                return pieces
            closers.pop()
            pieces += (line_breaks[len(closers)], closer)


def _match(pattern: re.Pattern[str], text: str, place: int, expected: str) -> re.Match[str]:
    found = pattern.match(text, place)
    if found is None:
        raise _error(text, place, expected)
    return found


def _error(text: str, place: int, expected: str) -> CodecError:
    """Return the error of the JSON ``text``, in which ``expected`` does not follow behind ``place``."""
    place += len(text[place:]) - len(text[place:].lstrip(" \t\n\r"))
    if place == len(text):
        return CodecError(f"the JSON ends where {expected} should follow", place)
    if expected in (_NAME_EXPECTED, _VALUE_EXPECTED) and (string := _VALID_BEGINNING.match(text, place)):
        end = string.end()
        match text[end : end + 1]:
            case "":
                return CodecError("a string without its closing quotation mark", place)
            case '"':  # a name, whose colon is missing
                return _error(text, end + 1, "':'")
            case "\\":
                return CodecError("a backslash that does not begin a JSON escape", end)
            case character:
                return CodecError(f"{character!r} must be escaped in a JSON string", end)
    remark = ""
    if text[place] == "'":
        remark = "JSON has double quotation marks"
    elif text[place] in "]}" and text[:place].rstrip().endswith(","):
        remark = "leave out the comma before it"
    return CodecError(f"{expected} expected in the JSON, not {text[place]!r}", place, remark)


class Numeral(float):
    """A number that keeps the numeral from which it was read."""

    __slots__ = ("written",)

    def __new__(cls, written: str) -> "Numeral":
        numeral = super().__new__(cls, written)
        numeral.written = written
        return numeral

    written: str


class Members(list[tuple[str, Any]]):
    """The members of an object as pairs of name and value. Repeated names are kept."""


def load_json(text: str, *, members: Callable[[list[tuple[str, Any]]], Any] = dict) -> Any:
    """Return the value of the JSON ``text``. ``members``: makes the value of an object from its pairs.

    Raises CodecError, with our own message, if ``text`` is not JSON or is nested more than MAX_DEPTH deep.
    """
    try:
        value = json.loads(
            text,
            object_pairs_hook=members,
            parse_float=Numeral,
            parse_int=_integer,
            parse_constant=int,  # which takes neither NaN nor Infinity, nor does JSON
        )
        is_valid = not _is_too_deep(value)
    except (ValueError, RecursionError):
        is_valid = False
    if not is_valid:
        json_minify(text)  # raises the error with its position
    return value


def _is_too_deep(value: Any) -> bool:
    containers = [value] if isinstance(value, list | dict) else []
    for _ in range(MAX_DEPTH):
        containers = [inner for outer in containers for inner in _values(outer) if isinstance(inner, list | dict)]
    return bool(containers)


def _values(container: list[Any] | dict[str, Any]) -> Iterable[Any]:
    if isinstance(container, Members):
        return (member for _, member in container)
    return container.values() if isinstance(container, dict) else container


def _integer(written: str) -> int | Numeral:
    return Numeral(written) if len(written) > _MOST_DIGITS or written == "-0" else int(written)


def repeated_name(text: str) -> CodecError:
    """Return the error of the JSON ``text``, in which an object has a name twice."""
    open_names: list[set[str]] = []
    for token in _STRUCTURE.finditer(text):
        written = token[0].rstrip(": \t\n\r")
        step = _STEPS.get(written)
        if step == 1:
            open_names.append(set())
        elif step == -1:
            open_names.pop()
        elif written != token[0]:
            name = json.loads(written)
            if name in open_names[-1]:
                return CodecError(
                    f"the name {written[:MAX_QUOTED]} a second time in one object", token.start(), KEEP_ONE
                )
            open_names[-1].add(name)
    raise AssertionError("no object has a name twice")


def format_json(value: Any, largest: int) -> str:
    """Return a ``value`` that ``load_json`` has read, laid out as ``json_format`` does.

    Raises ServiceError for a result larger than ``largest``.
    """
    pieces: list[str] = []
    _write(value, pieces.append, "\n")
    return joined(pieces, largest)


def quoted(text: str) -> str:
    """Return ``text`` as a JSON string. If it contains a lone surrogate, all but ASCII is written as escapes."""
    written = _encode(text)
    try:
        written.encode()
    except UnicodeEncodeError:
        return json.dumps(text)
    return written


def scalar(value: Any) -> str:
    """Return a value of ``load_json`` without items, such as a number or an empty list, as JSON."""
    match value:
        case str():
            return quoted(value)
        case Numeral():
            return value.written
        case Members():
            return "{}"
        case bool() | None:
            return _encode(value)
        case _:
            return str(value)  # the encoder would take several times as long for an integer


def _write(value: Any, write: Callable[[str], None], line_break: str) -> None:
    if not (value and isinstance(value, dict | list)):
        write(scalar(value))
        return
    if len(line_break) > len(INDENT) * (MAX_DEPTH + 1):  # JSON Path puts a list around what it finds
        raise CodecError(f"nested more than {MAX_DEPTH} deep", 0)  # by aliases of YAML; other values are not as deep
    is_object = isinstance(value, dict | Members)
    between = deeper = line_break + INDENT
    write("{" if is_object else "[")
    for item in value.items() if isinstance(value, dict) else value:
        write(between)
        between = "," + deeper
        if is_object:
            write(quoted(item[0]) + ": ")
        _write(item[1] if is_object else item, write, deeper)
    write(line_break + ("}" if is_object else "]"))
