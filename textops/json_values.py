"""Read JSON into values and write it again. Numerals stay as they were written: 1.50 stays 1.50, 1e400 stays 1e400."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from textops.json_text import INDENT, MAX_DEPTH, json_minify
from textops.results import joined
from utilitysvc.kit.codecs import CodecError

_MOST_DIGITS = 4300  # Python converts no longer numeral to an integer

#: Created once, because ``json.dumps`` would create an encoder for each value.
_encode = json.JSONEncoder(ensure_ascii=False).encode


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


def load_json(text: str, *, members: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """Return the value of the JSON ``text``.

    ``members``: makes the value of an object from its pairs; by default a dictionary. It may raise CodecError. Raises
    CodecError if ``text`` is not JSON or is nested more than MAX_DEPTH deep.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=members, parse_float=Numeral, parse_int=_integer, parse_constant=_refuse_constant
        )
    except CodecError:
        raise
    except (ValueError, RecursionError):
        # json_minify raises the error, with our own message and the position. The library's messages differ between
        # versions of Python.
        json_minify(text)
        raise CodecError("a numeral that is not one of JSON", 0) from None
    if _is_too_deep(value):
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


def _write(value: Any, write: Callable[[str], None], line_break: str) -> None:
    match value:
        case str():
            write(quoted(value))
        case Numeral():
            write(value.written)
        case dict() | list() if value:
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
        case dict() | Members():
            write("{}")
        case list():
            write("[]")
        case bool() | None:
            write(_encode(value))
        case _:
            write(str(value))


def _integer(written: str) -> int | Numeral:
    return Numeral(written) if len(written) > _MOST_DIGITS or written == "-0" else int(written)


def _refuse_constant(constant: str) -> Any:
    raise ValueError(constant)  # NaN and Infinity are not JSON
