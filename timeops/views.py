import json
from pathlib import Path
from typing import Any

from timeops import serializers, services
from timeops.calendar.units import BUSINESS_DAYS
from timeops.reading import forms
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.view import ComputeView

#: The example requests of each operation, and those that are refused, by title.
EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_bytes())


def operation(function: Any, parameters: type[serializers.TimeParameters], **more: Any) -> Operation:
    """Return an operation with the name in its serializer."""
    name = parameters.operation_name
    more = {"example_kwargs": {"clock": example_clock}} | EXAMPLES[name] | more
    return Operation(name, function, parameters, services.plain_text, **more)


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
        operation(services.current, serializers.CurrentParameters, light=True),
        operation(services.timezones, serializers.TimezonesParameters, light=lambda values: not values["details"]),
        operation(services.difference, serializers.DifferenceParameters, light=lambda values: not values["business"]),
        operation(services.add, serializers.AddParameters, light=lambda values: values.get("unit") != BUSINESS_DAYS),
        operation(
            services.subtract, serializers.SubtractParameters, light=lambda values: values.get("unit") != BUSINESS_DAYS
        ),
        operation(services.convert_timezone, serializers.ConvertParameters, light=True),
        operation(services.timezone_info, serializers.ZoneInfoParameters, light=True),
        operation(services.format_datetime, serializers.FormatParameters, light=True),
        operation(services.components, serializers.ComponentsParameters, light=True),
        operation(services.start_of, serializers.StartOfParameters, light=True),
        operation(services.end_of, serializers.EndOfParameters, light=True),
        operation(services.transitions, serializers.TransitionsParameters),
        operation(services.recurrence, serializers.RecurrenceParameters),
        operation(services.duration, serializers.DurationParameters, light=True, example_kwargs={}, deterministic=True),
        operation(services.holidays, serializers.HolidaysParameters),
        selector="operation",
    )
