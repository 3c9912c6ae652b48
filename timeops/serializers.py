"""The parameters of /time/: each operation reads those of its function, in their order, and no others."""

import inspect
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, cast

from timeops import services
from timeops.calendar.instants import COMPATIBLE, DISAMBIGUATIONS
from timeops.calendar.steps import Move, ParsedDatetime
from timeops.calendar.units import UNIT_CHOICES
from timeops.errors import AmbiguousDatetimeError
from timeops.operations.arguments import located, missing_parameters, with_readings
from timeops.operations.business_days import OWN_HOLIDAYS, WEEKEND
from timeops.operations.durations import DURATIONS, OPERATORS
from timeops.operations.moments import PERIOD_CHOICES
from timeops.operations.recurrences import COUNT, MAX_RULE_CHARACTERS, read_rule
from timeops.operations.shifts import conflict_with_duration
from timeops.operations.zones import country_of_zones
from timeops.reading import datetimes, durations, forms
from timeops.writing import formats
from timeops.zones.lookup import zone_of
from utilitysvc.kit.clock import utc_now
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import BooleanParameter, ChoiceParameter, IntegerParameter, ListParameter, TextParameter
from utilitysvc.kit.raw_values import Repeated, texts_in
from utilitysvc.kit.service_error import ServiceError


class ConvertedParameter(TextParameter):
    """A text that ``convert`` turns into the value for the operation: a zone, a rule, the code of a country."""

    def __init__(self, *, convert: Callable[[str], Any], **kwargs: Any) -> None:
        self.convert = convert
        super().__init__(allow_blank=False, **kwargs)

    def to_internal_value(self, data: object) -> Any:
        return self.convert(super().to_internal_value(data))


class DatetimeParameter(TextParameter):
    """A date and time as text. A JSON number is a timestamp."""

    #: Examples that the console offers next to the input.
    suggestions = forms.SUGGESTIONS

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
    operation_name = services.OPERATION_NAMES.default
    is_range = False

    operation = ChoiceParameter(names=services.OPERATION_NAMES, help_text="What to do")

    @classmethod
    def read(cls, data: Mapping[str, object]) -> dict[str, Any]:
        """Read the parameters. The error of an ambiguous datetime lists the instant of each of its meanings."""
        try:
            return super().read(data)
        except AmbiguousDatetimeError as exc:
            zone, now, first = cls._beside(data, "timezone") or cls._beside(data, "from_timezone"), utc_now(), None
            if cls.is_range and exc.parameter == "end":
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


class RangeParameters(TimeParameters):
    """Those of a range, whose end is not before its start."""

    is_range = True


class ShiftParameters(TimeParameters):
    """Those of add and subtract, in which a duration replaces amount and unit."""

    @classmethod
    def read(cls, data: Mapping[str, object]) -> dict[str, Any]:
        replaced = next((name for name in ("amount", "unit") if cls.gives(data, name)), None)
        if replaced and cls.gives(data, "duration"):
            cls.check_types(data)
            raise conflict_with_duration(replaced)
        return super().read(data)


#: Other names of parameters.
ALIASES = {
    "timezone": ("tz", "zone", "timeZone"),
    "datetime": ("time",),
    "start": ("from", "time1"),
    "end": ("to", "time2"),
    "from_timezone": ("from",),
    "to_timezone": ("to",),
}


def _field(kind: Callable[..., Any], help_text: str, **kwargs: Any) -> Callable[..., Any]:
    return partial(kind, help_text=help_text, **kwargs)


def _timezone(*, required: bool = True) -> ConvertedParameter:
    default = "" if required else "; default UTC"
    text = f"Time zone of input and answer: Area/City, a city, UTC, UTC+2, CEST{default}"
    return ConvertedParameter(convert=zone_of, required=required, help_text=text)


_COUNTRY = "Country of the zones or holidays, ISO 3166-1: DE"
_UNIT = "The unit of amount, or the period of start_of and end_of"

