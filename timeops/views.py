import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from timeops import services
from timeops.calendar.units import BUSINESS_DAYS
from timeops.operations.moments import PERIOD_CHOICES
from timeops.operations.zones import country_of_zones
from timeops.serializers import (
    ALTERNATIVES,
    COUNTRY,
    FORMS,
    UNIT,
    ConvertedParameter,
    field,
    parameters_of,
)
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.parameters import ChoiceParameter
from utilitysvc.kit.view import ComputeView

#: The example requests of each operation, and those that are refused, by title.
EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_bytes())

_FORMS = """A datetime can have these forms, among others:

| Form | For example |
|---|---|
{}

A datetime with two meanings is refused, and the error names both and says what to write instead: `05/06/2026`, \
`20261121`, `tomorrow at 9`, `3pm CST`. So is one without an exact meaning: `soon`, `next weekend`, \
`tomorrow morning`."""


def operation(
    function: Callable[..., Any],
    *positional: str,
    name: str = "",
    alternatives: tuple[str, ...] = (),
    own: Mapping[str, Callable[..., Any]] = {},
    **more: Any,
) -> Operation:
    """Return an operation with the name of its function, unless ``name`` is given. The others: ``parameters_of``."""
    name = name or function.__name__
    parameters = parameters_of(name, function, positional, alternatives, own)
    more = {"example_kwargs": {"clock": example_clock}} | EXAMPLES[name] | more
    return Operation(name, function, parameters, services.plain_text, **more)


_period = {"unit": field(ChoiceParameter, UNIT, names=PERIOD_CHOICES)}


def _shift(function: Callable[..., Any]) -> Operation:
    return operation(
        function,
        "datetime",
        alternatives=tuple(ALTERNATIVES),
        light=lambda values: values.get("unit") != BUSINESS_DAYS,
    )


class TimeView(ComputeView):
    """Compute with time: the current time, sums, differences, zones, formats."""

    name = "time"

    @classmethod
    def purpose(cls) -> str:
        rows = [f"| {kind} | {', '.join(f'`{example}`' for example in examples)} |" for kind, examples in FORMS.items()]
        return "\n\n".join((super().purpose(), _FORMS.format("\n".join(rows))))

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
        operation(services.current, "datetime", light=True),
        operation(
            services.timezones,
            "country",
            own={"country": field(ConvertedParameter, COUNTRY, convert=country_of_zones)},
            light=lambda values: not values["details"],
        ),
        operation(services.difference, "start", "end", light=lambda values: not values["business"]),
        _shift(services.add),
        _shift(services.subtract),
        operation(
            services.convert_timezone,
            "datetime",
            "from_timezone",
            "to_timezone",
            alternatives=("datetime",),
            light=True,
        ),
        operation(services.timezone_info, "timezone", light=True),
        operation(services.format_datetime, "datetime", name="format", light=True),
        operation(services.components, "datetime", light=True),
        operation(services.start_of, "datetime", own=_period, light=True),
        operation(services.end_of, "datetime", own=_period, light=True),
        operation(services.transitions, "timezone"),
        operation(services.recurrence, "rule"),
        operation(services.duration, "durations", light=True, example_kwargs={}, deterministic=True),
        operation(services.holidays, "country"),
        selector="operation",
    )
