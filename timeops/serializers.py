"""The parameters of /time/: each operation reads those of its function, in their order, and no others."""

import inspect
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, cast

from timeops.calendar.instants import COMPATIBLE, DISAMBIGUATIONS
from timeops.calendar.steps import Move, ParsedDatetime
from timeops.calendar.units import UNIT_CHOICES
from timeops.errors import AmbiguousDatetimeError
from timeops.names import table
from timeops.operations.arguments import located, missing_parameters, with_readings
from timeops.operations.business_days import OWN_HOLIDAYS, WEEKEND
from timeops.operations.recurrences import COUNT, MAX_RULE_CHARACTERS, read_rule
from timeops.operations.shifts import DURATIONS, OPERATORS, conflict_with_duration
from timeops.reading import datetimes, durations
from timeops.services import OPERATION_NAMES
from timeops.writing import formats
from timeops.zones.lookup import zone_of
from utilitysvc.kit.clock import utc_now
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import BooleanParameter, ChoiceParameter, IntegerParameter, ListParameter, TextParameter
from utilitysvc.kit.raw_values import Repeated, texts_in
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

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_blank=False, max_length=datetimes.MAX_CHARACTERS, **kwargs)

    def to_internal_value(self, data: object) -> ParsedDatetime:
        if isinstance(data, int | float) and not isinstance(data, bool):
            return datetimes.read(data, self.field_name)
        return datetimes.read(super().to_internal_value(data), self.field_name)


class TimestampParameter(IntegerParameter):
    """A Unix timestamp."""

    def to_internal_value(self, data: object) -> ParsedDatetime:
        return datetimes.read(super().to_internal_value(data), self.field_name)


class DurationsParameter(ListParameter):
    """Durations: a repeated parameter, a JSON array, or one text in which commas separate, except decimal ones."""

    def to_internal_value(self, data: object) -> list[Move]:
        if isinstance(data, Repeated):
            data = [value for value in data.values if value]
        texts = texts_in(data) if isinstance(data, list) else durations.split_durations(*texts_in([data]))
        self.bounds.check(len(texts))
        return durations.read_durations(texts)


class TimeParameters(ParameterSerializer):
    """The base of all serializers here."""

    request_only = ("operation",)
    #: The name of the operation in error messages.
    operation_name = OPERATION_NAMES.default

    operation = ChoiceParameter(names=OPERATION_NAMES, help_text="What to do")

    @classmethod
    def read(cls, data: Mapping[str, object]) -> dict[str, Any]:
        """Read the parameters. The error of an ambiguous datetime lists the instant of each of its meanings."""
        replaced = [name for name in ("amount", "unit") if "duration" in cls.shared_fields and cls.gives(data, name)]
        if replaced and cls.gives(data, "duration"):
            cls.check_types(data)
            raise conflict_with_duration(replaced[0])
        try:
            return super().read(data)
        except AmbiguousDatetimeError as exc:
            zone, now, first = cls._beside(data, "timezone") or cls._beside(data, "from_timezone"), utc_now(), None
            if cls.operation_name in ("transitions", "recurrence") and exc.parameter == "end":  # not before the start
                first = located(cls._beside(data, "start"), None, zone, COMPATIBLE, now, "start").instant
            raise with_readings(exc, zone, now, first) from None

    @classmethod
    def _beside(cls, data: Mapping[str, object], name: str) -> Any:
        """Return the value of another parameter, or None if it is not given or is refused."""
        with suppress(KeyError, ServiceError):
            return cls.value(data, name)

    @classmethod
    def error_of_missing(cls, names: list[str]) -> ServiceError:
        return missing_parameters(cls.operation_name, *names)


#: Other names of parameters.
ALIASES = {
    "timezone": ("tz", "zone", "timeZone"),
    "datetime": ("time",),
    "start": ("from", "time1"),
    "end": ("to", "time2"),
    "from_timezone": ("from",),
    "to_timezone": ("to",),
}
#: Other parameters that may be given in the place of a required one.
ALTERNATIVES = {"datetime": ("timestamp",), "amount": ("duration",), "unit": ("duration",)}


def field(kind: Callable[..., Any], help_text: str, **kwargs: Any) -> Callable[..., Any]:
    """Return the kind of a field with its help text. ``parameters_of`` adds whether it is required, or its default."""
    return partial(kind, help_text=help_text, **kwargs)


