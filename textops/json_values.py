"""JSON read into values and written again, with numerals as they were written: 1.50 stays 1.50, 1e400 stays 1e400."""

import json
from collections.abc import Callable
from typing import Any

from textops.json_text import MAX_DEPTH, json_format, json_minify
from utilitysvc.kit.codecs import CodecError

_MOST_DIGITS = 4300  # which Python converts to an integer

#: Made once: ``json.dumps`` makes an encoder for each value.
_encode = json.JSONEncoder(ensure_ascii=False).encode


class Numeral(float):
    """A number, and the numeral that wrote it."""

    __slots__ = ("written",)

    def __new__(cls, written: str) -> "Numeral":
        numeral = super().__new__(cls, written)
        numeral.written = written
        return numeral

    written: str


class Members(list[tuple[str, Any]]):
    """The members of an object as pairs: names given twice are kept."""


def load_json(text: str, *, members: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """Return the value of the JSON ``text``. ``members`` makes the value of an object, by default a dictionary.

    Raises CodecError where ``text`` is no JSON or nested more than MAX_DEPTH deep.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=members, parse_float=Numeral, parse_int=_integer, parse_constant=_refused
        )
    except (ValueError, RecursionError):
        # Our own reader says what is wrong, and where. The library's words differ between versions of Python.
        json_minify(text)
        raise CodecError("a numeral that is not one of JSON", 0) from None
    if text.count("[") + text.count("{") > MAX_DEPTH:
        json_minify(text)
    return value


def dump_json(value: Any) -> str:
    """Return ``value``, as ``load_json`` reads it, in JSON without white space."""
    pieces: list[str] = []
    _write(value, pieces.append)
    return "".join(pieces)


def format_json(value: Any, *, largest: int | None = None) -> str:
    """Return ``value`` as ``json_format`` lays it out. Raises ServiceError for a result larger than ``largest``."""
    return json_format(dump_json(value), largest=largest)


def quoted(text: str) -> str:
    """Return ``text`` as a JSON string. What is half a surrogate pair, and so no character, stays an escape."""
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


def _refused(constant: str) -> Any:
    raise ValueError(constant)  # NaN and Infinity are no JSON
