import json
from pathlib import Path

from utilitysvc.drawing.sources import EXAMPLE_ARGUMENTS
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.view import ComputeView
from uuids import services
from uuids.serializers import InspectionParameters, UUIDParameters

#: Example requests of each operation, and those that are refused, by title.
EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_bytes())

#: How many UUIDs are generated or inspected in two or three milliseconds.
LIGHT_COUNT = 100

UUIDS = Operation(
    "uuid",
    services.generate_uuids,
    UUIDParameters,
    services.plain_text,
    **EXAMPLES["uuid"],
    example_kwargs=EXAMPLE_ARGUMENTS,
    light=lambda values: values["count"] <= LIGHT_COUNT,
)

INSPECTION = Operation(
    "inspect",
    services.inspect_uuids,
    InspectionParameters,
    services.plain_inspection,
    **EXAMPLES["inspect"],
    example_kwargs={"clock": example_clock},
    deterministic=True,
    light=lambda values: len(values["uuid"]) <= LIGHT_COUNT,
)


class UUIDView(ComputeView):
    """Generate UUIDs of version 4, 7, 5, 1, 6 or 3."""

    name = "uuid"
    operations = Operations(UUIDS)
    tool = Tool(
        "generate_uuids",
        "Generate UUIDs",
        (
            "Generate UUIDs, up to 1,000 at once. Use it whenever identifiers are needed: what a model makes up is not "
            "unique. Returns uuids."
        ),
        returns=("uuids",),
        example="In the order of time",
    )


class InspectionView(ComputeView):
    """Say what UUIDs hold: version, time, node, and other formats of the same bits."""

    name = "uuid_inspect"
    title = "Inspect UUIDs"
    operations = Operations(INSPECTION)
    tool = Tool(
        "inspect_uuids",
        "Inspect UUIDs",
        (
            "Say what UUIDs and ULIDs hold: version, when they were made, node, and other formats of the same bits. "
            "Use it instead of decoding one yourself. Returns results, one for each."
        ),
        returns=("results",),
    )
