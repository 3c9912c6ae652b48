"""The kinds of parameter: what a value given in a query string or in JSON means, and what is refused (G2, G3).

A parameter raises ``ParameterError``, which does not know under which name the value came; the serializer adds the
name. A value of the right type that breaks a rule of the parameter is refused by that rule itself, with ServiceError.
Each kind describes itself in JSON Schema by ``json_schema``: strictly, with one type, although it also reads others.
"""

import re
from decimal import Decimal
from typing import Any, TypeGuard

from rest_framework import serializers

from utilitysvc.kit.rules import BOOLEANS, Bounds, Choices, Length, lone_surrogate

__all__ = [
    "KINDS",
    "BooleanParameter",
    "ChoiceParameter",
    "ChoicesParameter",
    "DecimalParameter",
    "IntegerParameter",
    "ListParameter",
    "ParameterError",
    "Repeated",
    "TextParameter",
    "is_given",
    "texts_in",
]

MAX_INTEGER_CHARACTERS = 20
MAX_DECIMAL_CHARACTERS = 40
INVALID_TYPE = "Invalid parameter type"
INVALID_ENCODING = "Invalid text encoding"

_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")


class ParameterError(Exception):
    """A value that its parameter cannot take: the error, and what the value must be, without the parameter's name."""

    def __init__(self, error: str, complaint: str) -> None:
        super().__init__(error, complaint)
        self.error = error
        self.complaint = complaint


class Repeated(str):
    """The last value of a query's repeated name, which counts; a parameter that takes a list reads them all (G1)."""

    __slots__ = ("values",)

    values: list[str]

    def __new__(cls, values: list[str]) -> "Repeated":
        repeated = super().__new__(cls, values[-1])
        repeated.values = values
        return repeated


def is_given(value: object, takes_list: bool) -> bool:
    """Whether ``value`` is more than an empty text. Of a repeated name that takes a list, any of its values counts."""
    return value != "" or (takes_list and isinstance(value, Repeated) and any(value.values))


def with_default(rule: Bounds | Choices | Length | None, kwargs: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a field with its rule's default, unless they have ``default`` or ``required``."""
    if rule is None or rule.default is None or "required" in kwargs:
        return kwargs
    return {"default": rule.default} | kwargs


def _wrong_type(wanted: str) -> ParameterError:
    return ParameterError(INVALID_TYPE, f"must be {wanted}")


def _text(data: object) -> str:
    if isinstance(data, str):
        if lone_surrogate(data) is not None:
            raise ParameterError(INVALID_ENCODING, "must be valid UTF-8, without lone surrogates")
        return data
    if isinstance(data, int | float) and not isinstance(data, bool):
        return str(data)
    raise _wrong_type("a string")


def _is_integer(data: object) -> TypeGuard[str | float]:
    if isinstance(data, str):
        return len(data) <= MAX_INTEGER_CHARACTERS and _INTEGER.fullmatch(data.strip()) is not None
    return isinstance(data, float) and data.is_integer()


def _decimal(data: object) -> Decimal:
    text = ""
    if isinstance(data, int | float) and not isinstance(data, bool):
        text = str(data)  # the shortest decimal of a float, which is what its sender wrote
    elif isinstance(data, str) and _DECIMAL.fullmatch(data.strip()):
        text = data.strip()
    value = Decimal(text) if 0 < len(text) <= MAX_DECIMAL_CHARACTERS else Decimal("NaN")
    if not value.is_finite():
        raise _wrong_type("a number")
    return value


class IntegerParameter(serializers.IntegerField):
    """An integer. ``checked=False`` leaves the bounds to the service, which then reports errors in another order."""

    def __init__(
        self,
        *,
        bounds: Bounds | None = None,
        checked: bool = True,
        **kwargs: Any,
    ) -> None:
        self.bounds = bounds
        self.check = bounds.check if bounds and checked else None
        if bounds:
            kwargs |= {"min_value": bounds.minimum, "max_value": bounds.maximum}
        super().__init__(**with_default(bounds, kwargs))

    def to_internal_value(self, data: object) -> Any:
        if type(data) is int:
            value = data
        elif _is_integer(data):
            value = int(data)
        else:
            raise _wrong_type("an integer")
        return self.check(value) if self.check else value

    def json_schema(self) -> dict[str, Any]:
        bounds = {"minimum": self.bounds.minimum, "maximum": self.bounds.maximum} if self.bounds else {}
        return {"type": "integer", **bounds}


class DecimalParameter(serializers.Field):
    """A decimal number, exact: ``0.1`` is a tenth. Its bounds are integers; ``checked`` as for an integer."""

    def __init__(self, *, bounds: Bounds | None = None, checked: bool = True, **kwargs: Any) -> None:
        self.bounds = bounds
        self.check = bounds.check if bounds and checked else None
        super().__init__(**with_default(bounds, kwargs))

    def to_internal_value(self, data: object) -> Decimal:
        value = _decimal(data)
        return self.check(value) if self.check else value

    def json_schema(self) -> dict[str, Any]:
        bounds = {"minimum": self.bounds.minimum, "maximum": self.bounds.maximum} if self.bounds else {}
        return {"type": "number", **bounds}


class BooleanParameter(serializers.BooleanField):
    """A boolean."""

    def to_internal_value(self, data: object) -> bool:
        if isinstance(data, bool):
            return data
        value = BOOLEANS.get(str(data).lower()) if isinstance(data, int | str) else None
        if value is None:
            raise _wrong_type("a boolean")
        return value

    def json_schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class TextParameter(serializers.CharField):
    """A string, taken as it is. ``allow_blank``: an empty one is a value; otherwise it counts as not given.

    ``secret``: it belongs in no address, where history and logs would keep it. ``multiline``: it may have many lines.
    ``credential``: it is a password or a key; the command reads it from no argument, which histories and lists of
    processes would show. ``length``: how long it may be.
    """

    def __init__(
        self,
        *,
        secret: bool = False,
        credential: bool = False,
        multiline: bool = False,
        length: Length | None = None,
        **kwargs: Any,
    ) -> None:
        self.secret = secret or credential
        self.credential = credential
        self.multiline = multiline
        self.length = length
        if length:
            kwargs["max_length"] = length.maximum
        super().__init__(**{"allow_blank": True, "trim_whitespace": False} | with_default(length, kwargs))

    def to_internal_value(self, data: object) -> Any:
        text = data if type(data) is str and data.isascii() else _text(data)
        if self.length:
            self.length.check(text)
        return text

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string"} | ({"maxLength": self.max_length} if self.max_length else {})


class ChoiceParameter(serializers.ChoiceField):
    """One name of a closed list."""

    def __init__(self, *, names: Choices, **kwargs: Any) -> None:
        self.names = names
        super().__init__(choices=names.values, **with_default(names, kwargs))

    def to_internal_value(self, data: object) -> str:
        return self.names.canonical(_text(data))

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.names.values)}


