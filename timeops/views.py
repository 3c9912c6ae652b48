import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from timeops import services
from timeops.serializers import FORMS, parameters_of
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.view import ComputeView

#: Of each operation its example requests, those that are refused, and arguments of ``operation``.
OPERATIONS = json.loads(Path(__file__).with_name("operations.json").read_bytes())

_FORMS = """A datetime can have these forms, among others:

| Form | For example |
|---|---|
{}

A datetime with two meanings is refused, and the error names both and says what to write instead: `05/06/2026`, \
`20261121`, `tomorrow at 9`, `3pm CST`. So is one without an exact meaning: `soon`, `next weekend`, \
`tomorrow morning`."""


def operation(
    name: str,
    *,
    positional: Sequence[str],
    alternatives: Mapping[str, Sequence[str]] = {},
    heavy: Mapping[str, object] | Literal[True] = {},
    deterministic: bool = False,
    **examples: Any,
) -> Operation:
    """Return the operation. ``positional`` and ``alternatives``: see ``parameters_of``.

    ``heavy``: values with which it is not light, as with business days or details of each zone; or true: it never is.
    """

    return Operation(
        name,
        services.OPERATIONS[name],
        parameters_of(name, positional, alternatives),
        services.plain_text,
        **examples,
        example_kwargs={} if deterministic else {"clock": example_clock},
        deterministic=deterministic,
        light=not heavy or (heavy is not True and (lambda values: heavy.items().isdisjoint(values.items()))),
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
    operations = Operations(*(operation(name, **row) for name, row in OPERATIONS.items()), selector="operation")
