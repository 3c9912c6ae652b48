"""The kinds of parameters that only /time/ has, which convert texts, and the fields that several operations share."""

from collections.abc import Callable
from typing import Any

from timeops import services
from timeops.calendar.steps import Move, ParsedDatetime
from timeops.reading import forms
from utilitysvc.kit.parameters import ChoiceParameter, IntegerParameter, ListParameter, TextParameter
from utilitysvc.kit.raw_values import Repeated, texts_in

HELP = {
    "datetime": "Unix timestamp, ISO 8601, RFC 2822, a written date or English: now, tomorrow at 3pm, 2 days ago",
    "start": "Start, as datetime",
    "end": "End, as datetime",
    "unit": "The unit of amount, or the period of start_of and end_of",
    "country": "Country of the zones or holidays, ISO 3166-1: DE",
}


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

    def __init__(self, *, parameter: str, required: bool = False) -> None:
        self.parameter = parameter
        super().__init__(
            required=required, allow_blank=False, max_length=services.MAX_DATETIME_CHARACTERS, help_text=HELP[parameter]
        )

    def to_internal_value(self, data: object) -> ParsedDatetime:
        if isinstance(data, int | float) and not isinstance(data, bool):
            return services.read(data, self.parameter)
        return services.read(super().to_internal_value(data), self.parameter)


class TimestampParameter(IntegerParameter):
    """A Unix timestamp."""

    def to_internal_value(self, data: object) -> ParsedDatetime:
        return services.read_timestamp(super().to_internal_value(data))


class DurationsParameter(ListParameter):
    """Durations: a repeated parameter, a JSON array, or one text in which commas separate, except decimal ones."""

    def to_internal_value(self, data: object) -> list[Move]:
        if isinstance(data, Repeated):
            data = [value for value in data.values if value]
        texts = texts_in(data) if isinstance(data, list) else services.split_durations(*texts_in([data]))
        self.bounds.check(len(texts))
        return services.read_durations(texts)


def timezone_field(*, required: bool = False) -> ConvertedParameter:
    default = "" if required else "; default UTC"
    return ConvertedParameter(
        convert=services.zone_of,
        required=required,
        help_text=f"Time zone of input and answer: Area/City, a city, UTC, UTC+2, CEST{default}",
    )


def timestamp_field() -> TimestampParameter:
    return TimestampParameter(
        required=False, help_text="Unix timestamp in seconds, milliseconds or finer, instead of datetime"
    )


def disambiguation_field() -> ChoiceParameter:
    return ChoiceParameter(
        names=services.DISAMBIGUATIONS,
        help_text="Which instant is meant if a change of clocks skips or repeats a local time",
    )


def country_field(*, required: bool = False) -> TextParameter:
    return TextParameter(required=required, allow_blank=False, max_length=128, help_text=HELP["country"])


def subdivision_field() -> TextParameter:
    return TextParameter(
        required=False, allow_blank=False, max_length=128, help_text="Subdivision of the country, ISO 3166-2: BY"
    )


def weekend_field() -> ListParameter:
    return ListParameter(
        required=False,
        bounds=services.WEEKEND,
        help_text="Days of the weekend, by default the country's, or saturday and sunday",
    )


def own_holidays_field() -> ListParameter:
    return ListParameter(required=False, bounds=services.OWN_HOLIDAYS, help_text="Dates of further holidays")
