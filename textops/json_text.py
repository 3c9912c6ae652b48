"""Lay out, read and write JSON (RFC 8259). Numerals stay as they were written: 1.50 stays 1.50, 1e400 stays 1e400.

``json_format`` and ``json_minify`` work token by token, so that also the order of names, repeated names and escapes
stay as they were written.

https://www.rfc-editor.org/rfc/rfc8259
"""

import json
import re
from io import StringIO
from typing import Any

from textops.limits import LARGEST, check_size, joined
from utilitysvc.kit.codecs import CodecError
from utilitysvc.kit.json_decoding import depth_of
from utilitysvc.kit.rules import MAX_QUOTED

MAX_DEPTH = 512
INDENT = "  "
# Before a value, by its depth. Each is made once: one text may need the deepest of them many thousand times.
_LINE_BREAKS = ["\n" + INDENT * depth for depth in range(MAX_DEPTH + 1)]

_SPACE = r"[ \t\n\r]*+"
_OPEN_STRING = r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*+'
_NUMBER = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+"
# What can follow, by what an error calls it.
_NAME = "a name in quotation marks and its colon"
_VALUE = "a value"
_END = "the end"
_AFTER = {"": _END, "]": "',' or ']'", "}": "',' or '}'"}
_FOLLOWING = {
    expected: re.compile(_SPACE + pattern)
    for expected, pattern in {
        _NAME: rf'({_OPEN_STRING}"){_SPACE}:',
        _VALUE: rf'({_OPEN_STRING}"|{_NUMBER}|true|false|null|\[{_SPACE}\]|\{{{_SPACE}\}}|[\[{{])',
        _AFTER["]"]: r"([,\]])",
        _AFTER["}"]: r"([,}])",
        _END: r"()\Z",
    }.items()
}
_VALID_BEGINNING = re.compile(_OPEN_STRING)
_CLOSERS = {"[": "]", "{": "}"}

# A token of JSON without white space. The two brackets of an empty container are one.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|\[\]|\{\}|[\[\]{},:]|[^"\[\]{},:]++')

_MOST_DIGITS = 4300  # Python converts no longer numeral to an integer

#: What to write instead of a name that is repeated.
KEEP_ONE = "keep one of them"

# Created once, because ``json.dumps`` would create an encoder for each value.
_encode = json.JSONEncoder(ensure_ascii=False).encode


def json_format(text: str, *, largest: int = LARGEST) -> str:
    """Return the JSON ``text`` with each value on its own line, indented two spaces deeper than its container.

    ``largest``: how many bytes the result may have. Raises CodecError if ``text`` is not JSON or is nested more than
    MAX_DEPTH deep, and ServiceError if the result would be larger.
    """
    pieces: list[str] = []
    depth = 0
    for part in _TOKEN.findall(json_minify(text)):
        if part == ",":
            pieces += (part, _LINE_BREAKS[depth])
        elif part == ":":
            pieces.append(": ")
        elif part in "[{":
            depth += 1
            pieces += (part, _LINE_BREAKS[depth])
        elif part in "]}":
            depth -= 1
            pieces += (_LINE_BREAKS[depth], part)
        else:
            pieces.append(part)
    return joined(pieces, largest)


def json_minify(text: str) -> str:
    """Return the JSON ``text`` without the white space between its tokens. Raises CodecError as json_format does."""
    load_json(text, parse_float=str, parse_int=str)
    # JSON has no control character in a string: two stand for its escapes meanwhile. Then every second part between
    # quotation marks is outside strings.
    parts = text.replace(r"\\", "\0").replace(r"\"", "\1").split('"')
    parts[::2] = ["".join(part.split()) for part in parts[::2]]
    return '"'.join(parts).replace("\1", r"\"").replace("\0", r"\\")


