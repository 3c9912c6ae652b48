"""The kinds of parameter: what a value given in a query string or in JSON means, and what is refused (G2, G3).

A parameter raises ``ParameterError``, which does not know under which name the value came; the serializer adds the
name. A value of the right type that breaks a rule of the parameter is refused by that rule itself, with ServiceError.
Each kind describes itself in JSON Schema by ``json_schema``: strictly, with one type, although it also reads others.
"""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers

from utilitysvc.kit.raw_values import Repeated, as_boolean, as_decimal, as_integer, as_text, texts_in
from utilitysvc.kit.rules import Bounds, Choices, Length


class Parameter(serializers.Field):
    """What all kinds have in common; each is a field of Django REST framework too.

    ``help_text``: what the parameter means, in a few words; required. ``default``: its value if it is not given, by
    default that of its ``bounds``, ``length`` or ``names``. ``required=False`` without a default: the function's own
    default then holds. ``label``: its name in the console, if that should differ.

    ``read``: makes a value of this kind of what a request gives; the ``rule`` then checks it, if there is one.
    ``spellings``: its names in a request. ``bounds``: of its value, or of how many values. ``takes_list``: it may have
    several. ``secret``: it belongs in no address, where history and logs would keep it. ``credential``: it is a
    password or a key, and ``secret``; the command reads it from no argument, which histories and lists of processes
    would show. ``multiline``: it may have many lines.
    """

    spellings: tuple[str, ...] = ()
    bounds: Bounds | None = None
    takes_list = allow_blank = False
    max_length: int | None = None
    json_type = "string"
    read: Callable[[object], Any] = staticmethod(as_text)

    def __init__(
        self,
        *,
        rule: Any = None,
        secret: bool = False,
        credential: bool = False,
        multiline: bool = False,
        **kwargs: Any,
    ) -> None:
        self.rule = rule
        if isinstance(rule, Bounds):
            self.bounds = rule
        self.secret = secret or credential
        self.credential = credential
        self.multiline = multiline
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

    def to_internal_value(self, data: object) -> Any:
        value = self.read(data)
        return self.rule.check(value) if self.rule else value

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a value: its one ``type``, and the limits that a program can check.

        It is stricter than what ``to_internal_value`` accepts: an integer may also be sent as text, which is not said.
        """
        return {"type": self.json_type}


class _Number(Parameter):
    """A number. ``checked=False`` leaves the bounds to the service, which then reports errors in another order."""

    def __init__(self, *, bounds: Bounds | None = None, checked: bool = True, **kwargs: Any) -> None:
        if bounds:
            kwargs |= {"min_value": bounds.minimum, "max_value": bounds.maximum}
        super().__init__(rule=bounds, **kwargs)
        if not checked:
            self.rule = None

    def json_schema(self) -> dict[str, Any]:
        bounds = {"minimum": self.bounds.minimum, "maximum": self.bounds.maximum} if self.bounds else {}
        return super().json_schema() | bounds


class IntegerParameter(_Number, serializers.IntegerField):
    """An integer."""

    json_type = "integer"
    read = staticmethod(as_integer)


class DecimalParameter(_Number, serializers.FloatField):
    """A decimal number, exact: ``0.1`` is a tenth. Its bounds are integers."""

    json_type = "number"
    read = staticmethod(as_decimal)


class BooleanParameter(Parameter, serializers.BooleanField):
    """A boolean."""

    json_type = "boolean"
    read = staticmethod(as_boolean)


class TextParameter(Parameter, serializers.CharField):
    """A string, taken as it is. ``allow_blank``: an empty one is a value; otherwise it counts as not given.

    ``length``: how long it may be.
    """

    def __init__(self, *, length: Length | None = None, **kwargs: Any) -> None:
        if length:
            kwargs["max_length"] = length.maximum
        super().__init__(rule=length, **{"allow_blank": True, "trim_whitespace": False} | kwargs)

    def json_schema(self) -> dict[str, Any]:
        return super().json_schema() | ({"maxLength": self.max_length} if self.max_length else {})


class _Named(Parameter, serializers.ChoiceField):
    def __init__(self, *, names: Choices, **kwargs: Any) -> None:
        self.names = names
        super().__init__(rule=names, choices=names.values, **kwargs)

    def json_schema(self) -> dict[str, Any]:
        return super().json_schema() | {"enum": list(self.names.values)}


class ChoiceParameter(_Named):
    """One name of a closed list."""

    def to_internal_value(self, data: object) -> str:
        return self.names.canonical(as_text(data))


class ChoicesParameter(_Named):
    """One or more names of a closed list: comma-separated, repeated, or a JSON array. None, not given, where empty."""

    takes_list = True

    def to_internal_value(self, data: object) -> tuple[str, ...] | None:
        return tuple(self.names.canonical(text) for text in texts_in(data) if text.strip()) or None

    def json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": super().json_schema(), "minItems": 1}


class ListParameter(Parameter):
    """Several texts: comma-separated, repeated, or a JSON array. ``bounds``: how many; an empty list may be a value."""

    bounds: Bounds

    takes_list = True
    json_type = "array"

    def __init__(self, *, bounds: Bounds, **kwargs: Any) -> None:
        super().__init__(rule=bounds, **kwargs)

    def to_internal_value(self, data: object) -> list[Any]:
        texts = [text.strip() for text in texts_in(data) if text.strip()]
        self.bounds.check(len(texts))
        return texts

    def json_schema(self) -> dict[str, Any]:
        number = {"minItems": self.bounds.minimum, "maxItems": self.bounds.maximum}
        return super().json_schema() | {"items": {"type": "string"}} | number
