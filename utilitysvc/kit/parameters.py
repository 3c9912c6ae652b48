"""The kinds of parameter: what a value given in a query string or in JSON means, and what is refused (G2, G3).

What converts a value raises ``ParameterError``, which does not know under which name the value came;
``Parameter.value`` adds the name. A value of the right type that breaks a rule of the parameter is refused by that rule
itself, with ServiceError. Each kind describes itself in JSON Schema by ``json_schema``: strictly, with one type,
although it also reads others.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from rest_framework import serializers

from utilitysvc.kit.rules import BOOLEANS, Bounds, Choices, Length, lone_surrogate
from utilitysvc.kit.service_error import ServiceError

MAX_INTEGER_CHARACTERS = 20
MAX_DECIMAL_CHARACTERS = 40
INVALID_TYPE = "Invalid parameter type"
INVALID_ENCODING = "Invalid text encoding"

_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")


class ParameterError(ServiceError):
    """A value of a type that its parameter does not accept. Its details say what it must be, without a name."""


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


def texts_in(data: object) -> list[str]:
    """Return the entries of a JSON array, or the parts of a text between its commas. Of a repeated name, the parts of
    each value that is not empty.

    Raises ParameterError for an entry that is not a text.
    """
    if isinstance(data, list):
        return [as_text(item) for item in data]
    values = [value for value in data.values if value] if isinstance(data, Repeated) else [data]
    return [part for value in values for part in as_text(value).split(",")]


class Parameter(serializers.Field):
    """What all kinds have in common; each is a field of Django REST framework too.

    ``help_text``: what the parameter means, in a few words; required. ``default``: its value if it is not given, by
    default that of its ``bounds``, ``length`` or ``names``. ``required=False`` without a default: the function's own
    default then holds. ``missing``: the error and the details where it is required and not given. ``alternatives``:
    other parameters, any of which can be given in its place. ``aliases``: its other names, tried in turn if it is not
    given under its own. ``label``: its name in the console, if that should differ.

    ``read``: makes a value of this kind of what a request gives. ``rule``: then checks it, if there is one;
    ``checked=False`` leaves that to the service, which then reports errors in another order.
    ``spellings``: all its names. ``bounds``: of its value, or of how many values. ``unit``: what these count, after a
    space. ``takes_list``: it may have several. ``secret``: it belongs in no address, where history and logs would keep
    it. ``credential``: it is a password or a key, and ``secret``; the command reads it from no argument, which
    histories and lists of processes would show. ``multiline``: it may have many lines.
    """

    spellings: tuple[str, ...] = ()
    bounds: Bounds | None = None
    takes_list = allow_blank = False
    max_length: int | None = None
    json_type = "string"
    unit = ""
    read: Callable[[object], Any] = staticmethod(as_text)

    def __init__(
        self,
        *,
        rule: Any = None,
        checked: bool = True,
        secret: bool = False,
        credential: bool = False,
        multiline: bool = False,
        missing: tuple[str, str] | None = None,
        aliases: Sequence[str] = (),
        alternatives: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        self.rule = rule if checked else None
        if isinstance(rule, Bounds):
            self.bounds = rule
        self.secret = secret or credential
        self.credential = credential
        self.multiline = multiline
        self.missing = missing
        self.aliases = aliases
        self.alternatives = alternatives
        if rule and rule.default is not None and "required" not in kwargs:
            kwargs.setdefault("default", rule.default)
        super().__init__(**kwargs)

    def is_given(self, data: object) -> bool:
        """Whether ``data`` is a value: neither null nor, unless an empty one is allowed, empty.

        For a list, one value of a repeated name that is not empty is enough.
        """
        if data == "" and not self.allow_blank:
            return self.takes_list and isinstance(data, Repeated) and any(data.values)
        return data is not None

    def value(self, data: Mapping[str, object]) -> Any:
        """Return the value that a request's ``data`` give, or None if they give none. Raises ServiceError."""
        for spelling in self.spellings:
            raw = data.get(spelling)
            if raw is None or (raw == "" and not self.is_given(raw)):
                continue
            try:
                value = self.to_internal_value(raw)
            except ServiceError as exc:
                exc.parameter = exc.parameter or self.field_name
                if isinstance(exc, ParameterError):
                    exc.details = f"{spelling} {exc.details}"
                raise
            if value is not None:
                return value
        return None

    def to_internal_value(self, data: object) -> Any:
        value = self.read(data)
        return self.rule.check(value) if self.rule else value

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a value: its one ``type``, and the limits that a program can check.

        It is stricter than what ``to_internal_value`` accepts: an integer may also be sent as text, which is not said.
        """
        return {"type": self.json_type}


class _Number(Parameter):
    """A number."""

    def __init__(self, *, bounds: Bounds | None = None, **kwargs: Any) -> None:
        if bounds:
            kwargs |= {"min_value": bounds.minimum, "max_value": bounds.maximum}
        super().__init__(rule=bounds, **kwargs)

    def json_schema(self) -> dict[str, Any]:
        bounds = {"minimum": self.bounds.minimum, "maximum": self.bounds.maximum} if self.bounds else {}
        return super().json_schema() | bounds


class IntegerParameter(_Number, serializers.IntegerField):
    """An integer: a JSON integer of any size, a float without a fraction (5.0), or a numeral.

    A numeral is a string of ASCII digits after an optional sign, of at most MAX_INTEGER_CHARACTERS with the white space
    around it. Anything else is refused: "5.0", "1e3", a boolean.
    """

    json_type = "integer"

    @staticmethod
    def read(data: object) -> int:
        if type(data) is int:
            return data
        if isinstance(data, str):
            if len(data) <= MAX_INTEGER_CHARACTERS and _INTEGER.fullmatch(data.strip()):
                return int(data)
        elif isinstance(data, float) and data.is_integer():
            return int(data)
        raise _wrong_type("an integer")


class DecimalParameter(_Number, serializers.FloatField):
    """A decimal number, exactly as its sender wrote it: 0.1 is a tenth. It is a JSON number or a numeral.

    A numeral is a string of ASCII digits after an optional sign, with or without a decimal point, but without an
    exponent; white space around it is allowed. Anything else is refused, NaN and infinity, and a number of more than
    MAX_DECIMAL_CHARACTERS. Its bounds are integers.
    """

    json_type = "number"

    @staticmethod
    def read(data: object) -> Decimal:
        text = str(data).strip() if isinstance(data, int | float | str) else ""  # of a float its shortest decimal
        is_numeral = not isinstance(data, bool | str) or _DECIMAL.fullmatch(text)
        if is_numeral and 0 < len(text) <= MAX_DECIMAL_CHARACTERS and (value := Decimal(text)).is_finite():
            return value
        raise _wrong_type("a number")


class BooleanParameter(Parameter, serializers.BooleanField):
    """A boolean: a JSON boolean, the integer 1 or 0, or a word of BOOLEANS in any case."""

    json_type = "boolean"

    @staticmethod
    def read(data: object) -> bool:
        value = BOOLEANS.get(str(data).lower()) if isinstance(data, int | str) else None
        if value is None:
            raise _wrong_type("a boolean")
        return value


class TextParameter(Parameter, serializers.CharField):
    """A string, taken as it is. ``allow_blank``: an empty one is a value; otherwise it counts as not given.

    ``length``: how long it may be.
    """

    unit = " characters"

    def __init__(self, *, length: Length | None = None, **kwargs: Any) -> None:
        if length:
            kwargs["max_length"] = length.maximum
        super().__init__(rule=length, **{"allow_blank": True, "trim_whitespace": False} | kwargs)

    def json_schema(self) -> dict[str, Any]:
        return super().json_schema() | ({"maxLength": self.max_length} if self.max_length else {})


class ChoiceParameter(Parameter, serializers.ChoiceField):
    """One name of a closed list."""

    def __init__(self, *, names: Choices, **kwargs: Any) -> None:
        self.names = names
        super().__init__(rule=names, choices=names.values, **kwargs)

    def json_schema(self) -> dict[str, Any]:
        return super().json_schema() | {"enum": list(self.names.values)}


class ChoicesParameter(ChoiceParameter):
    """One or more names of a closed list: comma-separated, repeated, or a JSON array. None, not given, where empty."""

    takes_list = True

    def to_internal_value(self, data: object) -> tuple[str, ...] | None:
        return tuple(self.names.check(text) for text in texts_in(data) if text.strip()) or None

    def json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": super().json_schema(), "minItems": 1}


class ListParameter(Parameter):
    """Several texts: comma-separated, repeated, or a JSON array. ``bounds``: how many; an empty list may be a value."""

    bounds: Bounds

    takes_list = True
    json_type = "array"
    unit = " entries"

    def __init__(self, *, bounds: Bounds, **kwargs: Any) -> None:
        super().__init__(rule=bounds, **kwargs)

    def to_internal_value(self, data: object) -> list[Any]:
        texts = [text.strip() for text in texts_in(data) if text.strip()]
        self.bounds.check(len(texts))
        return texts

    def json_schema(self) -> dict[str, Any]:
        number = {"minItems": self.bounds.minimum, "maxItems": self.bounds.maximum}
        return super().json_schema() | {"items": {"type": "string"}} | number
