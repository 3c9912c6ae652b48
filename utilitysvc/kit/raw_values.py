"""Convert a value of a query string or of JSON to a text, an integer, a decimal, a boolean or a list (G2, G3).

Each function raises ParameterError for a value of a wrong type.
"""

import re
from decimal import Decimal
from typing import Self

from utilitysvc.kit.rules import BOOLEANS, lone_surrogate
from utilitysvc.kit.service_error import ServiceError

MAX_INTEGER_CHARACTERS = 20
MAX_DECIMAL_CHARACTERS = 40
INVALID_TYPE = "Invalid parameter type"
INVALID_ENCODING = "Invalid text encoding"

_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")


class ParameterError(ServiceError):
    """A value of a type that its parameter does not accept. ``complaint`` says what it must be, without a name."""

    def __init__(self, error: str, complaint: str) -> None:
        super().__init__(error, complaint)
        self.complaint = complaint

    def named(self, spelling: str, parameter: str = "") -> Self:
        """Name the parameter, as the request spells it, in the error."""
        self.details, self.parameter = f"{spelling} {self.complaint}", parameter
        return self


class Repeated(str):
    """The last value of a name that a query repeats. Parameters that take a list read ``values``, all of them (G1)."""

    __slots__ = ("values",)

    values: list[str]

    def __new__(cls, values: list[str]) -> "Repeated":
        repeated = super().__new__(cls, values[-1])
        repeated.values = values
        return repeated


def is_given(value: object, takes_list: bool) -> bool:
    """Whether ``value`` is not empty. For a list, one value of a repeated name that is not empty is enough."""
    return value != "" or (takes_list and isinstance(value, Repeated) and any(value.values))


def _wrong_type(wanted: str) -> ParameterError:
    return ParameterError(INVALID_TYPE, f"must be {wanted}")


def as_text(data: object) -> str:
    """Return a string as it is, and a JSON number as its shortest decimal.

    Raises ParameterError for a lone surrogate, and for other types: a boolean too.
    """
    if isinstance(data, str):
        if lone_surrogate(data) is not None:
            raise ParameterError(INVALID_ENCODING, "must be valid UTF-8, without lone surrogates")
        return data
    if isinstance(data, int | float) and not isinstance(data, bool):
        return str(data)
    raise _wrong_type("a string")


def as_integer(data: object) -> int:
    """Return a JSON integer, a float without a fraction, or a decimal numeral of at most MAX_INTEGER_CHARACTERS.

    Raises ParameterError for anything else.
    """
    if type(data) is int:
        return data
    if isinstance(data, str):
        if len(data) <= MAX_INTEGER_CHARACTERS and _INTEGER.fullmatch(data.strip()):
            return int(data)
    elif isinstance(data, float) and data.is_integer():
        return int(data)
    raise _wrong_type("an integer")


def as_decimal(data: object) -> Decimal:
    """Return a JSON number, or a numeral without an exponent of at most MAX_DECIMAL_CHARACTERS, as its sender wrote it.

    Raises ParameterError for anything else.
    """
    text = ""
    if isinstance(data, int | float) and not isinstance(data, bool):
        text = str(data)  # the shortest decimal of a float, which is what its sender wrote
    elif isinstance(data, str) and _DECIMAL.fullmatch(data.strip()):
        text = data.strip()
    value = Decimal(text) if 0 < len(text) <= MAX_DECIMAL_CHARACTERS else Decimal("NaN")
    if not value.is_finite():
        raise _wrong_type("a number")
    return value


def as_boolean(data: object) -> bool:
    """Return a JSON boolean, 1 or 0, or one of the words of BOOLEANS in any case. Raises ParameterError otherwise."""
    if isinstance(data, bool):
        return data
    value = BOOLEANS.get(str(data).lower()) if isinstance(data, int | str) else None
    if value is None:
        raise _wrong_type("a boolean")
    return value


def texts_in(data: object) -> list[str]:
    """Return the entries of a JSON array, or the parts of a text between its commas. Of a repeated name, the parts of
    each value that is not empty.

    Raises ParameterError for an entry that is not a text.
    """
    if isinstance(data, list):
        return [as_text(item) for item in data]
    values = [value for value in data.values if value] if isinstance(data, Repeated) else [data]
    return [part for value in values for part in as_text(value).split(",")]
