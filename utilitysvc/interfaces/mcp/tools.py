"""The tools: one for each function, from its table of operations."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

import orjson

from utilitysvc.description import catalogue
from utilitysvc.interfaces.calls import Calls, Function, function_at
from utilitysvc.interfaces.mcp.messages import INTERNAL_ERROR, RPCError
from utilitysvc.kit.openapi.annotations import schema_of
from utilitysvc.kit.openapi.parameters import body_schema, strict_example
from utilitysvc.kit.openapi.results import distinct_results
from utilitysvc.kit.operation import Operations
from utilitysvc.kit.tool import Tool

#: An answer that is longer is not shown in a tool's description.
LONGEST_EXAMPLE_ANSWER = 40

_WORD = re.compile(r"\w+")
_MARKS = re.compile(r"``| \([A-Z]\d+(?:, [A-Z]\d+)*\)")


class _Offer(NamedTuple):
    function: Function
    listed: Mapping[str, Any]


def listed() -> list[Mapping[str, Any]]:
    """Every tool as tools/list gives it, in the order of the paths."""
    return [offer.listed for offer in _offers().values()]


def call(calls: Calls, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Call the tool ``name`` and return the result of tools/call, its ``structuredContent`` written as JSON already.

    A refusal is a result too, so that a model reads it. Raises RPCError if the service fails.
    """
    offer = _offers()[name]
    status, body, words, ignored = calls.answer(offer.function, dict(arguments))
    if status == 500:
        raise RPCError(INTERNAL_ERROR, words)
    texts = [words]
    if ignored:  # a model does not see the header that tells others (G16), and would believe that they had an effect
        known = ", ".join(offer.listed["inputSchema"]["properties"])
        texts.append(f"Without effect, as unknown: {', '.join(ignored)}. {name} takes {known}")
    if status != 200:
        return {"content": _content(texts), "isError": True}
    written = orjson.dumps(body)  # once, for both places in which it stands
    texts[0] = written.decode()
    return {"content": _content(texts), "structuredContent": orjson.Fragment(written), "isError": False}


def _content(texts: Iterable[str]) -> list[dict[str, str]]:
    return [{"type": "text", "text": text} for text in texts]


@cache
def _offers() -> dict[str, _Offer]:
    offers = {}
    for endpoint in catalogue.functions():
        if not endpoint.view.is_tool:
            continue
        function = function_at(endpoint.path)
        if function and not function.captured:  # a tool has no parameter for what a host's path captures
            tool = endpoint.view.tool or Tool(endpoint.name, endpoint.summary, endpoint.view.purpose())
            offers[tool.name] = _Offer(function, _listed(tool, endpoint.operations))
    return offers


def _listed(tool: Tool, operations: Operations) -> dict[str, Any]:
    # The protocol's default is false, and a model pays for each word that it reads.
    idempotent = {"idempotentHint": True} if all(row.deterministic for row in operations.rows.values()) else {}
    return {
        "name": tool.name,
        "title": tool.title,
        "description": f"{tool.use}\n\n{_example(tool, operations)}",
        "inputSchema": _input_schema(tool, operations),
        "outputSchema": _output_schema(tool, operations),
        "annotations": {"readOnlyHint": True, **idempotent},
    }


def _input_schema(tool: Tool, operations: Operations) -> dict[str, Any]:
    """The parameters of all operations in one object: few models accept a ``oneOf`` at the root of a schema."""
    schema = body_schema(operations, brief=True)
    properties = schema["properties"]
    for name in [name for name, each in properties.items() if len(each.get("enum", "..")) == 1]:
        del properties[name]  # there is nothing to choose
    if operations.selector:
        rows = [row for name, row in operations.rows.items() if name not in tool.evident]
        effects = "; ".join(f"{row.name}: {_plain(row.effect)}" for row in rows)
        chosen = properties[operations.selector]
        chosen["description"] += f". {effects}" if rows else ""
    return schema


def _output_schema(tool: Tool, operations: Operations) -> dict[str, Any]:
    """The keys of the results of which the tool's description speaks, or if it does of none, all of them (B13).

    Further keys are allowed, and a model reads what they hold from the answer itself.
    """
    keys: dict[str, dict[str, Any]] = {
        key: {} for result in distinct_results(operations) for key in schema_of(result)["properties"]
    }
    words = set(_WORD.findall(tool.use))
    return {"type": "object", "properties": {key: {} for key in keys if key in words} or keys}


def _plain(effect: str) -> str:
    """The first sentence of a docstring, without the marks and the names of rules that a programmer reads."""
    return _MARKS.sub("", effect).partition(". ")[0]


def _example(tool: Tool, operations: Operations) -> str:
    title = tool.example or next(iter(operations.examples))
    row = next(row for row in operations.rows.values() if title in row.examples)
    example, answer = strict_example(operations, row.examples[title]), row.example_answer(title)
    gives = f" gives {written}" if len(written := _json(answer)) <= LONGEST_EXAMPLE_ANSWER else ""
    return f"Example: {_json(example)}{gives}"


def _json(value: object) -> str:
    return orjson.dumps(value).decode()
