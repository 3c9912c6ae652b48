"""The base of every parameter serializer: which names are read, in which order, and what is missing (G1-G4)."""

from collections.abc import Collection, Mapping
from typing import Any, ClassVar, cast

from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.fields import empty
from rest_framework.settings import api_settings

from utilitysvc.kit.parameters import Parameter, ParameterError
from utilitysvc.kit.service_error import ServiceError

#: Every path takes it: how the answer is written (G6).
OUTPUT = "output"


class ParameterSerializer(serializers.Serializer):
    """The parameters of one operation, read in the order of their declaration, up to the first error.

    It is used like any serializer of Django REST framework::

        serializer = HashParameters(data=request.data)
        serializer.is_valid(raise_exception=True)
        serializer.validated_data

    ``errors`` then holds one error, under the name of its parameter. ``read`` does the same without an instance and
    raises ServiceError; the requests of this service are read that way.

    ``request_only``: fields that are read and checked but not passed to the operation's function, such as the name of
    the operation. A mistake in a declaration raises TypeError at import.
    """

    request_only: ClassVar[Collection[str]] = ()
    #: The fields by name. Django REST framework copies all fields for each serializer, which takes 60 µs. These are
    #: made once and shared between threads, so nothing may change them.
    shared_fields: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        fields = cls.shared_fields = dict(cls().fields)
        if unknown := set(vars(cls).get("request_only", ())) - set(fields):
            raise TypeError(f"{cls.__qualname__}.request_only names no field of it: {', '.join(sorted(unknown))}")
        for name, field in fields.items():
            if mistake := _mistake(cls, name, field):
                raise TypeError(f"{cls.__qualname__}.{name}: {mistake}")
            field.spellings = (name, *field.aliases)

    @classmethod
    def read(cls, data: Mapping[str, object]) -> dict[str, Any]:
        """Return the values of a request's parameters by name, or raise ServiceError for the first error."""
        values = {}
        for name, field in cls.shared_fields.items():
            value = field.value(data)
            if value is not None:
                values[name] = value
            elif field.required and (missing := cls.not_given(data, name)):
                error = cls.error_of_missing(missing)
                error.parameter = missing[0]
                raise error
            elif field.default is not empty:
                values[name] = field.default
        return values

    @classmethod
    def check_types(cls, data: Mapping[str, object]) -> None:
        """Raise ServiceError for the first value of a wrong type, whether or not the values are allowed.

        Parameters that exclude each other are reported after the types and before any value (G4).
        """
        for field in cls.shared_fields.values():
            try:
                field.value(data)
            except ParameterError:
                raise
            except ServiceError:
                continue

    @classmethod
    def gives(cls, data: Mapping[str, object], name: str) -> bool:
        """Whether ``data`` gives the field ``name`` under any of its names.

        Null is not given, nor is an empty text, unless ``allow_blank`` makes that a value.
        """
        field = cls.shared_fields[name]
        return any(field.is_given(data.get(spelling)) for spelling in field.spellings)

    @classmethod
    def not_given(cls, data: Mapping[str, object], without_value: str = "") -> list[str]:
        """Return the required fields that are not given, nor any of their alternatives.

        ``without_value`` is a field that counts as missing although it may be given: an empty list has no value.
        """
        return [
            name
            for name, field in cls.shared_fields.items()
            if field.required
            and (name == without_value or not cls.gives(data, name))
            and not any(cls.gives(data, other) for other in field.alternatives)
        ]

    @classmethod
    def error_of_missing(cls, names: list[str]) -> ServiceError:
        """Return the error for the required fields ``names``, which are not given, in their order."""
        return ServiceError(*cls.shared_fields[names[0]].missing)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Read ``data`` as ``read`` does, and report its error as Django REST framework reports errors."""
        if not isinstance(data, Mapping):
            return cast(dict[str, Any], super().to_internal_value(data))  # raises: it is not an object
        try:
            return self.read(data)
        except ServiceError as exc:
            raise ValidationError({exc.parameter or api_settings.NON_FIELD_ERRORS_KEY: [str(exc)]}) from exc


def _mistake(cls: type[ParameterSerializer], name: str, field: Any) -> str:
    """Say what is wrong with the declaration of a field; an empty string if nothing is."""
    if not isinstance(field, Parameter):
        return f"a {type(field).__name__} is not a kind of parameter of utilitysvc.kit.parameters"
    if name == OUTPUT:
        return "every path has a parameter of this name"
    if not field.help_text:
        return "help_text is missing; it says what the parameter means"
    if unknown := set(field.alternatives) - set(cls.shared_fields):
        return f"its alternatives name no field beside it: {', '.join(sorted(unknown))}"
    try:
        if field.required:
            cls.error_of_missing([name])
        elif field.default is not empty:
            field.to_internal_value(field.default)
    except TypeError:
        return "it is required, so that `missing` must name the error and details for it"
    except ServiceError as exc:
        return f"the default {field.default!r} is not allowed: {exc}"
    return ""


class NoParameters(ParameterSerializer):
    """For paths without parameters."""
