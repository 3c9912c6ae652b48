"""B10: the protocol, message by message, without HTTP. In test_mcp_clients.py, the official clients use it.

Codes and statuses are those of https://modelcontextprotocol.io/specification/2026-07-28 and of the earlier versions;
if the specification does not define one, it is that of the official Python and TypeScript servers.
"""

import base64

import orjson
import pytest

from tests.tables import each_row, rows
from utilitysvc.interfaces.mcp.protocol import answer
from utilitysvc.interfaces.mcp.server import Server

VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
META = {VERSION: "2026-07-28", CAPABILITIES: {}}
LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26"]
CLIENT = {"name": "client", "version": "1"}

SERVER = Server(
    info={"name": "utilitysvc", "version": "1"},
    instructions="Ask.",
    tools=[{"name": "echo"}, {"name": "größe"}],
    call=lambda name, arguments: {"content": [], "structuredContent": {name: arguments}, "isError": False},
)


def modern_headers(method="tools/list", name=None, version="2026-07-28"):
    named = {} if name is None else {"mcp-name": name}
    return {"mcp-protocol-version": version, "mcp-method": method} | named


def request(method, params=None, **members):
    body = {"jsonrpc": "2.0", "id": 7, "method": method} | ({} if params is None else {"params": params}) | members
    return {name: value for name, value in body.items() if value is not ...}


def modern(method, meta=META, **params):
    return request(method, params | {"_meta": meta})


def reply(body, headers=None):
    """Return the status and the message, as read back from JSON."""
    status, message = answer(SERVER, body, headers or {})
    return status, None if message is None else orjson.loads(orjson.dumps(message))


def refused(body, headers=None):
    """Return the status, code and id of an error."""
    status, message = reply(body, headers)
    assert set(message) == {"jsonrpc", "id", "error"}
    assert message["jsonrpc"] == "2.0"
    assert message["error"]["message"]
    return status, message["error"]["code"], message["id"]


@each_row(
    "body",
    rows("mcp_protocol_no_message.json"),
)
def test_b10_what_is_no_message_is_an_invalid_request_in_every_version(body):
    for headers in ({}, {"mcp-protocol-version": "2025-06-18"}, modern_headers()):
        assert refused(body, headers) == (400, -32600, None), headers


@pytest.mark.parametrize("identity", [0, -1, 2**63, 2**64 - 1, -(2**63), "", "a", "ÿ\x00😀", 3.0])
def test_b10_an_id_comes_back_as_it_was_sent(identity):
    status, message = reply(request("ping", id=identity))
    assert (status, message) == (200, {"jsonrpc": "2.0", "id": identity, "result": {}})


# --- 2026-07-28 ---------------------------------------------------------------------------------------------------


def modern_result(body, headers):
    status, message = reply(body, headers)
    assert status == 200
    result = message["result"]
    assert message == {"jsonrpc": "2.0", "id": 7, "result": result}
    assert result.pop("resultType") == "complete"
    assert result.pop("_meta") == {"io.modelcontextprotocol/serverInfo": SERVER.info}
    return result


def test_b10_discover_says_what_is_spoken():
    result = modern_result(modern("server/discover"), modern_headers("server/discover"))
    assert result.pop("ttlMs") >= 0
    assert result == {
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}},
        "instructions": "Ask.",
        "cacheScope": "public",
    }


def test_b10_a_modern_list_of_tools_may_be_kept_for_a_while():
    result = modern_result(modern("tools/list"), modern_headers())
    assert result.pop("ttlMs") >= 0
    assert result == {"tools": SERVER.tools, "cacheScope": "public"}


def encoded(text):
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="


@pytest.mark.parametrize(("name", "header"), [("echo", "echo"), ("echo", encoded("echo")), ("größe", encoded("größe"))])
def test_b10_a_modern_call(name, header):
    body = modern("tools/call", name=name, arguments={"a": 1})
    result = modern_result(body, modern_headers("tools/call", header))
    assert result == {"content": [], "structuredContent": {name: {"a": 1}}, "isError": False}


