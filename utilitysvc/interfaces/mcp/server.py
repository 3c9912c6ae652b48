"""The server's identity and tools, for both generations of the protocol."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from utilitysvc import __version__
from utilitysvc.interfaces.mcp.messages import INVALID_PARAMS, RPCError, shown

#: The version without a handshake: every request names its client and its version.
MODERN_VERSION = "2026-07-28"
#: The versions that begin with a handshake, the newest first.
LEGACY_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26")

INFO = {"name": "utilitysvc", "version": __version__}
INSTRUCTIONS = (
    "Exact answers to what is easily got wrong from memory: digests and checksums, truly random values, counting and "
    "encoding of text, dates and time zones, where an IP address is. Nothing is stored and nothing changes."
)


class Server(NamedTuple):
    """``tools``: the list for tools/list. ``call``: calls a tool by name with arguments."""

    tools: Sequence[Mapping[str, Any]]
    call: Callable[[str, Mapping[str, Any]], Mapping[str, Any]]
    info: Mapping[str, str] = INFO
    instructions: str = INSTRUCTIONS

    def list_tools(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Answer tools/list. Raises RPCError if there is a cursor: all tools are on one page, so there can be none."""
        if params.get("cursor") is not None:
            raise RPCError(INVALID_PARAMS, "Invalid cursor: all tools are on the first page, which needs none")
        return {"tools": self.tools}

    def call_tool(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Answer tools/call. Raises RPCError if no tool has the name, or if the arguments are not an object."""
        name, arguments = params.get("name"), params.get("arguments")
        if not isinstance(name, str):
            raise RPCError(INVALID_PARAMS, "name must be the name of a tool, a string")
        if all(tool["name"] != name for tool in self.tools):
            names = ", ".join(tool["name"] for tool in self.tools)
            raise RPCError(INVALID_PARAMS, f"Unknown tool: {shown(name)}. Tools: {names}")
        if arguments is not None and not isinstance(arguments, Mapping):
            raise RPCError(INVALID_PARAMS, "arguments must be an object")
        return dict(self.call(name, arguments or {}))
