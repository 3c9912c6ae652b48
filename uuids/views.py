from utilitysvc.drawing.sources import example_source
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.tool import Tool
from utilitysvc.kit.view import ComputeView
from uuids import services
from uuids.serializers import UUIDParameters

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
    },
    error_examples={
        "Count out of bounds": {"count": 1001},
        "Unknown format": {"format": "octal"},
        "Wrong type": {"count": "many"},
        "Unknown version": {"version": "1"},
        "No name": {"version": "5"},
        "Unknown namespace": {"version": "5", "name": "example.com", "namespace": "www"},
        "Several of one name": {"version": "5", "name": "example.com", "count": 2},
    },
    example_kwargs={"clock": example_clock, "source": example_source},
)


class UUIDView(ComputeView):
    """Generate UUIDs of version 4, 7 or 5."""

    name = "uuid"
    operations = Operations(UUIDS)
    tool = Tool(
        "generate_uuids",
        "Generate UUIDs",
        (
            "Generate UUIDs, up to 1,000 at once, in the standard text or another format: random ones (version 4), "
            "ones that sort by time (7), or one that is computed from a name (5). Use it whenever identifiers are "
            "needed: what a model makes up is neither random nor unique. Returns uuids."
        ),
        example="In the order of time",
    )
