"""The result of each operation: its keys, in the order of the answer, with their descriptions."""

from typing import Annotated, Literal, NotRequired, TypedDict

from timeops.writing.durations import DurationFields
from timeops.writing.formats import InstantFields
from timeops.zones.database import ListedTransition


class CurrentResult(InstantFields):
    operation: Annotated[Literal["current"], "Operation performed"]


class ShiftResult(InstantFields):
    """The result of add and subtract. It has either ``amount`` and ``unit`` or ``duration``, like the request."""

    operation: Annotated[Literal["add", "subtract"], "Operation performed"]
    original: Annotated[str, "The datetime before, ISO 8601"]
    amount: NotRequired[Annotated[int, "How many units"]]
    unit: NotRequired[Annotated[str, "Which units"]]
    duration: NotRequired[Annotated[str, "The duration given instead of them, ISO 8601"]]
    calendar: NotRequired[Annotated[str, "Package and version of the country's holidays, if business days need it"]]


class PeriodResult(InstantFields):
    operation: Annotated[Literal["start_of", "end_of"], "Operation performed"]
    original: Annotated[str, "The datetime in the period, ISO 8601"]
    unit: Annotated[str, "Which period"]


class ConversionResult(InstantFields):
    operation: Annotated[Literal["convert_timezone"], "Operation performed"]
    original: Annotated[str, "The datetime in the source zone, ISO 8601"]
    from_timezone: Annotated[str, "Source zone"]
    to_timezone: Annotated[str, "Target zone"]
    converted: Annotated[str, "The same instant in the target zone, ISO 8601"]


class FormatResult(InstantFields):
    operation: Annotated[Literal["format"], "Operation performed"]
    format: Annotated[str, "Requested format"]
    formatted: Annotated[str, "The datetime in that format"]


class Components(TypedDict):
    year: Annotated[int, "Year"]
    month: Annotated[int, "1 to 12"]
    day: Annotated[int, "1 to 31"]
    hour: Annotated[int, "0 to 23"]
    minute: Annotated[int, "0 to 59"]
    second: Annotated[int, "0 to 59"]
    day_of_week: Annotated[int, "1 for Monday to 7"]
    day_of_year: Annotated[int, "1 to 366"]
    week_of_year: Annotated[int, "Week of ISO 8601, 1 to 53"]
    iso_year: Annotated[int, "Year that the week belongs to"]
    quarter: Annotated[int, "1 to 4"]
    days_in_month: Annotated[int, "28 to 31"]


class ComponentsResult(InstantFields):
    operation: Annotated[Literal["components"], "Operation performed"]
    components: Annotated[Components, "The parts of the datetime as integers"]


class Difference(TypedDict):
    """From start to end; negative if end is before start."""

    total_seconds: Annotated[int, "Total seconds"]
    total_minutes: Annotated[int, "Total minutes, truncated"]
    total_hours: Annotated[int, "Total hours, truncated"]
    total_days: Annotated[int, "Total days of 24 hours, truncated"]
    total_weeks: Annotated[int, "Total weeks, truncated"]
    formatted: Annotated[str, "Human-readable difference: years, months and days of the calendar, then exact time"]
    total_milliseconds: Annotated[int, "Total milliseconds, truncated"]
    iso8601_duration: Annotated[str, "The same parts as a duration of ISO 8601"]
    business_days: NotRequired[Annotated[int, "Business days after start up to end, if business asks for them"]]


class DifferenceResult(TypedDict):
    operation: Annotated[Literal["difference"], "Operation performed"]
    start: Annotated[str, "Start datetime, ISO 8601"]
    end: Annotated[str, "End datetime, ISO 8601"]
    difference: Annotated[Difference, "From start to end; negative if end is before start"]
    calendar: NotRequired[Annotated[str, "Package and version of the country's holidays, if business days need it"]]


class ZoneEntry(TypedDict):
    """A zone in a list of zones, as it is at one instant."""

    name: Annotated[str, "Name of the zone"]
    utc_offset: Annotated[str, "Offset in force, ±HH:MM"]
    utc_offset_seconds: Annotated[int, "The same in seconds"]
    abbreviation: Annotated[str, "Abbreviation in force"]
    is_dst: Annotated[bool, "Whether daylight saving is in force"]
    countries: Annotated[list[str], "ISO 3166-1 codes of the countries in the zone"]


