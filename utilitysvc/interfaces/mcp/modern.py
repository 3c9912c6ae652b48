"""Version 2026-07-28, which is stateless. Each request names its version, in its body and again in its headers.

https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
"""

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from typing import Any

from utilitysvc.interfaces.mcp.messages import (
    HEADER_MISMATCH,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    UNSUPPORTED_VERSION,
    Message,
    RPCError,
    shown,
)
from utilitysvc.interfaces.mcp.server import LEGACY_VERSIONS, MODERN_VERSION, Server

VERSION_HEADER = "mcp-protocol-version"
METHOD_HEADER = "mcp-method"
NAME_HEADER = "mcp-name"

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
SERVER_KEY = "io.modelcontextprotocol/serverInfo"

#: The HTTP status of each error. The specification names none for other errors.
STATUSES = {
    PARSE_ERROR: 400,
    INVALID_REQUEST: 400,
    INVALID_PARAMS: 400,
    HEADER_MISMATCH: 400,
    UNSUPPORTED_VERSION: 400,
    METHOD_NOT_FOUND: 404,
}

#: How long a client may cache answers that do not change until the service is restarted.
_CACHED = {"ttlMs": 300_000, "cacheScope": "public"}

_IN_BASE64 = re.compile(r"=\?base64\?(.*)\?=")


def result(server: Server, message: Message, headers: Mapping[str, str] | None) -> dict[str, Any]:
    """Answer a request. Raises RPCError for the first error, in the order of the official Python SDK.

    ``headers``: None if the transport has none.
    """
    if message.method == "initialize" and not names_version(message.params):
        words = f"The header {VERSION_HEADER} names a version that does not begin with initialize"
        raise RPCError(HEADER_MISMATCH, f"{words}: {', '.join(LEGACY_VERSIONS)}")
    version = _envelope_version(message.params)
    if headers is not None:
        _check_headers(message, version, headers)
    if version != MODERN_VERSION:
        raise _unsupported(version)
    if message.method not in _METHODS:
        raise RPCError(METHOD_NOT_FOUND, f"Method not found: {shown(message.method)}", shown(message.method))
    answer = _METHODS[message.method](server, message.params)
    return {"resultType": "complete", **answer, "_meta": {SERVER_KEY: server.info}}


def check_notification(headers: Mapping[str, str]) -> None:
    """Raise RPCError if the notification is in an unsupported version. Other notifications have no effect."""
    version = headers.get(VERSION_HEADER, MODERN_VERSION)
    if version != MODERN_VERSION and version not in LEGACY_VERSIONS:
        raise _unsupported(version)


def _discover(server: Server, params: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "supportedVersions": [MODERN_VERSION],
        "capabilities": {"tools": {}},
        "instructions": server.instructions,
        **_CACHED,
    }


_METHODS: dict[str, Callable[[Server, Mapping[str, Any]], dict[str, Any]]] = {
    "server/discover": _discover,
    "tools/list": lambda server, params: server.list_tools(params) | _CACHED,
    "tools/call": Server.call_tool,
}


def names_version(params: Mapping[str, Any]) -> bool:
    """Return whether the body names its version, as only versions without a handshake do."""
    meta = params.get("_meta")
    return isinstance(meta, Mapping) and VERSION_KEY in meta


def _envelope_version(params: Mapping[str, Any]) -> str:
    """Return the version that ``_meta`` names. Raises RPCError if it or the client's capabilities are missing."""
    meta = params.get("_meta")
    if not isinstance(meta, Mapping):
        raise RPCError(INVALID_PARAMS, f"params._meta must be an object with {VERSION_KEY} and {CAPABILITIES_KEY}")
    if missing := [key for key in (VERSION_KEY, CAPABILITIES_KEY) if meta.get(key) is None]:
        raise RPCError(INVALID_PARAMS, f"params._meta lacks {' and '.join(missing)}")
    version = meta[VERSION_KEY]
    if not isinstance(version, str):
        raise RPCError(INVALID_PARAMS, f"{VERSION_KEY} in params._meta must be a string")
    if not isinstance(meta[CAPABILITIES_KEY], Mapping):
        raise RPCError(INVALID_PARAMS, f"{CAPABILITIES_KEY} in params._meta must be an object")
    return version


def _check_headers(message: Message, version: str, headers: Mapping[str, str]) -> None:
    """Raise RPCError if the headers differ from the body: a proxy may have routed the request by its headers."""
    expected = {VERSION_HEADER: (version, "the version in params._meta"), METHOD_HEADER: (message.method, "the method")}
    if message.method == "tools/call" and isinstance(name := message.params.get("name"), str):
        expected[NAME_HEADER] = (name, "params.name")
    for header, (value, source) in expected.items():
        if header not in headers:
            raise RPCError(HEADER_MISMATCH, f"The header {header} is missing; it must equal {source}")
        given = _decoded(headers[header]) if header == NAME_HEADER else headers[header]
        if given != value:
            raise RPCError(HEADER_MISMATCH, f"The header {header} does not equal {source}")


def _decoded(value: str) -> str | None:
    """Return the text of a header, which may be encoded as ``=?base64?...?=``, or None if it cannot be decoded."""
    written = _IN_BASE64.fullmatch(value)
    if not written:
        return value
    try:
        octets = base64.b64decode(written[1], validate=True)
        text = octets.decode()
    except (binascii.Error, ValueError):
        return None
    # Some versions of Python accept superfluous padding and unused bits that are not zero.
    return text if base64.b64encode(octets).decode() == written[1] else None


def _unsupported(version: str) -> RPCError:
    data = {"supported": [MODERN_VERSION], "requested": shown(version)}
    return RPCError(
        UNSUPPORTED_VERSION, f"Unsupported protocol version; {MODERN_VERSION} is the version to use here", data
    )