def _first_error(text: str) -> CodecError:
    """Return the first error of a text that is not JSON or is nested too deep; else that of a name that is repeated."""
    closers, names = [""], [set[str]()]  # of the open containers, the innermost last
    place, expected = 0, _VALUE
    repeated: list[CodecError] = []
    while found := _FOLLOWING[expected].match(text, place):
        start, place, written = found.start(1), found.end(), found[1]
        if expected == _END:
            return repeated[0]
        if expected == _NAME:
            name = json.loads(written)
            if name in names[-1]:
                reason = f"the name {written[:MAX_QUOTED]} a second time in one object"
                repeated.append(CodecError(reason, start, KEEP_ONE))
            names[-1].add(name)
            expected = _VALUE
            continue
        if written[0] in _CLOSERS and len(closers) > MAX_DEPTH:
            return CodecError(f"nested more than {MAX_DEPTH} deep", start)
        if written in _CLOSERS:
            closers.append(_CLOSERS[written])
            names.append(set())
        elif written == closers[-1]:
            closers.pop()
            names.pop()
        if written in _CLOSERS or written == ",":
            expected = _NAME if closers[-1] == "}" else _VALUE
        else:
            expected = _AFTER[closers[-1]]
    return _unexpected(text, place, expected)


def _unexpected(text: str, place: int, expected: str) -> CodecError:
    """Return the error of the JSON ``text``, in which ``expected`` does not follow behind ``place``."""
    place = len(text) - len(text[place:].lstrip(" \t\n\r"))
    if place == len(text):
        return CodecError(f"the JSON ends where {expected} should follow", place)
    if expected in (_NAME, _VALUE) and (string := _VALID_BEGINNING.match(text, place)):
        end = string.end()
        match text[end : end + 1]:
            case "":
                return CodecError("a string without its closing quotation mark", place)
            case '"':  # a name, whose colon is missing
                return _unexpected(text, end + 1, "':'")
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

    def __init__(self, written: str) -> None:
        self.written = written


class Members(list[tuple[str, Any]]):
    """The members of an object that has some, as pairs of name and value. Repeated names are kept."""


def load_json(text: str, **hooks: Any) -> Any:
    """Return the value of the JSON ``text``. ``hooks``: those of ``json.loads``, such as ``object_pairs_hook``.

    Raises CodecError, with our own message, if ``text`` is not JSON, is nested more than MAX_DEPTH deep, or a hook
    raises ValueError because a name is repeated.
    """
    hooks = {"parse_float": Numeral, "parse_int": _integer, **hooks}
    try:
        value = json.loads(text, parse_constant=int, **hooks)  # int takes neither NaN nor Infinity, nor does JSON
    except (ValueError, RecursionError):
        raise _first_error(text) from None
    if depth_of(text) > MAX_DEPTH:
        raise _first_error(text)
    return value


def unique(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the members of an object. Raises ValueError if a name is repeated."""
    named = dict(members)
    if len(named) < len(members):
        raise ValueError("a repeated name")
    return named


def _integer(written: str) -> int | Numeral:
    return Numeral(written) if len(written) > _MOST_DIGITS or written == "-0" else int(written)


def format_json(value: Any, largest: int) -> str:
    """Return a ``value`` that ``load_json`` has read, laid out as ``json_format`` does.

    Raises ServiceError for a result larger than ``largest``, as soon as so much is written: a path or aliases can name
    one long text a million times.
    """
    written = StringIO()
    _write(value, written, "\n", largest)
    result = written.getvalue()
    check_size(len(result.encode()), largest)
    return result


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
        case bool() | None:
            return _encode(value)
        case _:
            return str(value)  # the encoder would take several times as long for an integer


def _write(value: Any, written: StringIO, line_break: str, largest: int) -> None:
    check_size(written.tell(), largest)
    if not (value and isinstance(value, dict | list)):
        written.write(scalar(value))
        return
    if len(line_break) > len(INDENT) * (MAX_DEPTH + 1):  # JSON Path puts a list around what it finds
        raise CodecError(f"nested more than {MAX_DEPTH} deep", 0)  # by aliases of YAML; other values are not as deep
    is_object = isinstance(value, dict | Members)
    between = deeper = line_break + INDENT
    written.write("{" if is_object else "[")
    for item in value.items() if isinstance(value, dict) else value:
        written.write(between)
        between = "," + deeper
        if is_object:
            written.write(quoted(item[0]) + ": ")
        _write(item[1] if is_object else item, written, deeper, largest)
    written.write(line_break + ("}" if is_object else "]"))
