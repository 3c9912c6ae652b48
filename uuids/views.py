from utilitysvc.kit.clock import example_timestamp
from utilitysvc.kit.draws import example_source
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
    },
    refusals={
        "Count out of bounds": {"count": 1001},
        "Unknown format": {"format": "octal"},
        "Wrong type": {"count": "many"},
    },
    steady={"clock": example_timestamp, "source": example_source},
)


class UUIDView(ComputeView):
    """Generate version 4 UUIDs."""

    name = "uuid"
    operations = Operations(UUIDS)
    tool = Tool(
        "generate_uuids",
        "Generate UUIDs",
        (
            "Generate UUIDs, up to 1,000 at once, in the standard text or another format. Use it wherever identifiers "
            "are needed: what a model makes up is neither random nor unique. Returns uuids."
        ),
    )