class ZonesResult(TypedDict):
    operation: Annotated[Literal["timezones"], "Operation performed"]
    count: Annotated[int, "How many"]
    timezones: Annotated[list[str | ZoneEntry], "The zones, sorted: their names or, with details, an object for each"]


class Transition(TypedDict):
    """A change of the clocks or of their rules, with the offset and abbreviation from then on."""

    timestamp: Annotated[int, "Unix timestamp of the change"]
    iso8601: Annotated[str, "The same in local time, with the new offset"]
    utc_offset: Annotated[str, "Offset from then on, ±HH:MM"]
    abbreviation: Annotated[str, "Abbreviation from then on"]


class ZoneInfoResult(TypedDict):
    timezone: Annotated[str, "Canonical spelling of the zone"]
    abbreviation: Annotated[str, "Abbreviation in force"]
    utc_offset: Annotated[str, "Offset in force, ±HH:MM"]
    utc_offset_seconds: Annotated[int, "The same in seconds"]
    is_dst: Annotated[bool, "Whether daylight saving is in force"]
    observes_dst: Annotated[bool, "Whether it is at any time within half a year"]
    dst_offset_seconds: Annotated[int, "How much of the offset is daylight saving, in seconds"]
    countries: Annotated[list[str], "ISO 3166-1 codes of the countries in the zone"]
    canonical: Annotated[str, "The zone that this name is a link to, or itself"]
    previous_transition: NotRequired[Annotated[Transition, "The last change of the clocks"]]
    next_transition: NotRequired[Annotated[Transition, "The next change of the clocks"]]
    current_time: Annotated[str, "The instant described, ISO 8601"]
    posix: NotRequired[Annotated[str, "The rule from now on, as the variable TZ of POSIX has it"]]
    local_time_status: NotRequired[Annotated[str, "ambiguous or nonexistent, if a local time is so"]]
    operation: Annotated[Literal["timezone_info"], "Operation performed"]


class TransitionsResult(TypedDict):
    operation: Annotated[Literal["transitions"], "Operation performed"]
    timezone: Annotated[str, "Canonical spelling of the zone"]
    count: Annotated[int, "How many"]
    transitions: Annotated[list[ListedTransition], "Every change of the clocks or of their rules, in order"]


class Holiday(TypedDict):
    date: Annotated[str, "ISO 8601"]
    name: Annotated[str, "Its name, in English if the package has it"]


class HolidaysResult(TypedDict):
    operation: Annotated[Literal["holidays"], "Operation performed"]
    country: Annotated[str, "Country, ISO 3166-1"]
    subdivision: NotRequired[Annotated[str, "Subdivision, ISO 3166-2 without the country"]]
    year: Annotated[int, "Year"]
    count: Annotated[int, "How many"]
    holidays: Annotated[list[Holiday], "The public holidays, in order"]
    calendar: Annotated[str, "Package and version that they come from"]


class DurationResult(DurationFields):
    operation: Annotated[Literal["duration"], "Operation performed"]
    operator: Annotated[str, "sum or difference"]


class Occurrence(TypedDict):
    timestamp: Annotated[int, "Unix timestamp in seconds"]
    iso8601: Annotated[str, "ISO 8601"]
    local_time_status: NotRequired[
        Annotated[Literal["ambiguous", "nonexistent"], "Only if a change of clocks repeats or skips the local time"]
    ]


class RecurrenceResult(TypedDict):
    operation: Annotated[Literal["recurrence"], "Operation performed"]
    rule: Annotated[str, "The rule as it was read"]
    rrule: NotRequired[Annotated[str, "The rule by RFC 5545, if it can be written so"]]
    cron: NotRequired[Annotated[str, "The rule in the five fields of cron, if it can be written so"]]
    text: NotRequired[Annotated[str, "The rule in English, if it can be written so"]]
    timezone: Annotated[str, "Zone of the occurrences"]
    count: Annotated[int, "How many are listed"]
    occurrences: Annotated[list[Occurrence], "When the rule occurs, in order"]
    note: NotRequired[Annotated[str, "A detail that the rule does not state, and how it was understood"]]
