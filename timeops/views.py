from typing import Any

from timeops import costs, serializers, services
from timeops.reading import forms
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.tool import Tool
from utilitysvc.kit.view import ComputeView


def operation(function: Any, parameters: type[ParameterSerializer], name: str = "", **more: Any) -> Operation:
    """One operation, named as its function is."""
    more = {"example_kwargs": {"clock": example_clock}, **more}
    return Operation(name or function.__name__, function, parameters, services.plain_text, **more)


class TimeView(ComputeView):
    """Compute with time: the current one, sums, differences, zones, formats."""

    name = "time"

    @classmethod
    def purpose(cls) -> str:
        return f"{super().purpose()}\n\n{forms.markdown()}"

    tool = Tool(
        "compute_time",
        "Compute with time",
        (
            "Compute with dates, times and time zones: the time now, days between two dates (operation difference), "
            "the date after some days (add), the same moment in another zone. Use it instead of calculating yourself, "
            "and whenever the current date matters. Returns the moment as iso8601, day_of_week and more, or the "
            "difference."
        ),
        example="Difference",
        evident=frozenset(
            {"timezones", "add", "subtract", "timezone_info", "components", "start_of", "end_of", "holidays", "format"}
            | {"transitions", "recurrence", "duration"}
        ),
    )
    operations = Operations(
        operation(
            services.current,
            serializers.MomentParameters,
            examples={
                "Now in a zone": {"timezone": "Europe/Berlin"},
                "Plain English": {"datetime": "first day of next month at 9am"},
                "Unix time": {"timestamp": 1_700_000_000},
            },
            error_examples={
                "Unknown operation": {"operation": "travel"},
                "No such date": {"datetime": "2026-13-01"},
                "Date or timestamp": {"datetime": "20261121"},
                "Unknown zone": {"timezone": "Europe/Berln"},
                "Ambiguous abbreviation": {"timezone": "CST"},
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
            },
        ),
        operation(
            services.timezones,
            serializers.ZonesParameters,
            cost=costs.cost_of_timezones,
            examples={
                "All zones": {"operation": "timezones"},
                "Zones of a country": {"operation": "timezones", "country": "NZ", "details": True},
            },
            error_examples={"Unknown country": {"operation": "timezones", "country": "XX"}},
        ),
        operation(
            services.difference,
            serializers.DifferenceParameters,
            cost=costs.cost_of_difference,
            examples={"Difference": {"operation": "difference", "start": "2026-01-31", "end": "2026-03-01 12:00:00"}},
            error_examples={"Parameters missing": {"operation": "difference", "start": "now"}},
        ),
        operation(
            services.add,
            serializers.AddParameters,
            cost=costs.cost_of_shift,
            examples={
                "Add months": {"operation": "add", "datetime": "2026-01-31T10:00:00Z", "amount": 1, "unit": "months"},
                "Add business days": {
                    "operation": "add",
                    "datetime": "2026-12-22",
                    "amount": 3,
                    "unit": "business_days",
                    "weekend": ["friday", "saturday"],
                    "holidays": ["2026-12-24"],
                },
                "Add a duration": {"operation": "add", "datetime": "2026-01-31T10:00:00Z", "duration": "P1M2DT3H"},
            },
            error_examples={
                "Unknown unit": {"operation": "add", "datetime": "now", "amount": 1, "unit": "parsecs"},
                "Wrong type": {"operation": "add", "datetime": "now", "amount": "1.5", "unit": "days"},
                "Out of range": {"operation": "add", "datetime": "now", "amount": 10_000, "unit": "years"},
                "No duration": {"operation": "add", "datetime": "now", "duration": "2 hours"},
            },
        ),
        operation(
            services.subtract,
            serializers.SubtractParameters,
            cost=costs.cost_of_shift,
            examples={
                "Subtract weeks": {"operation": "subtract", "datetime": "2026-03-27", "amount": 2, "unit": "weeks"}
            },
        ),
        operation(
            services.convert_timezone,
            serializers.ConvertParameters,
            examples={
                "Convert": {
                    "operation": "convert_timezone",
                    "datetime": "2026-11-21 12:00:00",
                    "from_timezone": "America/New_York",
                    "to_timezone": "Asia/Tokyo",
                }
            },
        ),
        operation(
            services.timezone_info,
            serializers.ZoneInfoParameters,
            cost=costs.cost_of_timezone_info,
            examples={"Zone information": {"operation": "timezone_info", "timezone": "Europe/Dublin"}},
        ),
        operation(
            services.format_datetime,
            serializers.FormatParameters,
            "format",
            examples={"Format": {"operation": "format", "datetime": "2026-11-21", "format": "%A, %d %B %Y"}},
            error_examples={"Unknown directive": {"operation": "format", "format": "%Q"}},
        ),
        operation(
            services.components,
            serializers.ComponentsParameters,
            examples={"Components": {"operation": "components", "datetime": "2026-11-21T12:00:00Z"}},
        ),
        operation(
            services.start_of,
            serializers.StartOfParameters,
            examples={"Start of the week": {"operation": "start_of", "datetime": "2026-11-21 12:34", "unit": "week"}},
        ),
        operation(
            services.end_of,
            serializers.EndOfParameters,
            examples={"End of the quarter": {"operation": "end_of", "datetime": "2026-11-21", "unit": "quarter"}},
        ),
        operation(
            services.transitions,
            serializers.TransitionsParameters,
            cost=costs.cost_of_transitions,
            examples={
                "Changes of the clocks": {
                    "operation": "transitions",
                    "timezone": "Europe/Berlin",
                    "start": "2026-01-01",
                }
            },
            error_examples={
                "Range too long": {
                    "operation": "transitions",
                    "timezone": "Europe/Berlin",
                    "start": "1500-01-01",
                    "end": "2026-01-01",
                }
            },
        ),
        operation(
            services.recurrence,
            serializers.RecurrenceParameters,
            cost=costs.cost_of_recurrence,
            examples={
                "When a rule occurs": {"operation": "recurrence", "rule": "0 9 * * 1-5", "timezone": "Europe/Berlin"},
                "A rule in English": {
                    "operation": "recurrence",
                    "rule": "the last friday of every month at noon",
                    "start": "2026-11-21",
                },
            },
            error_examples={"Unknown rule": {"operation": "recurrence", "rule": "FREQ=SOMETIMES"}},
        ),
        operation(
            services.duration,
            serializers.DurationParameters,
            cost=costs.cost_of_duration,
            example_kwargs={},
            deterministic=True,
            examples={"Add durations": {"operation": "duration", "durations": ["PT1H30M", "45 min", "1:05:10"]}},
            error_examples={"No duration in words": {"operation": "duration", "durations": "some time"}},
        ),
        operation(
            services.holidays,
            serializers.HolidaysParameters,
            cost=costs.cost_of_holidays,
            examples={
                "Public holidays": {"operation": "holidays", "country": "NZ", "subdivision": "AUK", "year": 2026}
            },
            error_examples={"Country without holidays": {"operation": "holidays", "country": "XX"}},
        ),
        selector="operation",
    )
