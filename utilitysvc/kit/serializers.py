"""The base of every parameter serializer: which names are read, in which order, and what is missing (G1-G4)."""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.fields import empty

from utilitysvc.kit.errors import ServiceError
from utilitysvc.kit.fields import ParameterError

__all__ = ["ParameterSerializer", "bound_fields", "shared_serializer"]


class ParameterSerializer(serializers.Serializer):
    """Reads one request's parameters, in the order in which the fields are declared, up to the first fault.

    ``aliases``: other names of a field, tried in turn where its own is not given. ``missing``: error and details for
    each required field that is not given. ``examples`` and ``refusals``: named questions for whoever describes the
    service, the former answered, the latter each refused with another error (or that error, where data decides).
    ``only_with``: for a parameter that is else ignored, another and the values of that one with which it is read;
    without values, it is read where the other is not given.
    """

    aliases: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    missing: ClassVar[Mapping[str, tuple[str, str]]] = {}
    only_with: ClassVar[Mapping[str, tuple[str, tuple[object, ...]]]] = {}
    examples: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    refusals: ClassVar[Mapping[str, Mapping[str, Any] | ServiceError]] = {}

    def run_validation(self, data: Any = empty) -> dict[str, Any]:
        values: dict[str, Any] = self.validate(self.to_internal_value(data))
        return values

    def to_internal_value(self, data: Mapping[str, object]) -> dict[str, Any]:
        values = {}
        for name, field in bound_fields(type(self)):  # type: ignore[arg-type]  # mypy asks the instances, not the class, for a hash
            value = _given(data, name, field)
            if value is None:
                for alias in self.aliases.get(name, ()):
                    value = _given(data, alias, field)
                    if value is not None:
                        break
            if value is not None:
                values[name] = value
            elif field.required:
                raise ServiceError(*self.missing[name])
            elif field.default is not empty:
                values[name] = field.default
        return values


def _given(data: Mapping[str, object], name: str, field: serializers.Field) -> Any:
    """The value under ``name``, or None: absent, null, or empty where emptiness is no value."""
    raw = data.get(name)
    if raw is None or (raw == "" and not getattr(field, "allow_blank", False)):
        return None
    try:
        return field.to_internal_value(raw)
    except ParameterError as fault:
        raise ServiceError(fault.error, f"{name} {fault.complaint}") from None


@cache
def bound_fields(serializer: type[ParameterSerializer]) -> tuple[tuple[str, serializers.Field], ...]:
    """Return the fields of a serializer class, bound once: DRF copies them all for every request, which costs 60 µs.

    They are shared between threads from then on, so nothing may change them.
    """
    return tuple(serializer().fields.items())


@cache
def shared_serializer(serializer: type[ParameterSerializer]) -> ParameterSerializer:
    """Return the one instance that reads every request's parameters: it keeps nothing of them."""
    return serializer()
