"""The tools for agents: one for each function, made from its table of operations."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import orjson
from django.core.checks import CheckMessage, Error

from utilitysvc.description import catalogue
from utilitysvc.interfaces.calls import Calls, Function, data_of, error_words, function_at
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.openapi.schemas import body_schema, schema_of, strict_example
from utilitysvc.kit.operation import Operations
from utilitysvc.kit.service_error import ServiceError

#: A tool's description does not show an answer of more characters.
LONGEST_EXAMPLE_ANSWER = 40


@cache
def by_name() -> dict[str, tuple[Tool, Function, Mapping[str, Any]]]:
    """Return every tool with its function and with what tools/list shows of it, in the order of the paths."""
    return {tool.name: (tool, function, _listed(tool, function.view.operations)) for tool, function in offered()}


def call(calls: Calls, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Call the tool ``name`` and return the result of tools/call. Its ``structuredContent`` is already JSON.

    A function's error is a result too, so that the model reads it. Raises ServiceError if the service fails.
    """
    tool, function, shown = by_name()[name]
    defaults = {each: value for each, value in tool.defaults.items() if arguments.get(each) in (None, "")}
    response = calls.respond(function, {**arguments, **defaults})
    body = data_of(response)
    if response.status_code == 500:
        raise ServiceError(error_words(response, body))
    is_error = not 200 <= response.status_code < 300
    if is_error:
        texts, structured = [error_words(response, body)], {}
    else:
        written = orjson.dumps(body)  # once for the two places that contain it
        texts, structured = [written.decode()], {"structuredContent": orjson.Fragment(written)}
    # A model does not see the header with these names (G16), and would believe that they had an effect.
    if calls.ignored:
        known = ", ".join(shown["inputSchema"]["properties"])
        texts.append(f"Without effect, as unknown: {', '.join(calls.ignored)}. {name} takes {known}")
    return {"content": [{"type": "text", "text": text} for text in texts], **structured, "isError": is_error}


def offered() -> Iterator[tuple[Tool, Function]]:
    """Yield the tool of each function that is for agents, in the order of the paths."""
    for endpoint in catalogue.functions():
        # A tool has no parameters for values that a host's path captures, such as a tenant (F4).
        is_tool = getattr(endpoint.view, "is_tool", True) and "{" not in endpoint.path
        if is_tool and (function := function_at(endpoint.path)):
            stated = getattr(endpoint.view, "tool", None)
            yield stated or Tool(endpoint.name, endpoint.title, endpoint.view.purpose()), function


def check_names(**kwargs: Any) -> list[CheckMessage]:
    """System check: report views that have one tool's name. An agent would see only one of them."""
    if not any(endpoint.name == "mcp" for endpoint in catalogue.interfaces()):
        return []
    found: dict[str, dict[type, str]] = {}
    for tool, function in offered():
        view = function.view
        found.setdefault(tool.name, {})[view] = f"{view.__module__}.{view.__qualname__} at {function.path}"
    return [
        Error(
            f"Several views have the tool {name}: {' and '.join(views.values())}.",
            hint="Take the path of one out of the URLs, or give one a tool of another name, or is_tool = False.",
            id="utilitysvc_interfaces.E002",
        )
        for name, views in found.items()
        if len(views) > 1
    ]


def _listed(tool: Tool, operations: Operations) -> dict[str, Any]:
    # False is the protocol's default, so it is left out: a model pays for each word that it reads.
    idempotent = {"idempotentHint": True} if all(row.deterministic for row in operations.rows.values()) else {}
    keys = tool.returns or [key for result in operations.results for key in schema_of(result)["properties"]]
    return {
        "name": tool.name,
        "title": tool.title,
        "description": f"{tool.use}\n\n{_example(tool, operations)}",
        "inputSchema": _input_schema(tool, operations),
        # It allows further keys (B13). A model learns from the answer what they contain.
        "outputSchema": {"type": "object", "properties": {key: {} for key in keys}},
        "annotations": {"readOnlyHint": True, **idempotent},
    }


def _input_schema(tool: Tool, operations: Operations) -> dict[str, Any]:
    """Return the parameters of all operations in one object. Few models accept a ``oneOf`` at the root of a schema."""
    schema = body_schema(operations, brief=True)
    properties = {name: each for name, each in schema["properties"].items() if len(each.get("enum", "..")) > 1}
    for name, default in tool.defaults.items():
        properties[name]["default"] = default
    rows = [row for name, row in operations.rows.items() if name not in tool.evident]
    if operations.selector and rows:
        # The first sentence of each docstring, without its markup and the ids of rules, which are for programmers.
        marks = r"``| \([A-Z]\d+(?:, [A-Z]\d+)*\)"
        effects = (f"{row.name}: {re.sub(marks, '', row.summary).partition('. ')[0]}" for row in rows)
        properties[operations.selector]["description"] += f". {'; '.join(effects)}"
    return {**schema, "properties": properties}


def _example(tool: Tool, operations: Operations) -> str:
    title = tool.example or next(iter(operations.examples))
    row = next(row for row in operations.rows.values() if title in row.examples)
    request = orjson.dumps(strict_example(operations, row.examples[title])).decode()
    answer = orjson.dumps(row.example_answer(title)).decode()
    gives = f" gives {answer}" if len(answer) <= LONGEST_EXAMPLE_ANSWER else ""
    return f"Example: {request}{gives}"
