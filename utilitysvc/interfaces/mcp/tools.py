"""The tools for agents: one for each function, made from its table of operations."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import orjson
from django.core.checks import CheckMessage, Error

from utilitysvc.description import catalogue
from utilitysvc.interfaces.calls import Calls, Function, function_at
from utilitysvc.interfaces.mcp.messages import INTERNAL_ERROR, RPCError
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.openapi.annotations import schema_of
from utilitysvc.kit.openapi.parameters import body_schema, strict_example
from utilitysvc.kit.operation import Operations

#: A tool's description does not show an answer of more characters.
LONGEST_EXAMPLE_ANSWER = 40

_WORD = re.compile(r"\w+")
_MARKS = re.compile(r"``| \([A-Z]\d+(?:, [A-Z]\d+)*\)")


class _ListedTool(NamedTuple):
    tool: Tool
    function: Function
    listed: Mapping[str, Any]

    def with_defaults(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        aliases = self.function.view.operations.aliases
        names = {name: (name, *aliases.get(name, ())) for name in self.tool.defaults}
        missing = [name for name in names if all(arguments.get(each) in (None, "") for each in names[name])]
        return {**arguments, **{name: self.tool.defaults[name] for name in missing}}


def listed() -> list[Mapping[str, Any]]:
    """Return every tool as tools/list shows it, in the order of the paths."""
    return [tool.listed for tool in _tools().values()]


def call(calls: Calls, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Call the tool ``name`` and return the result of tools/call. Its ``structuredContent`` is already JSON.

    A function's error is a result too, so that the model reads it. Raises RPCError if the service fails.
    """
    tool = _tools()[name]
    answer = calls.answer(tool.function, tool.with_defaults(arguments))
    if answer.status == 500:
        raise RPCError(INTERNAL_ERROR, answer.words)
    texts = [answer.words]
    if (
        answer.ignored
    ):  # a model does not see the header with these names (G16), and would believe that they had an effect
        known = ", ".join(tool.listed["inputSchema"]["properties"])
        texts.append(f"Without effect, as unknown: {', '.join(answer.ignored)}. {name} takes {known}")
    if not answer.is_success:
        return {"content": _content(texts), "isError": True}
    written = orjson.dumps(answer.body)  # written once for the two places that contain it
    texts[0] = written.decode()
    return {"content": _content(texts), "structuredContent": orjson.Fragment(written), "isError": False}


def _content(texts: Iterable[str]) -> list[dict[str, str]]:
    return [{"type": "text", "text": text} for text in texts]


@cache
def _tools() -> dict[str, _ListedTool]:
    return {
        tool.name: _ListedTool(tool, function, _listed(tool, function.view.operations)) for tool, function in offered()
    }


def offered() -> Iterator[tuple[Tool, Function]]:
    """Yield the tool of each function that is for agents, in the order of the paths."""
    for endpoint in catalogue.functions():
        function = function_at(endpoint.path) if getattr(endpoint.view, "is_tool", True) else None
        if function and not function.captured:  # a tool has no parameters for values that a host's path captures
            tool = getattr(endpoint.view, "tool", None)
            yield tool or Tool(endpoint.name, endpoint.title, endpoint.view.purpose()), function


def check_names(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
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
    return {
        "name": tool.name,
        "title": tool.title,
        "description": f"{tool.use}\n\n{_example(tool, operations)}",
        "inputSchema": _input_schema(tool, operations),
        "outputSchema": _output_schema(tool, operations),
        "annotations": {"readOnlyHint": True, **idempotent},
    }


def _input_schema(tool: Tool, operations: Operations) -> dict[str, Any]:
    """Return the parameters of all operations in one object. Few models accept a ``oneOf`` at the root of a schema."""
    schema = body_schema(operations, brief=True)
    properties = schema["properties"]
    for name in [name for name, each in properties.items() if len(each.get("enum", "..")) == 1]:
        del properties[name]  # it has only one possible value
    for name, default in tool.defaults.items():
        properties[name]["default"] = default
    if operations.selector:
        rows = [row for name, row in operations.rows.items() if name not in tool.evident]
        effects = "; ".join(f"{row.name}: {_plain(row.summary)}" for row in rows)
        chosen = properties[operations.selector]
        chosen["description"] += f". {effects}" if rows else ""
    return schema


def _output_schema(tool: Tool, operations: Operations) -> dict[str, Any]:
    """Return the keys of the results that the tool's description mentions, or all keys if it mentions none (B13).

    The schema allows further keys. A model learns from the answer what they contain.
    """
    keys: dict[str, dict[str, Any]] = {
        key: {} for result in operations.results for key in schema_of(result)["properties"]
    }
    words = set(_WORD.findall(tool.use))
    return {"type": "object", "properties": {key: {} for key in keys if key in words} or keys}


def _plain(effect: str) -> str:
    """Return the first sentence of a docstring, without its markup and the ids of rules, which are for programmers."""
    return _MARKS.sub("", effect).partition(". ")[0]


def _example(tool: Tool, operations: Operations) -> str:
    title = tool.example or next(iter(operations.examples))
    row = next(row for row in operations.rows.values() if title in row.examples)
    example, answer = strict_example(operations, row.examples[title]), row.example_answer(title)
    gives = f" gives {written}" if len(written := _json(answer)) <= LONGEST_EXAMPLE_ANSWER else ""
    return f"Example: {_json(example)}{gives}"


def _json(value: object) -> str:
    return orjson.dumps(value).decode()
