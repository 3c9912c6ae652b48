"""B10: the protocol, message by message, without HTTP. In test_mcp_clients.py, the official clients use it.

Codes and statuses are those of https://modelcontextprotocol.io/specification/2026-07-28 and of the earlier versions;
if the specification does not define one, it is that of the official Python and TypeScript servers.
"""

import orjson
import pytest

from tests.tables import each_row, rows
from utilitysvc.interfaces.mcp import protocol, tools


def call(calls, name, arguments):
    return {"content": [], "structuredContent": {name: arguments}, "isError": False}


@pytest.fixture(autouse=True)
def told(monkeypatch):
    """Two tools, and what the server says of itself."""
    monkeypatch.setattr(tools, "by_name", lambda: {name: (0, 0, {"name": name}) for name in ("echo", "größe")})
    monkeypatch.setattr(tools, "call", call)
    monkeypatch.setattr(protocol, "INFO", {"name": "utilitysvc", "version": "1"})
    monkeypatch.setattr(protocol, "INSTRUCTIONS", "Ask.")


def reply(body, headers):
    """Return the status and the message, as read back from JSON."""
    status, message = protocol.answer(None, body, headers)
    return status, orjson.loads(orjson.dumps(message)) or None


@each_row(("body", "headers", "status", "message"), rows("mcp_protocol_answers.json"))
def test_b10_answers(body, headers, status, message):
    """In every version; a notification is taken, and nothing said. Bare in the older ones, which begin by agreeing on a
    version. An id comes back as it was sent. What else a client says of itself changes nothing."""
    assert reply(body, headers) == (status, message)


@each_row(("body", "headers", "expected"), rows("mcp_protocol_refusals.json"))
def test_b10_refusals(body, headers, expected):
    """What is no message is an invalid request in every version; refusals of the older ones are never HTTP errors."""
    status, message = reply(body, headers)
    assert set(message) == {"jsonrpc", "id", "error"}
    assert message["jsonrpc"] == "2.0"
    assert message["error"]["message"]
    assert [status, message["error"]["code"], message["id"]] == expected


META = {"io.modelcontextprotocol/protocolVersion": "2099-01-01", "io.modelcontextprotocol/clientCapabilities": {}}


@each_row(
    ("method", "params", "headers", "data"),
    [
        (
            "tools/list",
            {"_meta": META},
            {"mcp-protocol-version": "2099-01-01", "mcp-method": "tools/list"},
            {"supported": ["2026-07-28"], "requested": "2099-01-01"},
        ),
        ("no/such", {}, {}, "no/such"),
        ("m" * 101, {}, {}, "m" * 100),
        *(("tools/call", {"name": name}, {}, None) for name in ("x" * 1_000_000, "\ud800")),
    ],
)
def test_b10_refusals_say_what_a_program_needs_and_repeat_a_name_at_no_length(method, params, headers, data):
    body = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
    error = reply(body, headers)[1]["error"]
    assert error.get("data") == data
    assert len(error["message"]) < 200
