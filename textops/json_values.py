"""Read JSON into values and write it again. Numerals stay as they were written: 1.50 stays 1.50, 1e400 stays 1e400."""

import json
from collections.abc import Callable
from typing import Any

from textops.json_text import MAX_DEPTH, json_format, json_minify
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
    if text.count("[") + text.count("{") > MAX_DEPTH:
        json_minify(text)  # raises CodecError if the text is nested too deeply
    return value


def dump_json(value: Any) -> str:
    """Return the JSON, without white space, of a ``value`` that ``load_json`` has read."""
    pieces: list[str] = []
    _write(value, pieces.append)
    return "".join(pieces)


def format_json(value: Any, *, largest: int | None = None) -> str:
    """Return ``value`` as ``json_format`` lays it out. Raises ServiceError for a result larger than ``largest``."""
    return json_format(dump_json(value), largest=largest)


def quoted(text: str) -> str:
    """Return ``text`` as a JSON string. If it contains a lone surrogate, all but ASCII is written as escapes."""
    written = _encode(text)
    try:
        written.encode()
    except UnicodeEncodeError:
        return json.dumps(text)
    return written


def _write(value: Any, write: Callable[[str], None]) -> None:
    match value:
        case str():
            write(quoted(value))
        case Numeral():
            write(value.written)
        case dict() | Members():
            write("{")
            for number, (name, member) in enumerate(value.items() if isinstance(value, dict) else value):
                write(f",{quoted(name)}:" if number else f"{quoted(name)}:")
                _write(member, write)
            write("}")
        case list():
            write("[")
            for number, item in enumerate(value):
                if number:
                    write(",")
                _write(item, write)
            write("]")
        case bool() | None:
            write(_encode(value))
        case _:
            write(str(value))


def _integer(written: str) -> int | Numeral:
    return Numeral(written) if len(written) > _MOST_DIGITS or written == "-0" else int(written)


def _refuse_constant(constant: str) -> Any:
    raise ValueError(constant)  # NaN and Infinity are not JSON
