"""Fields that several operations of /time/ share."""

from timeops import services
from timeops.parameters import HELP, ConvertedParameter, TimestampParameter
from utilitysvc.kit.parameters import ChoiceParameter, ListParameter, TextParameter


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
