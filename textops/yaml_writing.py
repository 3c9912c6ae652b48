"""Convert JSON to YAML 1.2 in block style (X13).

https://yaml.org/spec/1.2.2/
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from textops.json_text import repeated_name
from textops.json_values import Numeral, load_json, quoted
from textops.results import joined, largest_result

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
    pieces: list[str] = []
    _write(load_json(text, members=partial(_members, text)), "", pieces.append)
    return joined(pieces, largest or largest_result(text))


def _members(text: str, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise repeated_name(text)
    return members


def _write(value: Any, indent: str, write: Callable[[str], None]) -> None:
    """Write a value. The indentation of its first line has been written before."""
    if not value or not isinstance(value, dict | list):
        write(_scalar(value))
        write("\n")
        return
    deeper = indent + "  "
    if isinstance(value, dict):
        for number, (name, member) in enumerate(value.items()):
            if number:
                write(indent)
            write(_text(name))
            if isinstance(member, dict | list) and member:
                write(":\n")
                write(deeper)
            else:
                write(": ")
            _write(member, deeper, write)
    else:
        for number, item in enumerate(value):
            if number:
                write(indent)
            write("- ")
            _write(item, deeper, write)


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
