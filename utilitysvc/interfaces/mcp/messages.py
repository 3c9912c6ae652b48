"""JSON-RPC 2.0 as the Model Context Protocol uses it: one request or notification in, one reply out.

https://www.jsonrpc.org/specification and https://modelcontextprotocol.io/specification/2026-07-28/basic
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from utilitysvc.kit.rules import lone_surrogate

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
# Codes of the Model Context Protocol, since its version 2026-07-28.
HEADER_MISMATCH = -32020
UNSUPPORTED_VERSION = -32022

Identity = str | int | float | None

# The integers that orjson can write.
_SMALLEST_ID, _LARGEST_ID = -(2**63), 2**64 - 1
_LONGEST_SHOWN = 100


class RPCError(Exception):
    """A JSON-RPC error. ``data``: details for programs, in addition to the words of ``message``."""

    def __init__(self, code: int, message: str, data: object = None) -> None:
        super().__init__(code, message, data)
        self.code = code
        self.message = message
        self.data = data


@dataclass(frozen=True, slots=True)
class Message:
    """A request; or, if ``notification`` is true, a message without ``id`` that gets no answer."""

    method: str
    params: Mapping[str, Any] = field(default_factory=dict)
    id: Identity = None
    notification: bool = False


def read_message(body: object) -> Message:
    """Return the message in ``body``, which is parsed JSON. Raises RPCError with the code INVALID_REQUEST."""
    if isinstance(body, list):
        raise _invalid("Send one message at a time, not a list")
    if not isinstance(body, Mapping):
        raise _invalid("The body must be a JSON-RPC object")
    if body.get("jsonrpc") != "2.0":
        raise _invalid('jsonrpc must be "2.0"')
    if "method" not in body and ("result" in body or "error" in body):
        raise _invalid("This server sends no requests, so there is nothing to respond to")
    method = body.get("method")
    if not is_text(method):
        raise _invalid("method must be a string")
    params = body.get("params")
    if params is not None and not isinstance(params, Mapping):
        raise _invalid("params must be an object")
    if "id" not in body:
        return Message(method, params or {}, notification=True)
    identity = body["id"]
    if not _is_identity(identity):
        raise _invalid("id must be a string or an integer of at most 64 bits")
    return Message(method, params or {}, identity)


def error_message(exc: RPCError, identity: Identity = None) -> dict[str, Any]:
    """Return an error as a message. Its id is null if the id of the request could not be read."""
    error = {"code": exc.code, "message": exc.message}
    if exc.data is not None:
        error["data"] = exc.data
    return {"jsonrpc": "2.0", "id": identity, "error": error}


def shown(text: str) -> str:
    """Return a client's own text as an error may repeat it: shortened, and without lone surrogates."""
    return text[:_LONGEST_SHOWN].encode("utf-8", "replace").decode()


def is_text(value: object) -> TypeGuard[str]:
    """Return whether ``value`` is a string that UTF-8 can encode. JSON's escapes can produce lone surrogates."""
    return isinstance(value, str) and lone_surrogate(value) is None


def _is_identity(value: object) -> TypeGuard[str | int | float]:
    if isinstance(value, bool):
        return False
    if isinstance(value, int):
        return _SMALLEST_ID <= value <= _LARGEST_ID
    return is_text(value) or (isinstance(value, float) and value.is_integer())


def _invalid(message: str) -> RPCError:
    return RPCError(INVALID_REQUEST, f"Invalid request: {message}")
