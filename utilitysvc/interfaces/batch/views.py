from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse

from utilitysvc.interfaces.batch import services
from utilitysvc.interfaces.batch.serializers import BatchParameters
from utilitysvc.interfaces.calls import Calls
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.view import ComputeView

_TIME = "2026-11-22 12:00:00"
_DIGEST = {
    "input": "hello",
    "hash": "5d41402abc4b2a76b9719d911017c592",
    "algorithm": "md5",
    "salt": "",
    "iterations": 1,
    "format": "hex",
    "uppercase": False,
    "length": 32,
    "timestamp": _TIME,
}
EXAMPLE = {
    "calls": [
        {"path": "/hash/", "parameters": {"input": "hello", "algorithm": "md5"}, "id": "digest"},
        {"path": "/random/", "parameters": {"count": 0}},
    ]
}
EXAMPLE_ANSWER = {
    "results": [
        {"id": "digest", "status": 200, "body": _DIGEST},
        {"status": 400, "body": {"error": "Count must be between 1 and 10000", "details": "Requested count: 0"}},
    ],
    "count": 2,
    "timestamp": _TIME,
}

BATCH = Operation(
    "batch",
    services.answer_calls,
    BatchParameters,
    str,  # never called, because the answer is always JSON
    examples={"A digest, and a refusal": EXAMPLE},
    answers={"A digest, and a refusal": EXAMPLE_ANSWER},
    error_examples={"No calls": {"calls": []}},
)


class BatchView(ComputeView):
    """Answer up to 100 calls of functions in one request.

    Each gets the answer or error that it would get alone, in the order of the calls. When the calls so far have taken a
    second of computing, or have answers of more than 8 MiB, the rest are answered with status 503.
    """

    name = "batch"
    lane = "calls"
    counts_calls = True
    http_method_names = ["post", "options"]
    operations = Operations(BATCH)

    def answer(self, data: Mapping[str, Any]) -> HttpResponse:
        self.ignore(name for name in data if name not in self.operations.known_names)
        values = BATCH.parameters.read(data)
        result = BATCH.compute(values, within=Calls(self.request.http, self.ignore))
        return self.present(BATCH, result, values, "json")  # whatever Accept and output ask for (B11)
