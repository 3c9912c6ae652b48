"""The protocol as one function, without HTTP: parsed body and headers in, HTTP status and message out.

A message is a request of JSON-RPC 2.0 (https://www.jsonrpc.org/specification), or a notification, which has no id and
gets no answer. Since version 2026-07-28, which is called modern here, each request names its version, in its body and
again in its headers: https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http. The
legacy versions begin with a handshake, which is not stored, as no answer depends on it:
https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
"""

import base64
from collections.abc import Mapping
from typing import Any

from utilitysvc import __version__
from utilitysvc.interfaces.calls import Calls
from utilitysvc.interfaces.mcp import tools
from utilitysvc.kit.rules import lone_surrogate
from utilitysvc.kit.service_error import ServiceError

MODERN_VERSION = "2026-07-28"
#: The newest first.
LEGACY_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26")

VERSION_HEADER = "mcp-protocol-version"
NAME_HEADER = "mcp-name"

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
SERVER_KEY = "io.modelcontextprotocol/serverInfo"

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
# Codes of the modern version.
HEADER_MISMATCH = -32020
UNSUPPORTED_VERSION = -32022
#: The HTTP status of each error of the modern version, where it is not 400. Legacy clients get every error of a
#: readable request with status 200: they take a 404 for the loss of their session.
_STATUSES = {METHOD_NOT_FOUND: 404, INTERNAL_ERROR: 200}

INFO = {"name": "utilitysvc", "version": __version__}
INSTRUCTIONS = (
    "Exact answers to what is easily got wrong from memory: digests and checksums, truly random values, counting and "
    "encoding of text, dates and time zones, where an IP address is. Nothing is stored and nothing changes."
)
_CAPABILITIES: Mapping[str, Any] = {"tools": {}}
#: How long a client of the modern version may cache answers that do not change until the service is restarted.
_CACHED = {"ttlMs": 300_000, "cacheScope": "public"}

_MODERN_METHODS = ("server/discover", "tools/list", "tools/call")
_LEGACY_METHODS = ("initialize", "ping", "tools/list", "tools/call")

#: How the value of a header begins that is written in Base64, for characters that a header cannot have.
_IN_BASE64 = "=?base64?"

Params = Mapping[str, Any]


def answer(calls: Calls, body: object, headers: Mapping[str, str] | None = None) -> tuple[int, dict[str, Any]]:
    """Answer one message: return an HTTP status, and the message to send as JSON, which is empty for an empty body.

    ``calls``: within which tools are called. ``headers`` are the request's, by their names in lower case; None if it
    came without HTTP.

    If the body names a version, it decides which one is spoken, as in the official TypeScript server, because a proxy
    may drop a header.
    """
    identity, is_modern = None, True
    try:
        message = _checked(body)
        method, params, identity = message["method"], message.get("params") or {}, message.get("id")
        version = (headers or {}).get(VERSION_HEADER)
        meta = params.get("_meta")
        # Only the modern version is named in the body.
        is_stated = isinstance(meta, Mapping) and VERSION_KEY in meta
        is_modern = is_stated or version not in (None, *LEGACY_VERSIONS)
        if "id" not in message:  # no notification has an effect here
            if version not in (None, MODERN_VERSION, *LEGACY_VERSIONS):
                raise _unsupported(version)
            return 202, {}
        if is_modern:
            _require(
                is_stated or method != "initialize",
                f"The header {VERSION_HEADER} names a version that does not begin with initialize: "
                f"{', '.join(LEGACY_VERSIONS)}",
                HEADER_MISMATCH,
            )
            _check_modern(method, params, meta, headers)
        methods = _MODERN_METHODS if is_modern else _LEGACY_METHODS
        shown = _shown(method)
        _require(method in methods, f"Method not found: {shown}", METHOD_NOT_FOUND, data=shown)
        _require(isinstance(meta, Mapping | None), "params._meta must be an object")
        result = _result(calls, method, params)
    except ServiceError as exc:
        reply = error_message(exc, identity)
        return _STATUSES.get(reply["error"]["code"], 400) if is_modern else 200, reply
    if is_modern:
        cached = {} if method == "tools/call" else _CACHED
        result = {"resultType": "complete", **result, **cached, "_meta": {SERVER_KEY: INFO}}
    return 200, {"jsonrpc": "2.0", "id": identity, "result": result}


def error_message(exc: ServiceError, identity: object = None) -> dict[str, Any]:
    """Return an error as a message. Its id is null if the id of the request could not be read.

    An error that the protocol has a code for has it in ``extra``, with the ``data`` for programs, if it has any.
    """
    return {
        "jsonrpc": "2.0",
        "id": identity,
        "error": {"code": INTERNAL_ERROR, "message": str(exc), **exc.extra},
    }


