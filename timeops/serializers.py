"""The parameters of /time/: a serializer for each operation, with the parameters that it reads and no others."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import tzinfo
from typing import Any, ClassVar

from timeops import services
from timeops.parameters import (
    HELP,
    ConvertedParameter,
    DatetimeParameter,
    DurationsParameter,
    country_field,
    disambiguation_field,
    own_holidays_field,
    subdivision_field,
    timestamp_field,
    timezone_field,
    weekend_field,
)
from utilitysvc.kit.clock import utc_now
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import BooleanParameter, ChoiceParameter, IntegerParameter
from utilitysvc.kit.service_error import ServiceError


class OtherNames:
    """Aliases of parameters. Each operation accepts those of its own parameters."""

    aliases: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "timezone": ("tz", "zone", "timeZone"),
        "datetime": ("time",),
        "start": ("from", "time1"),
        "end": ("to", "time2"),
        "from_timezone": ("from",),
        "to_timezone": ("to",),
    }


class TimeParameters(OtherNames, ParameterSerializer):
    """The base of all serializers here: every operation has the parameter ``operation``."""

    request_only = ("operation",)

    #: The name of the operation in error messages.
    operation_name = services.OPERATION_NAMES.default

    operation = ChoiceParameter(names=services.OPERATION_NAMES, help_text="What to do")

    @classmethod
    def read(cls, data: Mapping[str, object]) -> dict[str, Any]:
        """Read the parameters. The error of an ambiguous datetime lists the instant of each of its meanings."""
        try:
            return super().read(data)
        except services.AmbiguousDatetimeError as exc:
            raise services.with_readings(exc, cls._zone(data), utc_now()) from None

    @classmethod
    def _zone(cls, data: Mapping[str, object]) -> tzinfo | None:
        for name in ("timezone", "from_timezone"):
            for spelling in (name, *cls.aliases.get(name, ())) if name in cls._declared_fields else ():
                if isinstance(text := data.get(spelling), str) and text:
                    with suppress(ServiceError):
                        return services.zone_of(text)
        return None

    @classmethod
    def error_of_missing(cls, names: list[str]) -> ServiceError:
        return services.missing_parameters(cls.operation_name, *names)


class MomentParameters(TimeParameters):
    positional = ("datetime",)

    timezone = timezone_field()
    timestamp = timestamp_field()
    datetime = DatetimeParameter(parameter="datetime")
    disambiguation = disambiguation_field()


class ComponentsParameters(MomentParameters):
    operation_name = "components"


class FormatParameters(MomentParameters):
    operation_name = "format"

    format = ConvertedParameter(
        convert=services.canonical_format,
        max_length=services.MAX_FORMAT_CHARACTERS,
        help_text=f"Name ({', '.join(services.FORMAT_NAMES)}) or strftime pattern",
    )


class PeriodParameters(TimeParameters):
    positional = ("datetime",)

    timezone = timezone_field()
    timestamp = timestamp_field()
    datetime = DatetimeParameter(parameter="datetime")
    unit = ChoiceParameter(names=services.PERIOD_CHOICES, help_text=HELP["unit"])
    disambiguation = disambiguation_field()


class StartOfParameters(PeriodParameters):
    operation_name = "start_of"


class EndOfParameters(PeriodParameters):
    operation_name = "end_of"


class ZonesParameters(TimeParameters):
    operation_name = "timezones"
    positional = ("country",)

    timestamp = timestamp_field()
    datetime = DatetimeParameter(parameter="datetime")
    disambiguation = disambiguation_field()
    country = ConvertedParameter(convert=services.country_code, required=False, help_text=HELP["country"])
    details = BooleanParameter(default=False, help_text="An object with name and offset for each zone")


class ZoneInfoParameters(TimeParameters):
    operation_name = "timezone_info"
    positional = ("timezone",)

    timezone = timezone_field(required=True)
    timestamp = timestamp_field()
    datetime = DatetimeParameter(parameter="datetime")
    disambiguation = disambiguation_field()


class RangeParameters(TimeParameters):
    """The base for a range of time, whose end is not before its start."""

    @classmethod
    def read(cls, data: Mapping[str, object]) -> dict[str, Any]:
        """Read the parameters. The error of an ambiguous end lists no meaning that would be refused."""
        try:
            return super().read(data)
        except services.AmbiguousDatetimeError as exc:
            if exc.parameter != "end":
                raise
            spellings = ("end", *cls.aliases["end"])
            values = super().read({name: value for name, value in data.items() if name not in spellings})
            raise services.with_readings_from(exc, values.get("start"), values.get("timezone"), utc_now()) from None


class TransitionsParameters(RangeParameters):
    operation_name = "transitions"
    positional = ("timezone",)

    timezone = timezone_field(required=True)
    start = DatetimeParameter(parameter="start")
    end = DatetimeParameter(parameter="end")
    disambiguation = disambiguation_field()


class RecurrenceParameters(RangeParameters):
    operation_name = "recurrence"
    positional = ("rule",)

    timezone = timezone_field()
    start = DatetimeParameter(parameter="start")
    end = DatetimeParameter(parameter="end")
    disambiguation = disambiguation_field()
    rule = ConvertedParameter(
        convert=services.read_rule,
        multiline=True,
        max_length=services.MAX_RULE_CHARACTERS,
        help_text="RRULE (also DTSTART, RDATE, EXDATE lines), five cron fields, or English",
    )
    count = IntegerParameter(bounds=services.OCCURRENCES, help_text="How many occurrences to list at most")


class HolidaysParameters(TimeParameters):
    operation_name = "holidays"
    positional = ("country",)

    country = country_field(required=True)
    subdivision = subdivision_field()
    year = IntegerParameter(required=False, help_text="Year, by default the current year")


class DurationParameters(TimeParameters):
    operation_name = "duration"
    positional = ("durations",)

    durations = DurationsParameter(
        bounds=services.DURATIONS, help_text="ISO 8601, 1h30m, 1:30:00, 90 min, 2 hours and 5 minutes"
    )
    operator = ChoiceParameter(names=services.OPERATORS, help_text="Add all, or subtract the others from the first")


class DifferenceParameters(TimeParameters):
    operation_name = "difference"
    positional = ("start", "end")

    timezone = timezone_field()
    start = DatetimeParameter(parameter="start", required=True)
    end = DatetimeParameter(parameter="end", required=True)
    disambiguation = disambiguation_field()
    business = BooleanParameter(default=False, help_text="Count business days too")
    country = country_field()
    subdivision = subdivision_field()
    weekend = weekend_field()
    holidays = own_holidays_field()


class AddParameters(TimeParameters):
    alternatives = {"datetime": ("timestamp",), "amount": ("duration",), "unit": ("duration",)}
    operation_name = "add"
    positional = ("datetime",)

    timezone = timezone_field()
    timestamp = timestamp_field()
    datetime = DatetimeParameter(parameter="datetime", required=True)
    amount = IntegerParameter(help_text="How many units to add or subtract")
    unit = ChoiceParameter(names=services.UNIT_CHOICES, help_text=HELP["unit"])
    disambiguation = disambiguation_field()
    duration = ConvertedParameter(
        convert=services.read_duration,
        required=False,
        max_length=services.MAX_DURATION_CHARACTERS,
        help_text="ISO 8601 duration instead of amount and unit: P1Y2M10DT2H30M",
    )
    country = country_field()
    subdivision = subdivision_field()
    weekend = weekend_field()
    holidays = own_holidays_field()

    @classmethod
    def read(cls, data: Mapping[str, object]) -> dict[str, Any]:
        replaced = next((name for name in ("amount", "unit") if cls.gives(data, name)), None)
        if replaced and cls.gives(data, "duration"):
            cls.check_types(data)
            raise services.conflict_with_duration(replaced)
        return super().read(data)


class SubtractParameters(AddParameters):
    operation_name = "subtract"


class ConvertParameters(TimeParameters):
    alternatives = {"datetime": ("timestamp",)}
    operation_name = "convert_timezone"
    positional = ("datetime", "from_timezone", "to_timezone")

    timestamp = timestamp_field()
    datetime = DatetimeParameter(parameter="datetime", required=True)
    from_timezone = ConvertedParameter(convert=services.zone_of, required=True, help_text="Zone to convert from")
    to_timezone = ConvertedParameter(convert=services.zone_of, required=True, help_text="Zone to convert to")
    disambiguation = disambiguation_field()
