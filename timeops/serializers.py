"""The parameters of /time/: what each operation reads, and no more. A field's value is what its operation takes."""

from datetime import tzinfo
from decimal import Decimal

from timeops import services
from timeops.parsing import Reading, Timestamp
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import ChoiceParameter, IntegerParameter, TextParameter
from utilitysvc.kit.service_error import ServiceError

HELP = {
    "datetime": "Unix timestamp, ISO 8601, RFC 2822 or English: now, tomorrow at 3pm, 2 days ago",
    "start": "Start of a difference, as datetime",
    "end": "End of a difference, as datetime",
}


class ZoneParameter(TextParameter):
    """A time zone."""

    def __init__(self, *, help_text: str, required: bool = False) -> None:
        super().__init__(required=required, allow_blank=False, help_text=help_text)

    def to_internal_value(self, data: object) -> tzinfo:
        return services.zone_of(super().to_internal_value(data))


class DatetimeParameter(TextParameter):
    """A date and time as text. A JSON number is a timestamp and keeps all its digits, where ``str`` writes 1e+16."""

    def __init__(self, *, parameter: str, required: bool = False) -> None:
        self.parameter = parameter
        super().__init__(
            required=required,
            allow_blank=False,
            max_length=services.MAX_DATETIME_CHARACTERS,
            help_text=HELP[parameter],
        )

    def to_internal_value(self, data: object) -> Reading:
        text = super().to_internal_value(format(Decimal(repr(data)), "f") if isinstance(data, float) else data)
        return services.read(text, self.parameter)


class TimestampParameter(IntegerParameter):
    """A Unix timestamp in seconds."""

    def to_internal_value(self, data: object) -> Timestamp:
        return services.read_timestamp(super().to_internal_value(data))


class FormatParameter(TextParameter):
    """The name of a format, or a strftime pattern."""

    def to_internal_value(self, data: object) -> str:
        return services.canonical_format(super().to_internal_value(data))


class TimeParameters(ParameterSerializer):
    """What every operation reads: its own name."""

    unpassed = ("operation",)

    operation = ChoiceParameter(
        names=services.OPERATION_NAMES, default=services.DEFAULT_OPERATION, help_text="What to do"
    )

    @classmethod
    def refusal_of_missing(cls, names: list[str]) -> ServiceError:
        return services.missing_parameters(cls.asked, names)

    #: The operation, in the words of a refusal.
    asked = services.DEFAULT_OPERATION


def timezone_field(*, required: bool = False) -> ZoneParameter:
    return ZoneParameter(required=required, help_text="Zone to read and to answer in: Area/City, UTC, UTC+2, CEST")


def timestamp_field() -> TimestampParameter:
    return TimestampParameter(required=False, help_text="Unix timestamp in seconds, in place of datetime")


def disambiguation_field() -> ChoiceParameter:
    return ChoiceParameter(
        names=services.DISAMBIGUATIONS,
        default=services.DEFAULT_DISAMBIGUATION,
        help_text="Which instant a local time means that daylight saving skips or repeats",
    )


class MomentParameters(TimeParameters):
    aliases = {"datetime": ("time",)}

    timezone = timezone_field()
    timestamp = timestamp_field()
    datetime = DatetimeParameter(parameter="datetime")
    disambiguation = disambiguation_field()


class ComponentsParameters(MomentParameters):
    asked = "components"


class FormatParameters(MomentParameters):
    asked = "format"

    format = FormatParameter(
        allow_blank=False,
        max_length=services.MAX_FORMAT_CHARACTERS,
        help_text="Name (iso8601, rfc2822, unix, date, time, datetime, human) or strftime pattern",
    )


class ZoneInfoParameters(TimeParameters):
    aliases = {"datetime": ("time",)}
    asked = "timezone_info"

    timezone = timezone_field(required=True)
    timestamp = timestamp_field()
    datetime = DatetimeParameter(parameter="datetime")
    disambiguation = disambiguation_field()


class DifferenceParameters(TimeParameters):
    aliases = {"start": ("from", "time1"), "end": ("to", "time2")}
    asked = "difference"

    timezone = timezone_field()
    start = DatetimeParameter(parameter="start", required=True)
    end = DatetimeParameter(parameter="end", required=True)
    disambiguation = disambiguation_field()


class AddParameters(TimeParameters):
    aliases = {"datetime": ("time",)}
    instead = {"datetime": ("timestamp",)}
    asked = "add"

    timezone = timezone_field()
    timestamp = timestamp_field()
    datetime = DatetimeParameter(parameter="datetime", required=True)
    amount = IntegerParameter(help_text="How many units to add or subtract")
    unit = ChoiceParameter(names=services.UNITS, help_text="The unit of amount")
    disambiguation = disambiguation_field()


class SubtractParameters(AddParameters):
    asked = "subtract"


class ConvertParameters(TimeParameters):
    aliases = {"datetime": ("time",), "from_timezone": ("from",), "to_timezone": ("to",)}
    instead = {"datetime": ("timestamp",)}
    asked = "convert_timezone"

    timestamp = timestamp_field()
    datetime = DatetimeParameter(parameter="datetime", required=True)
    from_timezone = ZoneParameter(required=True, help_text="Zone to convert from")
    to_timezone = ZoneParameter(required=True, help_text="Zone to convert to")
    disambiguation = disambiguation_field()
