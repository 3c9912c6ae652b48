"""The parameters of /time/. Their names are those of all operations; which of them count, the operation says."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from timeops import services
from utilitysvc.kit.errors import ServiceError
from utilitysvc.kit.fields import ChoiceParameter, IntegerParameter, ParameterError, TextParameter
from utilitysvc.kit.serializers import ParameterSerializer, bound_fields


class DatetimeParameter(TextParameter):
    """A date and time as text. A JSON number is a timestamp and keeps all its digits, where ``str`` writes 1e+16."""

    def to_internal_value(self, data: object) -> str:
        return super().to_internal_value(format(Decimal(repr(data)), "f") if isinstance(data, float) else data)


class TimeParameters(ParameterSerializer):
    # An alias counts only for a parameter that the operation takes: from and to are start and end of a difference.
    aliases = {
        "datetime": ("time",),
        "start": ("from", "time1"),
        "end": ("to", "time2"),
        "from_timezone": ("from",),
        "to_timezone": ("to",),
    }
    only_with = {name: ("operation", services.operations_with(name)) for name in (*services.READERS, "amount")}
    examples = {
        "Now in a zone": {"timezone": "Europe/Berlin"},
        "Difference": {"operation": "difference", "start": "2026-01-31", "end": "2026-03-01 12:00:00"},
        "Add months": {"operation": "add", "datetime": "2026-01-31T10:00:00Z", "amount": 1, "unit": "months"},
        "Convert": {
            "operation": "convert_timezone",
            "datetime": "2026-11-21 12:00:00",
            "from_timezone": "America/New_York",
            "to_timezone": "Asia/Tokyo",
        },
        "Plain English": {"datetime": "first day of next month at 9am"},
        "Zone information": {"operation": "timezone_info", "timezone": "Europe/Dublin"},
        "Format": {"operation": "format", "datetime": "2026-11-21", "format": "%A, %d %B %Y"},
        "Components": {"operation": "components", "datetime": "2026-11-21T12:00:00Z"},
        "All zones": {"operation": "timezones"},
    }
    refusals = {
        "Unknown operation": {"operation": "travel"},
        "Parameters missing": {"operation": "difference", "start": "now"},
        "No such date": {"datetime": "2026-13-01"},
        "Milliseconds": {"timestamp": 1_795_262_400_000},
        "Unknown zone": {"timezone": "Europe/Berln"},
        "Ambiguous abbreviation": {"timezone": "CST"},
        "Unknown unit": {"operation": "add", "datetime": "now", "amount": 1, "unit": "parsecs"},
        "Wrong type": {"operation": "add", "datetime": "now", "amount": "1.5", "unit": "days"},
        "Out of range": {"operation": "add", "datetime": "now", "amount": 10_000, "unit": "years"},
        "Local time twice": {
            "datetime": "2026-10-25T02:30:00",
            "timezone": "Europe/Berlin",
            "disambiguation": "reject",
        },
        "Local time skipped": {
            "datetime": "2026-03-29T02:30:00",
            "timezone": "Europe/Berlin",
            "disambiguation": "reject",
        },
        "Unknown disambiguation": {"disambiguation": "guess"},
        "Unknown directive": {"operation": "format", "format": "%Q"},
    }

    operation = ChoiceParameter(
        names=services.OPERATION_NAMES, default=services.DEFAULT_OPERATION, help_text="What to do"
    )
    timezone = TextParameter(
        required=False, allow_blank=False, help_text="Zone to read and to answer in: Area/City, UTC, UTC+2, CEST"
    )
    timestamp = IntegerParameter(required=False, help_text="Unix timestamp in seconds, in place of datetime")
    datetime = DatetimeParameter(
        required=False,
        allow_blank=False,
        max_length=services.MAX_DATETIME_CHARACTERS,
        help_text="Unix timestamp, ISO 8601, RFC 2822 or English: now, tomorrow at 3pm, 2 days ago",
    )
    start = DatetimeParameter(
        required=False,
        allow_blank=False,
        max_length=services.MAX_DATETIME_CHARACTERS,
        help_text="Start of a difference, as datetime",
    )
    end = DatetimeParameter(
        required=False,
        allow_blank=False,
        max_length=services.MAX_DATETIME_CHARACTERS,
        help_text="End of a difference, as datetime",
    )
    amount = IntegerParameter(required=False, help_text="How many units to add or subtract")
    unit = ChoiceParameter(names=services.UNITS, required=False, help_text="The unit of amount")
    from_timezone = TextParameter(required=False, allow_blank=False, help_text="Zone to convert from")
    to_timezone = TextParameter(required=False, allow_blank=False, help_text="Zone to convert to")
    disambiguation = ChoiceParameter(
        names=services.DISAMBIGUATIONS,
        default=services.DEFAULT_DISAMBIGUATION,
        help_text="Which instant a local time means that daylight saving skips or repeats",
    )
    format = TextParameter(
        required=False,
        allow_blank=False,
        max_length=services.MAX_FORMAT_CHARACTERS,
        help_text="Name (iso8601, rfc2822, unix, date, time, datetime, human) or strftime pattern",
    )

    def to_internal_value(self, data: Mapping[str, object]) -> dict[str, Any]:
        """Read the parameters in their order, as the base does; the operation says which it needs, and which count."""
        (first, operation_field), *others = bound_fields(TimeParameters)
        raw = _first_given(data, (first,))
        operation = services.DEFAULT_OPERATION if raw is None else _value(first, operation_field, raw, counts=True)
        plan = services.OPERATIONS[operation]
        missing = [name for name in plan.required if _first_given(data, self._stand_ins(name)) is None]
        values: dict[str, Any] = {first: operation}
        for name, field in others:
            counts = name in plan.parameters
            raw = _first_given(data, self._spellings(name) if counts else (name,))
            if raw is not None:
                value = _value(name, field, raw, counts=counts)
                if counts:
                    values[name] = value
            elif name in missing:
                raise services.missing_parameters(operation, missing)
        if timestamp := values.pop("timestamp", None):
            values.setdefault("datetime", timestamp)
        return values

    def _spellings(self, name: str) -> tuple[str, ...]:
        return (name, *self.aliases.get(name, ()))

    def _stand_ins(self, name: str) -> tuple[str, ...]:
        return (*self._spellings(name), "timestamp") if name == "datetime" else self._spellings(name)


def _first_given(data: Mapping[str, object], spellings: tuple[str, ...]) -> object:
    """The first value that is given under any of ``spellings``: not null, not empty."""
    return next((data[spelling] for spelling in spellings if data.get(spelling) not in (None, "")), None)


def _value(name: str, field: Any, raw: object, *, counts: bool) -> Any:
    """What ``raw`` means; of a parameter that does not count only the type is checked."""
    try:
        value = field.to_internal_value(raw)
    except ParameterError as fault:
        raise ServiceError(fault.error, f"{name} {fault.complaint}") from None
    except ServiceError:
        if counts:
            raise
        return None
    # Of a parameter that its operation has no use for the type alone is checked.
    return services.READERS[name](value) if counts and name in services.READERS else value