COUNTRY = "Country of the zones or holidays, ISO 3166-1: DE"
UNIT = "The unit of amount, or the period of start_of and end_of"
_ZONE = "Time zone of input and answer: Area/City, a city, UTC, UTC+2, CEST"

#: How each parameter is read, unless an operation reads another of the same name.
FIELDS: dict[str, Callable[..., Any]] = {
    "timezone": lambda required=True: ConvertedParameter(
        convert=zone_of, required=required, help_text=_ZONE if required else f"{_ZONE}; default UTC"
    ),
    "timestamp": field(TimestampParameter, "Unix timestamp in seconds, milliseconds or finer, instead of datetime"),
    "datetime": field(
        DatetimeParameter,
        "Unix timestamp, ISO 8601, RFC 2822, a written date or English: now, tomorrow at 3pm, 2 days ago",
    ),
    "start": field(DatetimeParameter, "Start, as datetime"),
    "end": field(DatetimeParameter, "End, as datetime"),
    "disambiguation": field(
        ChoiceParameter,
        "Which instant is meant if a change of clocks skips or repeats a local time",
        names=DISAMBIGUATIONS,
    ),
    "from_timezone": field(ConvertedParameter, "Zone to convert from", convert=zone_of),
    "to_timezone": field(ConvertedParameter, "Zone to convert to", convert=zone_of),
    "format": field(
        ConvertedParameter,
        f"Name ({', '.join(formats.NAMES)}) or strftime pattern",
        convert=formats.canonical_format,
        max_length=formats.MAX_CHARACTERS,
    ),
    "amount": field(IntegerParameter, "How many units to add or subtract"),
    "unit": field(ChoiceParameter, UNIT, names=UNIT_CHOICES),
    "duration": field(
        ConvertedParameter,
        "ISO 8601 duration instead of amount and unit: P1Y2M10DT2H30M",
        convert=durations.read_duration,
        max_length=durations.MAX_CHARACTERS,
    ),
    "business": field(BooleanParameter, "Count business days too"),
    "country": field(TextParameter, COUNTRY, allow_blank=False, max_length=128),
    "subdivision": field(
        TextParameter, "Subdivision of the country, ISO 3166-2: BY", allow_blank=False, max_length=128
    ),
    "weekend": field(
        ListParameter, "Days of the weekend, by default the country's, or saturday and sunday", bounds=WEEKEND
    ),
    "holidays": field(ListParameter, "Dates of further holidays", bounds=OWN_HOLIDAYS),
    "year": field(IntegerParameter, "Year, by default the current year"),
    "details": field(BooleanParameter, "An object with name and offset for each zone"),
    "rule": field(
        ConvertedParameter,
        "RRULE (also DTSTART, RDATE, EXDATE lines), five cron fields, or English",
        convert=read_rule,
        multiline=True,
        max_length=MAX_RULE_CHARACTERS,
    ),
    "count": field(IntegerParameter, "How many occurrences to list at most", bounds=COUNT),
    "durations": field(DurationsParameter, "ISO 8601, 1h30m, 1:30:00, 90 min, 2 hours and 5 minutes", bounds=DURATIONS),
    "operator": field(ChoiceParameter, "Add all, or subtract the others from the first", names=OPERATORS),
}


def parameters_of(
    name: str,
    function: Callable[..., Any],
    positional: tuple[str, ...],
    alternatives: tuple[str, ...],
    own: Mapping[str, Callable[..., Any]],
) -> type[TimeParameters]:
    """Return the serializer of an operation: a field for each argument of its function but clock.

    What has no default is required, and so are ``alternatives``: those parameters, or else their ALTERNATIVES.
    ``positional``: what the command takes without a name. ``own`` replaces rows of FIELDS.
    """
    fields = {}
    for argument in inspect.signature(function).parameters.values():
        if argument.name != "clock":
            is_required = argument.default is argument.empty or argument.name in alternatives
            options = {"default": argument.default} if argument.default is not None else {"required": False}
            fields[argument.name] = {**FIELDS, **own}[argument.name](**({} if is_required else options))
    attributes = {
        "operation_name": name,
        "positional": positional,
        "aliases": {name: ALIASES[name] for name in ALIASES if name in fields},
        "alternatives": {name: ALTERNATIVES[name] for name in alternatives},
    }
    return cast(type[TimeParameters], type(f"{name}_parameters", (TimeParameters,), attributes | fields))