class ChoicesParameter(serializers.ChoiceField):
    """One or more names of a closed list: comma-separated, repeated, or a JSON array. None, not given, where empty."""

    takes_list = True

    def __init__(self, *, names: Choices, **kwargs: Any) -> None:
        self.names = names
        super().__init__(choices=names.values, **with_default(names, kwargs))

    def to_internal_value(self, data: object) -> tuple[str, ...] | None:
        return tuple(self.names.canonical(text) for text in texts_in(data) if text.strip()) or None

    def json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string", "enum": list(self.names.values)}, "minItems": 1}


class ListParameter(serializers.Field):
    """Several texts: comma-separated, repeated, or a JSON array. ``bounds``: how many; an empty list may be a value.

    ``secret``: they belong in no address.
    """

    takes_list = True

    def __init__(self, *, bounds: Bounds, secret: bool = False, **kwargs: Any) -> None:
        self.bounds = bounds
        self.secret = secret
        super().__init__(**kwargs)

    def to_internal_value(self, data: object) -> list[Any]:
        texts = [text.strip() for text in texts_in(data) if text.strip()]
        self.bounds.check(len(texts))
        return texts

    def json_schema(self) -> dict[str, Any]:
        number = {"minItems": self.bounds.minimum, "maxItems": self.bounds.maximum}
        return {"type": "array", "items": {"type": "string"}, **number}


def texts_in(data: object) -> list[str]:
    """Return the entries of a JSON array, or what stands between the commas of a text. Of a repeated name, what stands
    in each of its values that is not empty.

    Raises ParameterError for an entry that is not a text.
    """
    if isinstance(data, list):
        return [_text(item) for item in data]
    values = [value for value in data.values if value] if isinstance(data, Repeated) else [data]
    return [part for value in values for part in _text(value).split(",")]


KINDS = (
    BooleanParameter,
    ChoiceParameter,
    ChoicesParameter,
    DecimalParameter,
    IntegerParameter,
    ListParameter,
    TextParameter,
)
