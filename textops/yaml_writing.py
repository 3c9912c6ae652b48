"""Convert JSON to YAML 1.2 in block style (X13).

https://yaml.org/spec/1.2.2/
"""

import re
from functools import partial
from typing import Any

from textops.json_text import repeated_name
from textops.json_values import Numeral, load_json, quoted
from textops.results import check_size, largest_result

# Strings that need no quotation marks: they begin with a letter or underscore, and contain nothing that ends a plain
# scalar. The words that YAML 1.1 or 1.2 does not read as strings are in _RESERVED.
_PLAIN = re.compile(r"(?!\s)[A-Za-z_](?:[\w ./+()@-]|:(?=\S)|#(?<=\S#))*(?<![\s:])")
# Characters that must be escaped in YAML, but not in JSON.
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_RESERVED = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan"})


def json_to_yaml(text: str, *, largest: int | None = None) -> str:
    """Return the JSON ``text`` as a YAML document with the same values.

    A string is quoted if YAML 1.1 or 1.2 could read it as something else. ``largest``: how many bytes the result may
    have. Raises CodecError if ``text`` is not JSON or repeats a name in an object, and ServiceError if the result is
    larger.
    """
    document = _Document(largest or largest_result(text))
    _write(load_json(text, members=partial(_members, text)), "", document)
    return "".join(document.pieces)


def _members(text: str, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise repeated_name(text)
    return members


class _Document:
    """The YAML written so far. Its size is checked at each piece: indentation could turn a megabyte into gigabytes."""

    def __init__(self, most: int) -> None:
        self.pieces: list[str] = []
        self._size = 0
        self._most = most

    def add(self, piece: str) -> None:
        self._size += len(piece.encode())
        check_size(self._size, self._most)
        self.pieces.append(piece)


def _write(value: Any, indent: str, document: _Document) -> None:
    """Write a value. The indentation of its first line has been written before."""
    deeper = indent + "  "
    if isinstance(value, dict) and value:
        for number, (name, member) in enumerate(value.items()):
            is_container = isinstance(member, list | dict) and member
            document.add((indent if number else "") + _text(name) + (f":\n{deeper}" if is_container else ": "))
            _write(member, deeper, document)
    elif isinstance(value, list) and value:
        for number, item in enumerate(value):
            document.add((indent if number else "") + "- ")
            _write(item, deeper, document)
    else:
        document.add(_scalar(value) + "\n")


def _scalar(value: Any) -> str:
    match value:
        case str():
            return _text(value)
        case Numeral():
            return value.written
        case dict():
            return "{}"
        case list():
            return "[]"
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case _:
            return str(value)


def _text(text: str) -> str:
    if _PLAIN.fullmatch(text) and text.casefold() not in _RESERVED:
        return text
    # A JSON string is also a quoted scalar of YAML.
    return _ESCAPED.sub(lambda character: f"\\u{ord(character[0]):04x}", quoted(text))
