"""The protocol as one function, without a framework: parsed body and headers in, HTTP status and message out."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from utilitysvc.interfaces.mcp import legacy, modern
from utilitysvc.interfaces.mcp.messages import Message, RPCError, error_message, read_message
from utilitysvc.interfaces.mcp.server import LEGACY_VERSIONS, Server


class Reply(NamedTuple):
    """An HTTP status, and the message to send as JSON. Without a message, the body is empty."""

    status: int
    message: dict[str, Any] | None = None


def answer(server: Server, body: object, headers: Mapping[str, str] | None = None) -> Reply:
    """Answer one message. ``headers`` are the request's, by their names in lower case; None if it came without HTTP."""
    try:
        message = read_message(body)
        if message.notification:
            modern.check_notification(headers or {})
            return Reply(202)
    except RPCError as exc:
        return Reply(400, error_message(exc))
    speaks_modern = _speaks_modern(message, headers)
    try:
        result = modern.result(server, message, headers) if speaks_modern else legacy.result(server, message)
    except RPCError as exc:
        status = modern.STATUSES.get(exc.code, 200) if speaks_modern else legacy.STATUS
        return Reply(status, error_message(exc, message.id))
    return Reply(200, {"jsonrpc": "2.0", "id": message.id, "result": result})


def _speaks_modern(message: Message, headers: Mapping[str, str] | None) -> bool:
    """Return whether the request is in the modern version.

    If the body names a version, it decides, as in the official TypeScript server, because a proxy may drop a header.
    """
    if modern.names_version(message.params):
        return True
    version = (headers or {}).get(modern.VERSION_HEADER)
    return version is not None and version not in LEGACY_VERSIONS
