"""The base of every parameter serializer: which names are read, in which order, and what is missing (G1-G4)."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple, cast

from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.fields import empty
from rest_framework.settings import api_settings

from utilitysvc.kit.parameters import KINDS
from utilitysvc.kit.raw_values import ParameterError, is_given
from utilitysvc.kit.service_error import ServiceError

#: Every path takes it: how the answer is written (G6).
OUTPUT = "output"


class _Slot(NamedTuple):
    """What ``read`` needs of a field."""

    name: str
    spellings: tuple[str, ...]
    value: Callable[[object], Any]
    takes_blank: bool
    takes_list: bool
    required: bool
    default: Any

    def is_given(self, data: Mapping[str, object]) -> bool:
        return any(
            self.takes_blank or is_given(value, self.takes_list)
            for spelling in self.spellings
            if (value := data.get(spelling)) is not None
        )


class ParameterSerializer(serializers.Serializer):
    """The parameters of one operation, read in the order of their declaration, up to the first error.

    It is used like any serializer of Django REST framework::

        serializer = HashParameters(data=request.data)
        serializer.is_valid(raise_exception=True)
        serializer.validated_data

    ``errors`` then holds one error, under the name of its parameter. ``read`` does the same without an instance and
    raises ServiceError; the requests of this service are read that way.

    ``aliases``: other names of a field, tried in turn if it is not given under its own. ``missing``: error and details
    for each required field that is not given. ``alternatives``: other fields, any of which can be given in place of a
    required one. ``request_only``: fields that are read and checked but not passed to the operation's function, such as
    the name of the operation. A subclass inherits these tables. A mistake in a declaration
    raises TypeError at import.
    """

    aliases: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    missing: ClassVar[Mapping[str, tuple[str, str]]] = {}
    alternatives: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    request_only: ClassVar[tuple[str, ...]] = ()
    #: The fields by name. Django REST framework copies all fields for each serializer, which takes 60 µs. These are
    #: made once and shared between threads, so nothing may change them.
    shared_fields: ClassVar[tuple[tuple[str, serializers.Field], ...]] = ()
    _slots: ClassVar[tuple[_Slot, ...]] = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        _check_declaration(cls)
        for table in ("aliases", "missing", "alternatives"):
            setattr(cls, table, _inherited(cls, table))
        cls.request_only = tuple({name: None for base in cls.__mro__ for name in getattr(base, "request_only", ())})
        cls.shared_fields = tuple(cls().fields.items())
        cls._slots = tuple(
            _Slot(
                name,
                (name, *cls.aliases.get(name, ())),
                field.to_internal_value,
                getattr(field, "allow_blank", False),
                getattr(field, "takes_list", False),
                field.required,
                field.default,
            )
            for name, field in cls.shared_fields
        )

    @classmethod
    def read(cls, data: Mapping[str, object]) -> dict[str, Any]:
        """Return the values of a request's parameters by name, or raise ServiceError for the first error."""
        values = {}
        for slot in cls._slots:
            for spelling in slot.spellings:
                raw = data.get(spelling)
                if raw is None or (raw == "" and not slot.takes_blank and not is_given(raw, slot.takes_list)):
                    continue
                try:
                    value = slot.value(raw)
                except ParameterError as exc:
                    raise ServiceError(exc.error, f"{spelling} {exc.complaint}", parameter=slot.name) from None
                except ServiceError as exc:
                    exc.parameter = exc.parameter or slot.name
                    raise
                if value is not None:
                    values[slot.name] = value
                    break
            else:
                if slot.required and (missing := cls.not_given(data, slot.name)):
                    error = cls.error_of_missing(missing)
                    error.parameter = missing[0]
                    raise error
                if slot.default is not empty:
                    values[slot.name] = slot.default
        return values

    @classmethod
    def check_types(cls, data: Mapping[str, object]) -> None:
        """Raise ServiceError for the first value of a wrong type, whether or not the values are allowed.

        Parameters that exclude each other are reported after the types and before any value (G4).
        """
        for slot in cls._slots:
            spelling = next((name for name in slot.spellings if data.get(name) is not None), None)
            if spelling is not None and slot.is_given(data):
                try:
                    slot.value(data[spelling])
                except ParameterError as exc:
                    raise ServiceError(exc.error, f"{spelling} {exc.complaint}", parameter=slot.name) from None
                except ServiceError:
                    continue

    @classmethod
    def gives(cls, data: Mapping[str, object], name: str) -> bool:
        """Whether ``data`` gives the field ``name`` under any of its names.

        Null is not given, nor is an empty text, unless ``allow_blank`` makes that a value.
        """
        return next(slot for slot in cls._slots if slot.name == name).is_given(data)

    @classmethod
    def error_of_missing(cls, names: list[str]) -> ServiceError:
        """Return the error for the required fields ``names``, which are not given, in their order."""
        return ServiceError(*cls.missing[names[0]])

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Read ``data`` as ``read`` does, and report its error as Django REST framework reports errors."""
        if not isinstance(data, Mapping):
            return cast(dict[str, Any], super().to_internal_value(data))  # raises: it is not an object
        try:
            return self.read(data)
        except ServiceError as exc:
            raise ValidationError({exc.parameter or api_settings.NON_FIELD_ERRORS_KEY: [str(exc)]}) from exc

    @classmethod
    def not_given(cls, data: Mapping[str, object], without_value: str = "") -> list[str]:
        """Return the required fields that are not given, nor any of their alternatives.

        ``without_value`` is a field that counts as missing although it may be given: an empty list has no value.
        """
        slots = {slot.name: slot for slot in cls._slots}
        return [
            name
            for name, slot in slots.items()
            if slot.required
            and (name == without_value or not slot.is_given(data))
            and not any(slots[other].is_given(data) for other in cls.alternatives.get(name, ()))
        ]


def _check_declaration(cls: type[ParameterSerializer]) -> None:
    """Raise TypeError for a mistake that would otherwise show at the first request or in the first description."""
    fields = cast(Mapping[str, Any], cls._declared_fields)
    for name, field in fields.items():
        if mistake := _mistake(cls, name, field):
            raise TypeError(f"{cls.__qualname__}.{name}: {mistake}")
    for table in ("aliases", "missing", "alternatives", "request_only"):
        if unknown := set(cls.__dict__.get(table, ())) - set(fields):
            raise TypeError(f"{cls.__qualname__}.{table} names no field of it: {', '.join(sorted(unknown))}")


def _inherited(cls: type[ParameterSerializer], table: str) -> dict[str, Any]:
    rows = (item for base in reversed(cls.__mro__) for item in getattr(base, table, {}).items())
    return {name: row for name, row in rows if name in cls._declared_fields}


def _mistake(cls: type[ParameterSerializer], name: str, field: Any) -> str:
    """Say what is wrong with the declaration of a field; an empty string if nothing is."""
    if not isinstance(field, KINDS):
        return f"a {type(field).__name__} is not a kind of parameter of utilitysvc.kit.parameters"
    if name == OUTPUT:
        return "every path has a parameter of this name"
    if not field.help_text:
        return "help_text is missing; it says what the parameter means"
    words_of_its_own = cls.error_of_missing.__func__ is not ParameterSerializer.error_of_missing.__func__  # type: ignore[attr-defined]  # a classmethod has one
    if field.required and name not in _inherited(cls, "missing") and not words_of_its_own:
        return "it is required, so that `missing` must name the error and details for it"
    if not field.required and field.default is not empty and (complaint := _bad_default(field)):
        return f"the default {field.default!r} is not allowed: {complaint}"
    return ""


def _bad_default(field: Any) -> str:
    try:
        field.to_internal_value(field.default)
    except ParameterError as exc:
        return exc.complaint
    except ServiceError as exc:
        return str(exc)
    return ""


class NoParameters(ParameterSerializer):
    """For paths without parameters."""
