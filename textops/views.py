import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpResponse

from textops import services
from textops.operations import OPERATIONS
from textops.serializers import parameters_reading
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.renderers import text_response
from utilitysvc.kit.view import ComputeView

#: Requests that are refused, by operation and title.
ERROR_EXAMPLES = json.loads(Path(__file__).with_name("error_examples.json").read_bytes())

#: How long a text each light operation processes in two or three milliseconds.
LIGHT_CHARACTERS = 1000


def row(name: str) -> Operation:
    """Return the operation of the path that a row of the table describes."""
    operation = OPERATIONS[name]
    return Operation(
        name,
        services.process,
        parameters_reading(frozenset(operation.reads)),
        services.plain_text,
        examples={name: {**operation.example, "operation": name}},
        error_examples=ERROR_EXAMPLES.get(name, {}),
        deterministic=True,
        group=operation.group,
        summary=operation.effect,
        light=operation.light and (lambda values: len(values["text"]) <= LIGHT_CHARACTERS),
    )


def chain(parts: Sequence[Operation]) -> Operation:
    """Return the operation that applies several, one after the other. It reads the parameters of each of them."""
    return _chain(frozenset[str]().union(*[OPERATIONS[part.name].reads for part in parts]))


@cache
def _chain(reads: frozenset[str]) -> Operation:
    return replace(TextView.operations.first, name="chain", parameters=parameters_reading(reads), light=False)


class TextView(ComputeView):
    """Process a text: count, change case, rearrange, encode, decode, cipher, search."""

    name = "text"
    operations = Operations(
        *map(row, OPERATIONS),
        selector="operation",
        combine=chain,
        bounds={"chain_seconds": services.CHAIN_SECONDS},
    )
    tool = Tool(
        "process_text",
        "Process a text",
        (
            "Count, change, encode or decode a text exactly: characters, words, lines, letter case, white space, "
            "encodings, JSON and YAML, URLs, ciphers, regular expressions (RE2), differences, hidden characters. Use "
            "it instead of counting letters or rewriting a text yourself. Returns result, or for analyze the counts in "
            "analysis."
        ),
        returns=("analysis", "result"),
        example="length",
        evident=frozenset(OPERATIONS) - {"length", "remove_duplicates", "jwt_decode", "unicode_report"},
    )

    def present(self, result: Mapping[str, Any]) -> HttpResponse:
        if self.request.prepared.values["format"] == "text":
            return text_response(result, services.plain_text, end="")  # exactly the result, without a final newline
        return super().present(result)