def _checked(body: object) -> Mapping[str, Any]:
    """Return the message in ``body``, which is parsed JSON."""
    if not isinstance(body, Mapping):
        mistake = (
            "Send one message at a time, not a list" if isinstance(body, list) else "The body must be a JSON-RPC object"
        )
    elif body.get("jsonrpc") != "2.0":
        mistake = 'jsonrpc must be "2.0"'
    elif "method" not in body and body.keys() & {"result", "error"}:
        mistake = "This server sends no requests, so there is nothing to respond to"
    elif not _is_text(body.get("method")):
        mistake = "method must be a string"
    elif not isinstance(body.get("params"), Mapping | None):
        mistake = "params must be an object"
    elif "id" in body and not _is_identity(body["id"]):
        mistake = "id must be a string or an integer of at most 64 bits"
    else:
        return body
    raise ServiceError(f"Invalid request: {mistake}", extra={"code": INVALID_REQUEST})


def _is_text(value: object) -> bool:
    """Return whether ``value`` is a string that UTF-8 can encode. JSON's escapes can produce lone surrogates."""
    return isinstance(value, str) and lone_surrogate(value) is None


def _is_identity(value: object) -> bool:
    is_integer = type(value) is int and -(2**63) <= value < 2**64  # which orjson can write
    return is_integer or (isinstance(value, float) and value.is_integer()) or _is_text(value)


def _require(holds: bool, words: str, code: int = INVALID_PARAMS, **more: object) -> None:
    if not holds:
        raise ServiceError(words, extra={"code": code, **more})


def _check_modern(method: str, params: Params, meta: Any, headers: Mapping[str, str] | None) -> None:
    """Raise ServiceError for the first error of a modern request, in the order of the official Python SDK."""
    _require(isinstance(meta, Mapping), f"params._meta must be an object with {VERSION_KEY} and {CAPABILITIES_KEY}")
    missing = [key for key in (VERSION_KEY, CAPABILITIES_KEY) if meta.get(key) is None]
    _require(not missing, f"params._meta lacks {' and '.join(missing)}")
    version, name = meta[VERSION_KEY], params.get("name")
    _require(isinstance(version, str), f"{VERSION_KEY} in params._meta must be a string")
    _require(isinstance(meta[CAPABILITIES_KEY], Mapping), f"{CAPABILITIES_KEY} in params._meta must be an object")
    if headers is not None:
        stated = [(VERSION_HEADER, version, "the version in params._meta"), ("mcp-method", method, "the method")]
        if method == "tools/call" and isinstance(name, str):
            if headers.get(NAME_HEADER, "").startswith(_IN_BASE64):
                name = f"{_IN_BASE64}{base64.b64encode(name.encode(errors='surrogatepass')).decode()}?="
            stated += [(NAME_HEADER, name, "params.name")]
        for header, value, source in stated:
            # It must not differ from the body: a proxy may have routed the request by it.
            _require(header in headers, f"The header {header} is missing; it must equal {source}", HEADER_MISMATCH)
            _require(headers[header] == value, f"The header {header} does not equal {source}", HEADER_MISMATCH)
    if version != MODERN_VERSION:
        raise _unsupported(version)


def _unsupported(version: str) -> ServiceError:
    return ServiceError(
        f"Unsupported protocol version; {MODERN_VERSION} is the version to use here",
        extra={
            "code": UNSUPPORTED_VERSION,
            "data": {"supported": [MODERN_VERSION], "requested": _shown(version)},
        },
    )


def _shown(text: str) -> str:
    """Return a client's own text as an error may repeat it: shortened, and without lone surrogates."""
    return text[:100].encode("utf-8", "replace").decode()


def _result(calls: Calls, method: str, params: Params) -> dict[str, Any]:
    """Return the result of one of the methods, without what the modern version adds to each."""
    match method:
        case "initialize":
            version, client = params.get("protocolVersion"), params.get("clientInfo")
            _require(isinstance(version, str), "protocolVersion must be a string")
            _require(isinstance(params.get("capabilities"), Mapping), "capabilities must be an object")
            _require(
                isinstance(client, Mapping) and all(isinstance(client.get(key), str) for key in ("name", "version")),
                "clientInfo must be an object with the strings name and version",
            )
            return {
                # If it is not one that begins with a handshake, the client may go on with the newest of these.
                "protocolVersion": version if version in LEGACY_VERSIONS else LEGACY_VERSIONS[0],
                "capabilities": _CAPABILITIES,
                "serverInfo": INFO,
                "instructions": INSTRUCTIONS,
            }
        case "server/discover":
            return {
                "supportedVersions": [MODERN_VERSION],
                "capabilities": _CAPABILITIES,
                "instructions": INSTRUCTIONS,
            }
        case "tools/list":
            _require(params.get("cursor") is None, "Invalid cursor: all tools are on the first page, which needs none")
            return {"tools": [shown for _, _, shown in tools.by_name().values()]}
        case "tools/call":
            name: Any = params.get("name")
            arguments = params.get("arguments")
            _require(isinstance(name, str), "name must be the name of a tool, a string")
            names = tools.by_name()
            _require(name in names, f"Unknown tool: {_shown(name)}. Tools: {', '.join(names)}")
            _require(isinstance(arguments, Mapping | None), "arguments must be an object")
            return tools.call(calls, name, arguments or {})
    return {}  # ping
