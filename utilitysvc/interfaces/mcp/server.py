"""The server's identity and tools, which both generations of the protocol answer from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from utilitysvc.interfaces.mcp.messages import INVALID_PARAMS, RPCError, shown

#: Without handshake: every request says which client sends it and which version it speaks.
MODERN_VERSION = "2026-07-28"
#: Those that begin with a handshake, the newest first.
LEGACY_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26")


@dataclass(frozen=True, slots=True)
class Server:
    """``info``: name and version. ``tools``: as tools/list gives them. ``call``: a tool by its name, with arguments."""

    info: Mapping[str, str]
    instructions: str
    tools: Sequence[Mapping[str, Any]]
    call: Callable[[str, Mapping[str, Any]], Mapping[str, Any]]

    def list_tools(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Answer tools/list. Raises RPCError for a cursor: all tools are on one page, so that none was given out."""
        if params.get("cursor") is not None:
            raise RPCError(INVALID_PARAMS, "Invalid cursor: all tools are on the first page, which needs none")
        return {"tools": self.tools}

    def call_tool(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Answer tools/call. Raises RPCError where the name or the arguments are not those of a call of a tool."""
        name, arguments = params.get("name"), params.get("arguments")
        if not isinstance(name, str):
            raise RPCError(INVALID_PARAMS, "name must be the name of a tool, a string")
        if all(tool["name"] != name for tool in self.tools):
            names = ", ".join(tool["name"] for tool in self.tools)
            raise RPCError(INVALID_PARAMS, f"Unknown tool: {shown(name)}. Tools: {names}")
        if arguments is not None and not isinstance(arguments, Mapping):
            raise RPCError(INVALID_PARAMS, "arguments must be an object")
        return dict(self.call(name, arguments or {}))
