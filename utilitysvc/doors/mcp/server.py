"""What both eras of the protocol answer from: who serves, and the tools."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from utilitysvc.doors.mcp.messages import INVALID_PARAMS, RPCError, shown

__all__ = ["LEGACY_VERSIONS", "MODERN_VERSION", "Server"]

#: Stateless: no handshake, and what a client is stands in every request.
MODERN_VERSION = "2026-07-28"
#: Those that shake hands first, the newest before the others.
LEGACY_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26")


@dataclass(frozen=True, slots=True)
class Server:
    """``info``: name and version. ``tools``: as tools/list gives them. ``call``: a tool by its name, with arguments."""

    info: Mapping[str, str]
    instructions: str
    tools: Sequence[Mapping[str, Any]]
    call: Callable[[str, Mapping[str, Any]], Mapping[str, Any]]

    def list_tools(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """tools/list. All are on one page, so that no cursor was ever given out."""
        if params.get("cursor") is not None:
            raise RPCError(INVALID_PARAMS, "Invalid cursor: all tools are on the first page, which needs none")
        return {"tools": self.tools}

    def call_tool(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """tools/call."""
        name, arguments = params.get("name"), params.get("arguments")
        if not isinstance(name, str):
            raise RPCError(INVALID_PARAMS, "name must be the name of a tool, a string")
        if all(tool["name"] != name for tool in self.tools):
            raise RPCError(INVALID_PARAMS, f"Unknown tool: {shown(name)}")
        if arguments is not None and not isinstance(arguments, Mapping):
            raise RPCError(INVALID_PARAMS, "arguments must be an object")
        return dict(self.call(name, arguments or {}))
