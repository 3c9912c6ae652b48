"""The tools: one for each function, from its table of operations."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import orjson

from utilitysvc.description import catalogue
from utilitysvc.doors.calls import Calls, Function, function_at
from utilitysvc.doors.mcp.messages import INTERNAL_ERROR, RPCError
from utilitysvc.kit.openapi.parameters import body_schema, strict_question
from utilitysvc.kit.openapi.results import result_schema
from utilitysvc.kit.operation import Operations
from utilitysvc.kit.tool import Tool

__all__ = ["call", "listed"]

#: What some makers of models take of a description; the rest they cut off or refuse.
MAX_DESCRIPTION = 1024


class _Offer(NamedTuple):
    function: Function
    listed: Mapping[str, Any]


def listed() -> list[Mapping[str, Any]]:
    """Every tool as tools/list gives it, in the order of the paths."""
    return [offer.listed for offer in _offers().values()]


def call(calls: Calls, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Call the tool ``name``. A refusal is a result, so that a model reads it; a fault of ours raises RPCError."""
    status, body, words = calls.answer(_offers()[name].function, arguments)
    if status == 500:
        raise RPCError(INTERNAL_ERROR, words)
    if status != 200:
        return {"content": [{"type": "text", "text": words}], "isError": True}
    text = orjson.dumps(body).decode()
    return {"content": [{"type": "text", "text": text}], "structuredContent": body, "isError": False}


@cache
def _offers() -> dict[str, _Offer]:
    offers = {}
    for endpoint in catalogue.functions():
        if function := function_at(endpoint.path):
            tool = endpoint.view.tool or Tool(endpoint.name, endpoint.summary, endpoint.view.purpose())
            offers[tool.name] = _Offer(function, _listed(tool, endpoint.operations))
    return offers


def _listed(tool: Tool, operations: Operations) -> dict[str, Any]:
    return {
        "name": tool.name,
        "title": tool.title,
        "description": f"{tool.use}\n\n{_example(operations, MAX_DESCRIPTION - len(tool.use) - 2)}",
        "inputSchema": _input_schema(operations),
        "outputSchema": {"type": "object", **result_schema(operations)},
        "annotations": {
            "title": tool.title,
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": all(row.repeatable for row in operations.rows.values()),
            "openWorldHint": False,
        },
    }


def _input_schema(operations: Operations) -> dict[str, Any]:
    """The parameters of all operations in one object, since most makers of models take no choice at the root."""
    schema = body_schema(operations)
    if operations.selector:
        effects = "; ".join(f"{name}: {row.effect}" for name, row in operations.rows.items())
        chosen = schema["properties"][operations.selector]
        chosen["description"] = f"{chosen['description']}. {effects}"
    return schema


def _example(operations: Operations, length: int) -> str:
    """The example whose answer is the shortest; where even that is longer than ``length``, its keys alone."""
    question, answer = min(
        (
            (strict_question(operations, row.examples[title]), answer)
            for row in operations.rows.values()
            for title in row.examples
            if (answer := row.example_answer(title)) is not None
        ),
        key=lambda example: len(_json(example)),
    )
    shown = f"Example: {_json(question)} gives {_json(answer)}"
    return shown if len(shown) <= length else f"Example: {_json(question)} gives {', '.join(answer)}"


def _json(value: object) -> str:
    return orjson.dumps(value).decode()
