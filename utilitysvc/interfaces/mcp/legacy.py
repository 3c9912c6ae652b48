"""Versions 2025-03-26 to 2025-11-25. They begin with a handshake, which is not stored, as no answer depends on it.

https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
"""

from collections.abc import Callable, Mapping
from typing import Any

from utilitysvc.interfaces.mcp.messages import INVALID_PARAMS, METHOD_NOT_FOUND, Message, RPCError, shown
from utilitysvc.interfaces.mcp.server import LEGACY_VERSIONS, Server

#: The HTTP status of every error, if the request could be read. These clients take a 404 for the loss of their session.
STATUS = 200


def result(server: Server, message: Message) -> dict[str, Any]:
    """Answer a request. Raises RPCError."""
    if message.method not in _METHODS:
        raise RPCError(METHOD_NOT_FOUND, f"Method not found: {shown(message.method)}", shown(message.method))
    meta = message.params.get("_meta")
    if meta is not None and not isinstance(meta, Mapping):
        raise RPCError(INVALID_PARAMS, "params._meta must be an object")
    return _METHODS[message.method](server, message.params)


def _initialize(server: Server, params: Mapping[str, Any]) -> dict[str, Any]:
    """Answer initialize with the version that the client asks for, or else the newest one with a handshake."""
    version, client = params.get("protocolVersion"), params.get("clientInfo")
    if not isinstance(version, str):
        raise RPCError(INVALID_PARAMS, "protocolVersion must be a string")
    if not isinstance(params.get("capabilities"), Mapping):
        raise RPCError(INVALID_PARAMS, "capabilities must be an object")
    if not isinstance(client, Mapping) or not all(isinstance(client.get(key), str) for key in ("name", "version")):
        raise RPCError(INVALID_PARAMS, "clientInfo must be an object with the strings name and version")
    return {
        "protocolVersion": version if version in LEGACY_VERSIONS else LEGACY_VERSIONS[0],
        "capabilities": {"tools": {}},
        "serverInfo": server.info,
        "instructions": server.instructions,
    }


_METHODS: dict[str, Callable[[Server, Mapping[str, Any]], dict[str, Any]]] = {
    "initialize": _initialize,
    "ping": lambda server, params: {},
    "tools/list": Server.list_tools,
    "tools/call": Server.call_tool,
}
