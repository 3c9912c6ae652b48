"""Convert a value of a query string or of JSON to a text, an integer, a decimal, a boolean or a list (G2, G3).

Each function raises ParameterError for a value of a wrong type.
"""

import re
from decimal import Decimal

from utilitysvc.kit.rules import BOOLEANS, lone_surrogate
from utilitysvc.kit.service_error import ServiceError

MAX_INTEGER_CHARACTERS = 20
MAX_DECIMAL_CHARACTERS = 40
INVALID_TYPE = "Invalid parameter type"
INVALID_ENCODING = "Invalid text encoding"

_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")


class ParameterError(ServiceError):
    """A value of a type that its parameter does not accept. Its details say what it must be, without a name."""

    def named(self, spelling: str, parameter: str = "") -> ServiceError:
        """Return the error for the sender, which names the parameter as the request spells it."""
        return ParameterError(self.error, f"{spelling} {self.details}", parameter=parameter)


class Repeated(str):
    """The last value of a name that a query repeats. Parameters that take a list read ``values``, all of them (G1)."""

    __slots__ = ("values",)

    values: list[str]

    def __new__(cls, values: list[str]) -> "Repeated":
        repeated = super().__new__(cls, values[-1])
        repeated.values = values
        return repeated


def _wrong_type(wanted: str) -> ParameterError:
    return ParameterError(INVALID_TYPE, f"must be {wanted}")


def as_text(data: object) -> str:
    """Return the text that a string of any length is, or that a JSON number is as its shortest decimal: 1.50 is "1.5".

    Nothing is trimmed. Raises ParameterError for a lone surrogate, which UTF-8 cannot encode, and for another type,
    such as a boolean, null or a list.
    """
    if isinstance(data, str):
        if not data.isascii() and lone_surrogate(data) is not None:
            raise ParameterError(INVALID_ENCODING, "must be valid UTF-8, without lone surrogates")
        return data
    if isinstance(data, int | float) and not isinstance(data, bool):
        return str(data)
    raise _wrong_type("a string")


def as_integer(data: object) -> int:
    """Return the integer that a JSON integer of any size, a float without a fraction (5.0) or a numeral is.

    A numeral is a string of ASCII digits after an optional sign, of at most MAX_INTEGER_CHARACTERS with the white space
    around it. Raises ParameterError for anything else: "5.0", "1e3", a boolean.
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
    """Return the number that a JSON number or a numeral is, exactly as its sender wrote it: 0.1 is a tenth.

    A numeral is a string of ASCII digits after an optional sign, with or without a decimal point, but without an
    exponent; white space around it is allowed. Raises ParameterError for anything else, for NaN and infinity, and for
    a number of more than MAX_DECIMAL_CHARACTERS.
    """
    text = str(data).strip() if isinstance(data, int | float | str) else ""  # of a float its shortest decimal
    is_numeral = not isinstance(data, bool | str) or _DECIMAL.fullmatch(text)
    if is_numeral and 0 < len(text) <= MAX_DECIMAL_CHARACTERS and (value := Decimal(text)).is_finite():
        return value
    raise _wrong_type("a number")


def as_boolean(data: object) -> bool:
    """Return the boolean that a JSON boolean, the integer 1 or 0, or a word of BOOLEANS in any case is.

    Raises ParameterError for anything else.
    """
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
