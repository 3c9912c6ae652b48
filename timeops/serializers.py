"""The parameters of /time/. Their names are those of all operations; which of them count, the operation says."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import partial
from typing import Any

from timeops import services
from utilitysvc.kit.errors import ServiceError
from utilitysvc.kit.fields import ChoiceParameter, IntegerParameter, ParameterError, TextParameter
from utilitysvc.kit.serializers import ParameterSerializer, bound_fields

# Under which names a parameter may come, the first given one counting (T7).
SPELLINGS = {
    "datetime": ("datetime", "time"),
    "start": ("start", "time1"),
    "end": ("end", "time2"),
    "from_timezone": ("from_timezone", "from"),
    "to_timezone": ("to_timezone", "to"),
}
DIFFERENCE_SPELLINGS = {
    "datetime": ("datetime", "time"),
    "start": ("start", "from", "time1"),
    "end": ("end", "to", "time2"),
}

# What the value of a parameter is read by, where its operation has a use for it; of others the type alone is checked.
READERS: dict[str, Callable[[Any], object]] = {
    "timezone": services.zone_of,
    "timestamp": services.read_timestamp,
    "datetime": services.read,
    "start": partial(services.read, parameter="start"),
    "end": partial(services.read, parameter="end"),
    "from_timezone": services.zone_of,
    "to_timezone": services.zone_of,
    "format": services.canonical_format,
}


class DatetimeParameter(TextParameter):
    """A date and time as text. A JSON number is a timestamp and keeps all its digits, where ``str`` writes 1e+16."""

    def to_internal_value(self, data: object) -> str:
        return super().to_internal_value(format(Decimal(repr(data)), "f") if isinstance(data, float) else data)


class TimeParameters(ParameterSerializer):
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
        help_text="Unix timestamp, ISO 8601, RFC 2822 or English: now, tomorrow at 3pm, 2 days ago",
    )
    start = DatetimeParameter(required=False, allow_blank=False, help_text="Start of a difference, as datetime")
    end = DatetimeParameter(required=False, allow_blank=False, help_text="End of a difference, as datetime")
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
        help_text="Name (iso8601, rfc2822, unix, date, time, datetime, human) or strftime pattern",
    )

    def to_internal_value(self, data: Mapping[str, object]) -> dict[str, Any]:
        """Read the parameters in their order, as the base does; the operation says which it needs, and which count."""
        (first, operation_field), *others = bound_fields(TimeParameters)
        raw = _first_given(data, (first,))
        operation = services.DEFAULT_OPERATION if raw is None else _typed(first, operation_field, raw)
        plan = services.OPERATIONS[operation]
        spellings = DIFFERENCE_SPELLINGS if operation == "difference" else SPELLINGS

        values: dict[str, Any] = {first: operation}
        for name, field in others:
            raw = _first_given(data, spellings.get(name, (name,)))
            if raw is not None:
                value = _typed(name, field, raw)
                if name in plan.parameters:
                    values[name] = READERS[name](value) if name in READERS else value
            elif name in plan.required and not (name == "datetime" and "timestamp" in values):
                missing = [need for need in plan.required if _first_given(data, spellings.get(need, (need,))) is None]
                raise services.missing_parameters(operation, missing)
        if timestamp := values.pop("timestamp", None):
            values.setdefault("datetime", timestamp)
        return values


def _first_given(data: Mapping[str, object], spellings: tuple[str, ...]) -> object:
    """The first value that is given under any of ``spellings``: not null, not empty."""
    return next((data[spelling] for spelling in spellings if data.get(spelling) not in (None, "")), None)


def _typed(name: str, field: Any, raw: object) -> Any:
    try:
        return field.to_internal_value(raw)
    except ParameterError as fault:
        raise ServiceError(fault.error, f"{name} {fault.complaint}") from None
