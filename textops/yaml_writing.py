"""Convert JSON to YAML 1.2 in block style (X13).

https://yaml.org/spec/1.2.2/
"""

import re
from collections.abc import Callable
from typing import Any

from textops.json_text import load_json, quoted, scalar, unique
from textops.limits import LARGEST, joined

# Strings that need no quotation marks: they begin with a letter or underscore, and contain nothing that ends a plain
# scalar. The words that YAML 1.1 or 1.2 does not read as strings are in _RESERVED.
_PLAIN = re.compile(r"(?!\s)[A-Za-z_](?:[\w ./+()@-]|:(?=\S)|#(?<=\S#))*(?<![\s:])")
# Characters that must be escaped in YAML, but not in JSON.
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_RESERVED = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan"})


def json_to_yaml(text: str, *, largest: int = LARGEST) -> str:
    """Return the JSON ``text`` as a YAML document with the same values.

    A string is quoted if YAML 1.1 or 1.2 could read it as something else. ``largest``: how many bytes the result may
    have. Raises CodecError if ``text`` is not JSON or repeats a name in an object, and ServiceError if the result is
    larger.
    """
    pieces: list[str] = []
    _write(load_json(text, object_pairs_hook=unique), "", pieces.append)
    return joined(pieces, largest)


def _write(value: Any, indent: str, write: Callable[[str], None]) -> None:
    """Write a value. The indentation of its first line has been written before."""
    if not (value and isinstance(value, dict | list)):
        write((_string(value) if isinstance(value, str) else scalar(value)) + "\n")
        return
    is_object = isinstance(value, dict)
    deeper = indent + "  "
    for number, item in enumerate(value.items() if isinstance(value, dict) else value):
        if number:
            write(indent)
        if is_object:
            name, item = _string(item[0]), item[1]  # noqa: PLW2901 - the value is what is written
            if len(name) > 1024:  # as many may stand before a colon without the sign (YAML 1.2.2, 7.4.2)
                name = "? " + name + "\n" + indent
            write(name + (f":\n{deeper}" if item and isinstance(item, dict | list) else ": "))
        else:
            write("- ")
        _write(item, deeper, write)


def _string(text: str) -> str:
    if _PLAIN.fullmatch(text) and text.casefold() not in _RESERVED:
        return text
    # A JSON string is also a quoted scalar of YAML.
    return _ESCAPED.sub(lambda character: f"\\u{ord(character[0]):04x}", quoted(text))
