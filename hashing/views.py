import json
from pathlib import Path
from typing import Any

from django.http import HttpResponse

from hashing import conf, services
from hashing.password_hashes.views import PasswordHashView
from hashing.serializers import FileParameters, HashParameters
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.parameter_serializer import NoParameters
from utilitysvc.kit.reading import ComputeRequest, body_chunks
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.view import READ_ONLY, ComputeView

__all__ = ["AlgorithmsView", "HashView", "PasswordHashView"]

#: How many rounds all algorithms compute in a few milliseconds, and how long a text is searched for digests in one.
LIGHT_ITERATIONS, LIGHT_EXPECTED_CHARACTERS = 100, 1000

#: Example requests, and those that are refused, by title.
EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_bytes())

HASH = Operation(
    "hash",
    services.hash_text,
    HashParameters,
    services.plain_text,
    **EXAMPLES["hash"],
    example_kwargs={"clock": example_clock},
    deterministic=True,
    light=lambda values: (
        values["iterations"] <= LIGHT_ITERATIONS and len(values.get("expected", "")) <= LIGHT_EXPECTED_CHARACTERS
    ),
)

ALGORITHMS = Operation(
    "hash_algorithms",
    services.list_algorithms,
    NoParameters,
    services.plain_algorithms,
    **EXAMPLES["hash_algorithms"],
    deterministic=True,
    light=True,
)


INVALID_INPUT = "Invalid input specified"


class HashView(ComputeView):
    """Hash a text with one or more algorithms.

    A file is hashed by POST with Content-Type: application/octet-stream. Its bytes are the body, the parameters are
    in the query string, and the answer has `bytes`, the length of the file, instead of `input`.
    """

    name = "hash"
    operations = Operations(HASH)
    tool = Tool(
        "hash",
        "Hash a text",
        (
            "Compute digests and checksums of a text, one or several at once, also as HMAC (key), or compare them with "
            "an expected one. Use it for every digest: you cannot compute one yourself. Returns hash, or "
            "for several algorithms hashes by name, and matches."
        ),
        returns=("hash", "hashes", "algorithms", "matches"),
    )
    file_type = "application/octet-stream"
    file_limit = staticmethod(conf.max_file_bytes)
    replaced_by_stream = (*HashParameters.shared_fields["input"].spellings, "encoding")

    def post(self, request: ComputeRequest, **captured: Any) -> HttpResponse:
        if request.is_streamed:
            return self.answer_file(request, request.query)
        return super().post(request)

    def answer_file(self, request: ComputeRequest, query: dict[str, str]) -> HttpResponse:
        """Hash the body as it arrives (H10)."""
        if meaningless := [name for name in self.replaced_by_stream if name in query]:
            raise ServiceError(INVALID_INPUT, f"The input is the file; leave out {', '.join(meaningless)}")
        self.ignore(query, self.operations.known_names)
        values = FileParameters.read(query)
        request.prepared.data, request.prepared.operation = query, HASH
        result = services.hash_stream(chunks=body_chunks(request.http, conf.max_file_bytes()), **values)
        return self.present(result)


class AlgorithmsView(ComputeView):
    """List the hash algorithms."""

    name = "hash_algorithms"
    http_method_names = READ_ONLY
    operations = Operations(ALGORITHMS)
