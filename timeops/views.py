from collections.abc import Mapping
from typing import Any

from timeops import serializers, services
from timeops.calendar.units import BUSINESS_DAYS
from timeops.reading import forms
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.view import ComputeView


def operation(
    function: Any,
    parameters: type[ParameterSerializer],
    name: str = "",
    *,
    examples: Mapping[str, dict[str, Any]],
    error_examples: Mapping[str, dict[str, Any]] | None = None,
    **more: Any,
) -> Operation:
    """Return an operation with the name of its function.

    Adds ``operation`` to the examples, except to those of the default operation, which need none.
    """
    name = name or function.__name__
    chosen = {} if name == services.OPERATION_NAMES.default else {"operation": name}
    return Operation(
        name,
        function,
        parameters,
        services.plain_text,
        examples={title: chosen | example for title, example in examples.items()},
        error_examples={title: chosen | example for title, example in (error_examples or {}).items()},
        **{"example_kwargs": {"clock": example_clock}, **more},
    )


class TimeView(ComputeView):
    """Compute with time: the current time, sums, differences, zones, formats."""

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
        returns=("date", "time", "iso8601", "day_of_week", "operation", "difference"),
        example="Difference",
        evident=frozenset(services.OPERATION_NAMES.values) - {services.OPERATION_NAMES.default},
    )
    operations = Operations(
        operation(
            services.current,
            serializers.CurrentParameters,
            light=True,
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
            serializers.TimezonesParameters,
            light=lambda values: not values["details"],
            examples={"All zones": {}, "Zones of a country": {"country": "NZ", "details": True}},
            error_examples={"Unknown country": {"country": "XX"}},
        ),
        operation(
            services.difference,
            serializers.DifferenceParameters,
            light=lambda values: not values["business"],
            examples={"Difference": {"start": "2026-01-31", "end": "2026-03-01 12:00:00"}},
            error_examples={"Parameters missing": {"start": "now"}},
        ),
        operation(
            services.add,
            serializers.AddParameters,
            light=lambda values: values.get("unit") != BUSINESS_DAYS,
            examples={
                "Add months": {"datetime": "2026-01-31T10:00:00Z", "amount": 1, "unit": "months"},
                "Add business days": {
                    "datetime": "2026-12-22",
                    "amount": 3,
                    "unit": "business_days",
                    "weekend": ["friday", "saturday"],
                    "holidays": ["2026-12-24"],
                },
                "Add a duration": {"datetime": "2026-01-31T10:00:00Z", "duration": "P1M2DT3H"},
            },
            error_examples={
                "Unknown unit": {"datetime": "now", "amount": 1, "unit": "parsecs"},
                "Wrong type": {"datetime": "now", "amount": "1.5", "unit": "days"},
                "Out of range": {"datetime": "now", "amount": 10_000, "unit": "years"},
                "No duration": {"datetime": "now", "duration": "2 hours"},
            },
        ),
        operation(
            services.subtract,
            serializers.SubtractParameters,
            light=lambda values: values.get("unit") != BUSINESS_DAYS,
            examples={"Subtract weeks": {"datetime": "2026-03-27", "amount": 2, "unit": "weeks"}},
        ),
        operation(
            services.convert_timezone,
            serializers.ConvertParameters,
            light=True,
            examples={
                "Convert": {
                    "datetime": "2026-11-21 12:00:00",
                    "from_timezone": "America/New_York",
                    "to_timezone": "Asia/Tokyo",
                }
            },
        ),
        operation(
            services.timezone_info,
            serializers.ZoneInfoParameters,
            light=True,
            examples={"Zone information": {"timezone": "Europe/Dublin"}},
        ),
        operation(
            services.format_datetime,
            serializers.FormatParameters,
            "format",
            light=True,
            examples={"Format": {"datetime": "2026-11-21", "format": "%A, %d %B %Y"}},
            error_examples={"Unknown directive": {"format": "%Q"}},
        ),
        operation(
            services.components,
            serializers.ComponentsParameters,
            light=True,
            examples={"Components": {"datetime": "2026-11-21T12:00:00Z"}},
        ),
        operation(
            services.start_of,
            serializers.StartOfParameters,
            light=True,
            examples={"Start of the week": {"datetime": "2026-11-21 12:34", "unit": "week"}},
        ),
        operation(
            services.end_of,
            serializers.EndOfParameters,
            light=True,
            examples={"End of the quarter": {"datetime": "2026-11-21", "unit": "quarter"}},
        ),
        operation(
            services.transitions,
            serializers.TransitionsParameters,
            examples={"Changes of the clocks": {"timezone": "Europe/Berlin", "start": "2026-01-01"}},
            error_examples={
                "Range too long": {"timezone": "Europe/Berlin", "start": "1500-01-01", "end": "2026-01-01"}
            },
        ),
        operation(
            services.recurrence,
            serializers.RecurrenceParameters,
            examples={
                "When a rule occurs": {"rule": "0 9 * * 1-5", "timezone": "Europe/Berlin"},
                "A rule in English": {"rule": "the last friday of every month at noon", "start": "2026-11-21"},
            },
            error_examples={"Unknown rule": {"rule": "FREQ=SOMETIMES"}},
        ),
        operation(
            services.duration,
            serializers.DurationParameters,
            light=True,
            example_kwargs={},
            deterministic=True,
            examples={"Add durations": {"durations": ["PT1H30M", "45 min", "1:05:10"]}},
            error_examples={"No duration in words": {"durations": "some time"}},
        ),
        operation(
            services.holidays,
            serializers.HolidaysParameters,
            examples={"Public holidays": {"country": "NZ", "subdivision": "AUK", "year": 2026}},
            error_examples={"Country without holidays": {"country": "XX"}},
        ),
        selector="operation",
    )
