"""The base of every parameter serializer: which names are read, in which order, and what is missing (G1-G4)."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar, NamedTuple, cast

from rest_framework import serializers
from rest_framework.fields import empty

from utilitysvc.kit.parameters import KINDS, ParameterError
from utilitysvc.kit.service_error import ServiceError

__all__ = ["OUTPUT", "NoParameters", "ParameterSerializer", "bound_fields", "given", "read"]

#: Every path takes it: how the answer is written (G6).
OUTPUT = "output"


class ParameterSerializer(serializers.Serializer):
    """The parameters of one operation, read in the order of their declaration, up to the first fault.

    ``aliases``: other names of a field, tried in turn where its own is not given. ``missing``: error and details for
    each required field that is not given. ``alternatives``: other fields, of which one stands for a required one.
    ``request_only``: fields that are read and checked but not passed to the operation's function, such as the name of
    the operation. A subclass inherits these tables. A mistake in a declaration raises TypeError at import.
    """

    aliases: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    missing: ClassVar[Mapping[str, tuple[str, str]]] = {}
    alternatives: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    request_only: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        _check_declaration(cls)
        for table in ("aliases", "missing", "alternatives"):
            setattr(cls, table, _inherited(cls, table))
        cls.request_only = tuple({name: None for base in cls.__mro__ for name in getattr(base, "request_only", ())})

    @classmethod
    def refusal_of_missing(cls, names: list[str]) -> ServiceError:
        """The refusal where the required fields ``names`` are not given, in their order."""
        return ServiceError(*cls.missing[names[0]])


class _Slot(NamedTuple):
    """One field, as ``read`` needs it."""

    name: str
    spellings: tuple[str, ...]
    value: Callable[[object], Any]
    takes_blank: bool
    required: bool
    default: Any


def read(serializer: type[ParameterSerializer], data: Mapping[str, object]) -> dict[str, Any]:
    """Return the values of a request's parameters by name, or raise ServiceError for the first fault."""
    values = {}
    for slot in _slots(serializer):  # type: ignore[arg-type]  # mypy asks the instances, not the class, for a hash
        for spelling in slot.spellings:
            raw = data.get(spelling)
            if raw is None or (raw == "" and not slot.takes_blank):
                continue
            try:
                value = slot.value(raw)
            except ParameterError as exc:
                raise ServiceError(exc.error, f"{spelling} {exc.complaint}") from None
            if value is not None:
                values[slot.name] = value
                break
        else:
            if slot.required and (missing := _missing(serializer, data, slot.name)):
                raise serializer.refusal_of_missing(missing)
            if slot.default is not empty:
                values[slot.name] = slot.default
    return values


def given(serializer: type[ParameterSerializer], data: Mapping[str, object], name: str) -> bool:
    """Whether the field ``name`` is given under any of its names. Null is not given, nor is an empty text, unless
    ``allow_blank`` makes that a value.
    """
    slot = next(slot for slot in _slots(serializer) if slot.name == name)  # type: ignore[arg-type]  # as above
    return any(
        raw is not None and (raw != "" or slot.takes_blank)
        for raw in (data.get(spelling) for spelling in slot.spellings)
    )


def _missing(serializer: type[ParameterSerializer], data: Mapping[str, object], without_value: str) -> list[str]:
    """Return the required fields that are not given, nor is another instead. ``without_value``: one that may be given
    as an empty list, and has no value all the same.
    """
    return [
        slot.name
        for slot in _slots(serializer)  # type: ignore[arg-type]  # as above
        if slot.required
        and (slot.name == without_value or not given(serializer, data, slot.name))
        and not any(given(serializer, data, name) for name in serializer.alternatives.get(slot.name, ()))
    ]


@cache
def bound_fields(serializer: type[ParameterSerializer]) -> tuple[tuple[str, serializers.Field], ...]:
    """Return the fields of a serializer class, bound once: DRF copies them all for every request, which costs 60 µs.

    They are shared between threads from then on, so nothing may change them.
    """
    return tuple(serializer().fields.items())


@cache
def _slots(serializer: type[ParameterSerializer]) -> tuple[_Slot, ...]:
    return tuple(
        _Slot(
            name,
            (name, *serializer.aliases.get(name, ())),
            field.to_internal_value,
            getattr(field, "allow_blank", False),
            field.required,
            field.default,
        )
        for name, field in bound_fields(serializer)  # type: ignore[arg-type]  # as above
    )


def _check_declaration(cls: type[ParameterSerializer]) -> None:
    """Raise TypeError for what would otherwise fail at the first request, or when the description is first made."""
    fields = cast(Mapping[str, Any], cls._declared_fields)
    for name, field in fields.items():
        if error := _error(cls, name, field):
            raise TypeError(f"{cls.__qualname__}.{name}: {error}")
    for table in ("aliases", "missing", "alternatives", "request_only"):
        if unknown := set(cls.__dict__.get(table, ())) - set(fields):
            raise TypeError(f"{cls.__qualname__}.{table} names no field of it: {', '.join(sorted(unknown))}")


def _inherited(cls: type[ParameterSerializer], table: str) -> dict[str, Any]:
    rows = (item for base in reversed(cls.__mro__) for item in getattr(base, table, {}).items())
    return {name: row for name, row in rows if name in cls._declared_fields}


def _error(cls: type[ParameterSerializer], name: str, field: Any) -> str:
    own_refusal = cls.refusal_of_missing.__func__ is not ParameterSerializer.refusal_of_missing.__func__  # type: ignore[attr-defined]  # a classmethod has one
    if not isinstance(field, KINDS):
        return f"a {type(field).__name__} is not a kind of parameter of utilitysvc.kit.parameters"
    if name == OUTPUT:
        return "every path has a parameter of this name"
    if not field.help_text:
        return "help_text is missing; it says what the parameter means"
    if field.required and name not in _inherited(cls, "missing") and not own_refusal:
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
    """A path that takes none."""
