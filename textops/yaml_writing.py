"""JSON written as YAML 1.2, in block style (X13).

https://yaml.org/spec/1.2.2/
"""

import re
from typing import Any

from textops.json_values import Members, Numeral, load_json, quoted
from textops.results import check_size, largest_result

# Texts that need no quotation marks: they begin with a letter, and nothing in them ends a plain scalar. Words that YAML
# 1.1 or 1.2 reads as something else are listed below.
_PLAIN = re.compile(r"(?!\s)[A-Za-z_](?:[\w ./+()@-]|:(?=\S)|#(?<=\S#))*(?<![\s:])")
# Characters that YAML wants escaped and JSON does not.
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_RESERVED = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan"})


def json_to_yaml(text: str, *, largest: int | None = None) -> str:
    """Return the JSON ``text`` as a YAML document that reads as the same values, names given twice included.

    A text is quoted where YAML 1.1 or 1.2 could read it as something else. ``largest``: how many bytes the result may
    have. Raises CodecError where ``text`` is no JSON, and ServiceError for a larger result.
    """
    document = _Document(largest or largest_result(text))
    _write(load_json(text, members=Members), "", document)
    return "".join(document.pieces)


class _Document:
    """What has been written. Its size is checked at each piece: indentation could make gigabytes of a megabyte."""

    def __init__(self, most: int) -> None:
        self.pieces: list[str] = []
        self._size = 0
        self._most = most

    def add(self, piece: str) -> None:
        self._size += len(piece.encode())
        check_size(self._size, self._most)
        self.pieces.append(piece)


def _write(value: Any, indent: str, document: _Document) -> None:
    """Write a value where the indent of its first line has been written."""
    deeper = indent + "  "
    if isinstance(value, Members) and value:
        for number, (name, member) in enumerate(value):
            is_container = isinstance(member, list) and member
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
        case Members():
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
    # A JSON string is a quoted scalar of YAML too.
    return _ESCAPED.sub(lambda character: f"\\u{ord(character[0]):04x}", quoted(text))
