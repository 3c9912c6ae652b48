from utilitysvc.drawing.sources import EXAMPLE_ARGUMENTS
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.view import ComputeView
from uuids import services
from uuids.serializers import InspectionParameters, UUIDParameters

#: How many UUIDs are generated or inspected in two or three milliseconds.
LIGHT_COUNT = 100

UUIDS = Operation(
    "uuid",
    services.generate_uuids,
    UUIDParameters,
    services.plain_text,
    examples={
        "One": {},
        "Three as URNs": {"count": 3, "format": "urn"},
        "From the secure generator": {"secure": True, "uppercase": True},
        "In the order of time": {"count": 3, "version": "7"},
        "Of a name": {"version": "5", "name": "https://example.com/page", "namespace": "url"},
        "As a ULID": {"version": "7", "format": "ulid"},
        "Sorted by time to 100 nanoseconds": {"count": 2, "version": "6"},
    },
    error_examples={
        "Count out of bounds": {"count": 1001},
        "Unknown format": {"format": "octal"},
        "Wrong type": {"count": "many"},
        "Unknown version": {"version": "2"},
        "No name": {"version": "5"},
        "Unknown namespace": {"version": "5", "name": "example.com", "namespace": "www"},
        "Several of one name": {"version": "5", "name": "example.com", "count": 2},
        "No name, by MD5": {"version": "3"},
        "Several of one name, by MD5": {"version": "3", "name": "example.com", "count": 2},
    },
    example_kwargs=EXAMPLE_ARGUMENTS,
    light=lambda values: values["count"] <= LIGHT_COUNT,
)

INSPECTION = Operation(
    "inspect",
    services.inspect_uuids,
    InspectionParameters,
    services.plain_inspection,
    examples={
        "When it was made": {"uuid": ["017f22e2-79b0-7cc3-98c4-dc0c0c07398f"]},
        "A ULID, and a random UUID as an integer": {
            "uuid": ["01FWHE4YDGFK1SHH6W1G60EECF", "193546138073049498211396263026294311080"]
        },
        "What is no UUID, and what may be two": {"uuid": ["919108f7", "12345678123456781234567812345678"]},
    },
    error_examples={"No UUID": {}, "Empty list": {"uuid": []}, "Wrong type": {"uuid": {}}},
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