@pytest.mark.parametrize(
    "meta",
    [
        META | {"io.modelcontextprotocol/clientInfo": CLIENT},
        META | {"progressToken": 1, "traceparent": "00-1", "io.modelcontextprotocol/logLevel": "debug", "x/y": None},
        META | {CAPABILITIES: {"sampling": {}, "elicitation": {"form": {}}}},
    ],
)
def test_b10_what_else_a_client_says_of_itself_changes_nothing(meta):
    assert modern_result(modern("tools/list", meta), modern_headers())["tools"] == SERVER.tools


@pytest.mark.parametrize("arguments", [{}, {"arguments": None}, {"arguments": {}}])
def test_b10_no_arguments_are_an_empty_object(arguments):
    body = modern("tools/call", name="echo", **arguments)
    assert modern_result(body, modern_headers("tools/call", "echo"))["structuredContent"] == {"echo": {}}


MISMATCH, PARAMS, VERSIONS, METHOD = (400, -32020, 7), (400, -32602, 7), (400, -32022, 7), (404, -32601, 7)


@each_row(
    ("body", "headers", "expected"),
    rows("mcp_protocol_modern_refusals.json"),
)
def test_b10_modern_refusals(body, headers, expected):
    assert refused(body, headers) == tuple(expected)


def test_b10_refusals_say_what_a_program_needs_to_go_on():
    body = modern("tools/list", META | {VERSION: "2099-01-01"})
    error = reply(body, modern_headers(version="2099-01-01"))[1]["error"]
    assert error["data"] == {"supported": ["2026-07-28"], "requested": "2099-01-01"}
    assert reply(modern("no/such"), modern_headers("no/such"))[1]["error"]["data"] == "no/such"


@each_row("method", ["notifications/cancelled", "notifications/initialized", "tools/call", "x"])
@each_row("version", [None, "2026-07-28", *LEGACY])
def test_b10_a_notification_is_taken_and_nothing_said(method, version):
    headers = {} if version is None else {"mcp-protocol-version": version}
    assert reply(request(method, id=...), headers) == (202, None)


def test_b10_a_notification_in_a_version_that_is_not_spoken_is_told_so():
    headers = {"mcp-protocol-version": "2099-01-01"}
    assert refused(request("notifications/cancelled", id=...), headers) == (400, -32022, None)


# --- the versions with a handshake ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        *zip(LEGACY, LEGACY, strict=True),
        *[(version, "2025-11-25") for version in ["2026-07-28", "2024-11-05", "2099-01-01", ""]],
    ],
)
def test_b10_initialize_agrees_on_a_version(asked, given):
    params = {"protocolVersion": asked, "capabilities": {}, "clientInfo": CLIENT}
    status, message = reply(request("initialize", params))
    assert status == 200
    assert message["result"] == {
        "protocolVersion": given,
        "capabilities": {"tools": {}},
        "serverInfo": SERVER.info,
        "instructions": "Ask.",
    }


@pytest.mark.parametrize("headers", [{}, *[{"mcp-protocol-version": version} for version in LEGACY]])
def test_b10_legacy_answers_are_bare(headers):
    assert reply(request("tools/list"), headers)[1]["result"] == {"tools": SERVER.tools}
    assert reply(request("tools/list", {"_meta": {"progressToken": 1}}), headers)[1]["result"] == {
        "tools": SERVER.tools
    }
    call = reply(request("tools/call", {"name": "echo", "arguments": {"a": 1}}), headers)[1]["result"]
    assert call == {"content": [], "structuredContent": {"echo": {"a": 1}}, "isError": False}
    assert reply(request("ping"), headers)[1]["result"] == {}


LEGACY_PARAMS, LEGACY_METHOD = (200, -32602, 7), (200, -32601, 7)


@each_row(
    ("body", "expected"),
    rows("mcp_protocol_legacy_refusals.json"),
)
@each_row("version", [None, *LEGACY])
def test_b10_legacy_refusals_are_never_http_errors(body, expected, version):
    headers = {} if version is None else {"mcp-protocol-version": version}
    assert refused(body, headers) == tuple(expected)


@pytest.mark.parametrize("name", ["x" * 1_000_000, "\ud800"])
def test_b10_an_unknown_name_is_repeated_at_no_length(name):
    assert len(reply(request("tools/call", {"name": name}))[1]["error"]["message"]) < 200
