"""Parameter fields: what a value given in a query string or in JSON means, and what is no such value (G2, G3).

A field raises ``ParameterError``, which does not know under which name the value came; the serializer adds the name.
A value of the right type that breaks a rule of the parameter is refused by that rule itself, with ServiceError.
"""

import re
from typing import Any, TypeGuard

from rest_framework import serializers

from utilitysvc.kit.rules import Bounds, Choices

__all__ = [
    "BooleanParameter",
    "ChoiceParameter",
    "ChoicesParameter",
    "IntegerParameter",
    "ParameterError",
    "TextParameter",
]

MAX_INTEGER_CHARACTERS = 20
INVALID_TYPE = "Invalid parameter type"
INVALID_ENCODING = "Invalid text encoding"

_DECIMAL = re.compile(r"[+-]?[0-9]+")
_BOOLEANS = {
    "true": True, "1": True, "yes": True, "on": True,
    "false": False, "0": False, "no": False, "off": False,
}  # fmt: skip


class ParameterError(Exception):
    """A value that its field cannot take: the error, and what the value must be, without the parameter's name."""

    def __init__(self, error: str, complaint: str) -> None:
        super().__init__(error, complaint)
        self.error = error
        self.complaint = complaint


def _wrong_type(wanted: str) -> ParameterError:
    return ParameterError(INVALID_TYPE, f"must be {wanted}")


def _text(data: object) -> str:
    if isinstance(data, str):
        # Encoding finds a lone surrogate 17 times as fast as a search for it.
        try:
            data.encode()
        except UnicodeEncodeError:
            raise ParameterError(INVALID_ENCODING, "must be valid UTF-8, without lone surrogates") from None
        return data
    if isinstance(data, int | float) and not isinstance(data, bool):
        return str(data)
    raise _wrong_type("a string")


def _is_integer(data: object) -> TypeGuard[str | float]:
    if isinstance(data, str):
        return len(data) <= MAX_INTEGER_CHARACTERS and _DECIMAL.fullmatch(data.strip()) is not None
    return isinstance(data, float) and data.is_integer()


class IntegerParameter(serializers.IntegerField):
    """An integer. ``checked=False`` leaves the bounds to the service, where another order of faults is asked for."""

    def __init__(self, *, bounds: Bounds | None = None, checked: bool = True, **kwargs: Any) -> None:
        self.bounds = bounds
        self.check = bounds.check if bounds and checked else None
        if bounds:
            kwargs |= {"min_value": bounds.minimum, "max_value": bounds.maximum}
        super().__init__(**kwargs)

    def to_internal_value(self, data: object) -> int:
        if type(data) is int:
            value = data
        elif _is_integer(data):
            value = int(data)
        else:
            raise _wrong_type("an integer")
        return self.check(value) if self.check else value


class BooleanParameter(serializers.BooleanField):
    """A boolean."""

    def to_internal_value(self, data: object) -> bool:
        if isinstance(data, bool):
            return data
        value = _BOOLEANS.get(str(data).lower()) if isinstance(data, int | str) else None
        if value is None:
            raise _wrong_type("a boolean")
        return value


class TextParameter(serializers.CharField):
    """A string, taken as it is. ``allow_blank``: an empty one is a value; otherwise it counts as not given.

    ``secret``: it belongs in no address, where history and logs would keep it. ``multiline``: it may have many lines.
    """

    def __init__(self, *, secret: bool = False, multiline: bool = False, **kwargs: Any) -> None:
        self.secret = secret
        self.multiline = multiline
        super().__init__(**{"allow_blank": True, "trim_whitespace": False} | kwargs)

    def to_internal_value(self, data: object) -> str:
        return _text(data)


class ChoiceParameter(serializers.ChoiceField):
    """One name of a closed list."""

    def __init__(self, *, names: Choices, **kwargs: Any) -> None:
        self.names = names
        super().__init__(choices=names.values, **kwargs)

    def to_internal_value(self, data: object) -> str:
        return self.names.canonical(_text(data))


class ChoicesParameter(serializers.ChoiceField):
    """One or more names of a closed list: comma-separated, or a JSON array. None, which is not given, where empty."""

    def __init__(self, *, names: Choices, **kwargs: Any) -> None:
        self.names = names
        super().__init__(choices=names.values, **kwargs)

    def to_internal_value(self, data: object) -> tuple[str, ...] | None:
        parts = [_text(item) for item in data] if isinstance(data, list) else _text(data).split(",")
        return tuple(self.names.canonical(part) for part in parts if part.strip()) or None
