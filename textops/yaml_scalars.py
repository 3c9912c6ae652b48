"""Convert the scalars of YAML 1.2 to JSON by the core schema, keeping every digit (X13).

https://yaml.org/spec/1.2.2/#103-core-schema
"""

import re

from textops.json_values import quoted
from utilitysvc.kit.codecs import CodecError
from utilitysvc.kit.rules import MAX_QUOTED

_INTEGER = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"([-+]?)(?:\.([0-9]+)|([0-9]+)(?:\.([0-9]*))?)([eE][-+]?[0-9]+)?")
_NOT_IN_JSON = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_NUMBER_STARTS = tuple("+-.0123456789")
_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), "null"),
    **dict.fromkeys(("true", "True", "TRUE"), "true"),
    **dict.fromkeys(("false", "False", "FALSE"), "false"),
}
_MOST_DIGITS = 4000  # of a hexadecimal or octal numeral; Python writes no integer of more than 4,300 decimal digits


def json_scalar(value: str, tag: str) -> str:
    """Return the YAML scalar ``value`` in JSON. ``tag``: its type, or empty if the core schema decides.

    Raises CodecError if JSON has no such value, or if the value is not of the type of its tag. Its position is that
    in the value.
    """
    if tag == "str":
        return quoted(value)
    if value in _WORDS and tag in ("", "null" if _WORDS[value] == "null" else "bool"):
        return _WORDS[value]
    if tag in ("", "int", "float") and value.startswith(_NUMBER_STARTS):
        if _NOT_IN_JSON.fullmatch(value):
            raise CodecError(f"{value} is no number of JSON", 0, "put it in quotation marks to have it as a text")
        number = _number(value)
        if number is not None and (tag != "int" or number.lstrip("-").isdecimal()):
            return number
    if tag:
        raise CodecError(f"{value[:MAX_QUOTED]!r} is not of the kind !!{tag}", 0)
    return quoted(value)


def _number(value: str) -> str | None:
    """Return the numeral in JSON with every digit, or None if ``value`` is not a number of the core schema."""
    if _INTEGER.fullmatch(value):
        sign = "-" if value.startswith("-") else ""
        return sign + (value.lstrip("+-").lstrip("0") or "0")
    if _OCTAL.fullmatch(value) or _HEXADECIMAL.fullmatch(value):
        if len(value) > _MOST_DIGITS:
            raise CodecError(f"a numeral of more than {_MOST_DIGITS} digits", 0)
        return str(int(value, 0))
    if found := _FLOAT.fullmatch(value):
        sign, after_dot_alone, whole, after_dot, exponent = found.groups()
        fraction = after_dot_alone or after_dot
        digits = (whole or "").lstrip("0") or "0"
        return sign.replace("+", "") + digits + (f".{fraction}" if fraction else "") + (exponent or "")
    return None