#: How each parameter is read, unless an operation reads another of the same name.
FIELDS: dict[str, Callable[..., Any]] = {
    "timezone": _timezone,
    "timestamp": _field(TimestampParameter, "Unix timestamp in seconds, milliseconds or finer, instead of datetime"),
    "datetime": _field(
        DatetimeParameter,
        "Unix timestamp, ISO 8601, RFC 2822, a written date or English: now, tomorrow at 3pm, 2 days ago",
    ),
    "start": _field(DatetimeParameter, "Start, as datetime"),
    "end": _field(DatetimeParameter, "End, as datetime"),
    "disambiguation": _field(
        ChoiceParameter,
        "Which instant is meant if a change of clocks skips or repeats a local time",
        names=DISAMBIGUATIONS,
    ),
    "from_timezone": _field(ConvertedParameter, "Zone to convert from", convert=zone_of),
    "to_timezone": _field(ConvertedParameter, "Zone to convert to", convert=zone_of),
    "format": _field(
        ConvertedParameter,
        f"Name ({', '.join(formats.NAMES)}) or strftime pattern",
        convert=formats.canonical_format,
        max_length=formats.MAX_CHARACTERS,
    ),
    "amount": _field(IntegerParameter, "How many units to add or subtract"),
    "unit": _field(ChoiceParameter, _UNIT, names=UNIT_CHOICES),
    "duration": _field(
        ConvertedParameter,
        "ISO 8601 duration instead of amount and unit: P1Y2M10DT2H30M",
        convert=durations.read_duration,
        max_length=durations.MAX_CHARACTERS,
    ),
    "business": _field(BooleanParameter, "Count business days too"),
    "country": _field(TextParameter, _COUNTRY, allow_blank=False, max_length=128),
    "subdivision": _field(
        TextParameter, "Subdivision of the country, ISO 3166-2: BY", allow_blank=False, max_length=128
    ),
    "weekend": _field(
        ListParameter, "Days of the weekend, by default the country's, or saturday and sunday", bounds=WEEKEND
    ),
    "holidays": _field(ListParameter, "Dates of further holidays", bounds=OWN_HOLIDAYS),
    "year": _field(IntegerParameter, "Year, by default the current year"),
    "details": _field(BooleanParameter, "An object with name and offset for each zone"),
    "rule": _field(
        ConvertedParameter,
        "RRULE (also DTSTART, RDATE, EXDATE lines), five cron fields, or English",
        convert=read_rule,
        multiline=True,
        max_length=MAX_RULE_CHARACTERS,
    ),
    "count": _field(IntegerParameter, "How many occurrences to list at most", bounds=COUNT),
    "durations": _field(
        DurationsParameter, "ISO 8601, 1h30m, 1:30:00, 90 min, 2 hours and 5 minutes", bounds=DURATIONS
    ),
    "operator": _field(ChoiceParameter, "Add all, or subtract the others from the first", names=OPERATORS),
}

ALTERNATIVES = {"datetime": ("timestamp",), "amount": ("duration",), "unit": ("duration",)}


def parameters_of(
    function: Callable[..., Any],
    *positional: str,
    name: str = "",
    base: type[TimeParameters] = TimeParameters,
    alternatives: tuple[str, ...] = (),
    **own: Callable[..., Any],
) -> type[TimeParameters]:
    """Return the serializer of an operation, which has the name of its function: a field for each argument but clock.

    What has no default is required, and so are ``alternatives``: those parameters, or else their ALTERNATIVES.
    ``positional``: what the command takes without a name. ``own`` replaces rows of FIELDS.
    """

    def field(argument: inspect.Parameter) -> Any:
        make, default = (FIELDS | own)[argument.name], argument.default
        if default is argument.empty or argument.name in alternatives:
            return make()
        return make(required=False) if default is None else make(default=default)

    arguments = inspect.signature(function).parameters.values()
    fields = {argument.name: field(argument) for argument in arguments if argument.name != "clock"}
    attributes = {
        "operation_name": name or function.__name__,
        "positional": positional,
        "aliases": {name: ALIASES[name] for name in ALIASES if name in fields},
        "alternatives": {name: ALTERNATIVES[name] for name in alternatives},
    }
    return cast(type[TimeParameters], type(f"{function.__name__}_parameters", (base,), attributes | fields))


_period = _field(ChoiceParameter, _UNIT, names=PERIOD_CHOICES)
_country_of_zones = _field(ConvertedParameter, _COUNTRY, convert=country_of_zones)

CurrentParameters = parameters_of(services.current, "datetime")
TimezonesParameters = parameters_of(services.timezones, "country", country=_country_of_zones)
DifferenceParameters = parameters_of(services.difference, "start", "end")
AddParameters = parameters_of(services.add, "datetime", base=ShiftParameters, alternatives=tuple(ALTERNATIVES))
SubtractParameters = parameters_of(
    services.subtract, "datetime", base=ShiftParameters, alternatives=tuple(ALTERNATIVES)
)
ConvertParameters = parameters_of(
    services.convert_timezone, "datetime", "from_timezone", "to_timezone", alternatives=("datetime",)
)
ZoneInfoParameters = parameters_of(services.timezone_info, "timezone")
FormatParameters = parameters_of(services.format_datetime, "datetime", name="format")
ComponentsParameters = parameters_of(services.components, "datetime")
StartOfParameters = parameters_of(services.start_of, "datetime", unit=_period)
EndOfParameters = parameters_of(services.end_of, "datetime", unit=_period)
TransitionsParameters = parameters_of(services.transitions, "timezone", base=RangeParameters)
RecurrenceParameters = parameters_of(services.recurrence, "rule", base=RangeParameters)
DurationParameters = parameters_of(services.duration, "durations")
HolidaysParameters = parameters_of(services.holidays, "country")
