"""The parameters of /time/: each operation reads those of its function, in their order, and no others."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, cast

from timeops.calendar.instants import COMPATIBLE, DISAMBIGUATIONS
from timeops.calendar.steps import NOW, UNIT_CHOICES, Move, ParsedDatetime
from timeops.errors import NotADatetimeError
from timeops.names import table
from timeops.operations.arguments import located, missing_parameters, refused
from timeops.operations.business_days import OWN_HOLIDAYS, WEEKEND
from timeops.operations.moments import PERIOD_CHOICES
from timeops.operations.recurrences import COUNT, MAX_RULE_CHARACTERS, read_rule
from timeops.operations.shifts import DURATIONS, OPERATORS, conflict_with_duration
from timeops.operations.zones import country_of_zones
from timeops.reading import datetimes, durations
from timeops.services import OPERATION_NAMES, OPERATIONS
from timeops.writing import formats
from timeops.zones.lookup import zone_of
from utilitysvc.kit.clock import utc_now
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import (
    BooleanParameter,
    ChoiceParameter,
    IntegerParameter,
    ListParameter,
    Repeated,
    TextParameter,
    as_text,
    texts_in,
)
from utilitysvc.kit.rules import MAX_NAME
from utilitysvc.kit.service_error import ServiceError

#: Examples of each form of a datetime, for the description and the console. docs/time-phrases.md lists all forms.
FORMS = {kind: examples for kind, *examples in table(__package__, "forms.tsv")}


class ConvertedParameter(TextParameter):
    """A text that ``convert`` turns into the value for the operation: a zone, a rule, the code of a country."""

    def __init__(self, *, convert: Callable[[str], Any], **kwargs: Any) -> None:
        self.convert = convert
        super().__init__(allow_blank=False, **kwargs)

    def to_internal_value(self, data: object) -> Any:
        return self.convert(super().to_internal_value(data))


class DatetimeParameter(TextParameter):
    """A date and time as text. A JSON number is a timestamp."""

    #: What the console offers next to the input: two examples of each form.
    suggestions = tuple(example for examples in FORMS.values() for example in examples[:2])

    def to_internal_value(self, data: Any) -> ParsedDatetime:
        return datetimes.read(data if type(data) in (int, float) else as_text(data))


class TimestampParameter(IntegerParameter):
    """A Unix timestamp."""

    def to_internal_value(self, data: object) -> ParsedDatetime:
        return datetimes.read(super().to_internal_value(data))


class DurationsParameter(ListParameter):
    """Durations: a repeated parameter, a JSON array, or one text in which commas separate, except decimal ones."""

    def to_internal_value(self, data: object) -> list[Move]:
        if isinstance(data, Repeated):
            data = [value for value in data.values if value]
        texts = texts_in(data) if isinstance(data, list) else durations.split_durations(as_text(data))
        self.bounds.check(len(texts))
        return durations.read_durations(texts)


class TimeParameters(ParameterSerializer):
    """The base of all serializers here."""

    request_only = ("operation",)
    #: The name of the operation in error messages.
    operation_name: str

    operation = ChoiceParameter(names=OPERATION_NAMES, help_text="What to do")

    @classmethod
    def read(cls, data: Mapping[str, object]) -> dict[str, Any]:
        """Read the parameters. The error of an ambiguous datetime lists the instant of each of its meanings."""
        if "duration" in cls.shared_fields and cls.gives(data, "duration"):
            for name in ("amount", "unit"):
                if cls.gives(data, name):
                    cls.check_types(data)
                    raise conflict_with_duration(name)
        try:
            return super().read(data)
        except NotADatetimeError as exc:
            zone, now, first = cls._beside(data, "timezone") or cls._beside(data, "from_timezone"), utc_now(), None
            if exc.suggestions and exc.parameter == "end":  # which is not before the start
                start = cls._beside(data, "start")
                if least := {"transitions": start, "recurrence": start or NOW}.get(cls.operation_name):
                    first = located(least, None, zone, COMPATIBLE, now, "start").instant
            raise refused(exc, exc.parameter, zone, now, first) from None

    @classmethod
    def _beside(cls, data: Mapping[str, object], name: str) -> Any:
        """Return the value of another parameter, or None if it is not given or is refused."""
        with suppress(KeyError, ServiceError):
            return cls.shared_fields[name].value(data)

    @classmethod
    def error_of_missing(cls, names: list[str]) -> ServiceError:
        return missing_parameters(cls.operation_name, *names)


#: The kind of each parameter, what it means, and its other names: in general, or in one operation.
ROWS = {name: row for name, *row in table(__package__, "parameters.tsv")}

#: How a parameter of each kind is read.
KINDS: dict[str, Callable[..., Any]] = {
    "boolean": BooleanParameter,
    "integer": IntegerParameter,
    "name": partial(TextParameter, allow_blank=False, max_length=MAX_NAME),
    "zone": partial(ConvertedParameter, convert=zone_of),
    "timestamp": TimestampParameter,
    "datetime": partial(DatetimeParameter, allow_blank=False, max_length=datetimes.MAX_CHARACTERS),
    "disambiguation": partial(ChoiceParameter, names=DISAMBIGUATIONS),
    "format": partial(ConvertedParameter, convert=formats.canonical_format, max_length=formats.MAX_CHARACTERS),
    "unit": partial(ChoiceParameter, names=UNIT_CHOICES),
    "period": partial(ChoiceParameter, names=PERIOD_CHOICES),
    "duration": partial(ConvertedParameter, convert=durations.read_duration, max_length=durations.MAX_CHARACTERS),
    "durations": partial(DurationsParameter, bounds=DURATIONS),
    "operator": partial(ChoiceParameter, names=OPERATORS),
    "country of zones": partial(ConvertedParameter, convert=country_of_zones),
    "weekend": partial(ListParameter, bounds=WEEKEND),
    "holidays": partial(ListParameter, bounds=OWN_HOLIDAYS),
    "rule": partial(ConvertedParameter, convert=read_rule, multiline=True, max_length=MAX_RULE_CHARACTERS),
    "count": partial(IntegerParameter, bounds=COUNT),
}


def parameters_of(
    name: str, positional: Sequence[str], alternatives: Mapping[str, Sequence[str]]
) -> type[TimeParameters]:
    """Return the serializer of an operation: a field for each argument of its function but clock.

    What has no default is required, and so are ``alternatives``: those parameters, or else the others that may be given
    in their place. ``positional``: what the command takes without a name.
    """
    fields = {}
    for argument in inspect.signature(OPERATIONS[name]).parameters.values():
        if argument.name != "clock":
            kind, text, *aliases = ROWS.get(f"{argument.name} of {name}") or ROWS[argument.name]
            options: dict[str, Any] = {
                "help_text": text.format(formats=", ".join(formats.NAMES)),
                "aliases": aliases,
                "alternatives": alternatives.get(argument.name, ()),
            }
            if argument.default is None:
                options["required"] = argument.name in alternatives
            elif argument.default is not argument.empty:
                options["default"] = argument.default
            fields[argument.name] = KINDS[kind](**options)
    attributes = {"operation_name": name, "positional": positional}
    return cast(type[TimeParameters], type(f"{name}_parameters", (TimeParameters,), attributes | fields))
