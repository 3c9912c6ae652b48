"""The kinds of parameters that only /time/ has. They convert the text of a request to what the operation uses."""

from collections.abc import Callable
from typing import Any

from timeops import services
from timeops.calendar.steps import Move, ParsedDatetime
from timeops.reading import forms
from utilitysvc.kit.parameters import IntegerParameter, ListParameter, TextParameter
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
