"""For any body, /batch/ and /mcp/ answer as they are described, and never with a 500 (B9, B10, G13)."""

import json
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from tests.kit.served.test_fuzz import parameters, texts, values
from utilitysvc.interfaces.mcp import tools

# The examples are the same at each run, so that the result is too. Before a release, run MCP_EXAMPLES=20000.
thorough = settings(
    max_examples=int(os.environ.get("MCP_EXAMPLES", "120")),
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)

VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
#: The output schema of each tool.
SCHEMAS = {name: Draft202012Validator(shown["outputSchema"]) for name, (_, _, shown) in tools.by_name().items()}

names = st.sampled_from([*SCHEMAS, "nope", ""])
versions = st.sampled_from(["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2099-01-01", ""])
methods = st.sampled_from(
    ["initialize", "ping", "tools/list", "tools/call", "server/discover", "notifications/cancelled", "resources/list"]
)
empty = st.just({})
modern = {VERSION: "2026-07-28", CAPABILITIES: {}}
metas = st.fixed_dictionaries({}, optional={VERSION: versions | values, CAPABILITIES: empty | values})
#: What each parameter of a method should be; any may be missing, or be anything.
MEANT = {"_meta": st.just(modern) | metas, "name": names, "arguments": parameters, "cursor": st.none()}
MEANT |= {"protocolVersion": versions, "capabilities": empty, "clientInfo": st.just({"name": "a", "version": "1"})}
params = st.fixed_dictionaries({}, optional={name: meant | values for name, meant in MEANT.items()}) | values
messages = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0") | values, "method": methods | values},
    optional={"id": st.integers(0, 9) | values, "params": params},
)
called = st.fixed_dictionaries({"name": names, "arguments": parameters}, optional={"_meta": st.just(modern)}).map(
    lambda params: {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
)
#: Half of the bodies are valid calls, so that the code after the first checks is reached.
bodies = st.integers(0, 7).flatmap(lambda draw: [*[called] * 4, *[messages] * 3, values][draw])


@st.composite
def headers(draw, body):
    """Draw the headers that fit the body, or others, or none."""
    inside = body.get("params") if isinstance(body, dict) else None
    meta = inside.get("_meta") if isinstance(inside, dict) else None
    right = {"mcp_protocol_version": meta.get(VERSION)} if isinstance(meta, dict) else {}
    right |= {"mcp_method": body.get("method"), "mcp_name": inside.get("name")} if isinstance(inside, dict) else {}
    drawn = {"mcp_protocol_version": versions, "mcp_method": methods, "mcp_name": names}
    chosen = draw(st.fixed_dictionaries({}, optional=drawn)) if draw(st.integers(0, 3)) == 3 else right
    return {name: value for name, value in chosen.items() if isinstance(value, str) and value.isascii()}


@thorough
@given(data=st.data())
def test_b10_every_message_has_its_answer(api, data):
    body = data.draw(bodies)
    response = api.post("/mcp/", body, **data.draw(headers(body)))
    assert response.status_code in (200, 202, 400, 404)
    if response.status_code == 202:
        assert "id" not in body
        assert response.content == b""
        return
    assert response.headers["Content-Type"] == "application/json"
    reply = json.loads(response.content)
    assert reply["jsonrpc"] == "2.0"
    if "error" in reply:
        assert set(reply) == {"jsonrpc", "id", "error"}
        assert reply["error"]["code"] in (-32600, -32601, -32602, -32020, -32022)
        assert reply["error"]["message"]
        assert (response.status_code == 404) <= (reply["error"]["code"] == -32601)
        assert reply["id"] is None or reply["id"] == body["id"]
    else:
        assert response.status_code == 200
        assert set(reply) == {"jsonrpc", "id", "result"}
        assert reply["id"] == body["id"]
        if (structured := reply["result"].get("structuredContent")) is not None:
            SCHEMAS[body["params"]["name"]].validate(structured)


@thorough
@given(body=st.binary(max_size=200) | st.text(max_size=50).map(str.encode))
@pytest.mark.parametrize("path", ["/mcp/", "/batch/"])
def test_b9_b10_bytes_that_are_no_message(api, path, body):
    response = api.post(path, body)
    assert response.status_code == 400
    assert "error" in json.loads(response.content)


paths = st.sampled_from(["/hash/", "/ip/", "/random", "/uuid/", "/password/", "/text/", "/time/", "/number/", "/x/"])
calls = st.fixed_dictionaries({"path": paths}, optional={"parameters": parameters | values, "id": values})
calls |= st.dictionaries(st.sampled_from(["path", "parameters", "id"]), texts | values)


@thorough
@given(given_calls=st.lists(calls | values, max_size=5) | values)
def test_b9_every_call_has_its_result(api, given_calls):
    response = api.post("/batch/", {"calls": given_calls})
    body = json.loads(response.content)
    if not isinstance(given_calls, list) or not given_calls:
        assert (response.status_code, body["error"]) == (400, "Between 1 and 100 calls are needed")
        return
    assert response.status_code == 200
    assert body["count"] == len(body["results"]) == len(given_calls)
    for call, result in zip(given_calls, body["results"], strict=True):
        assert result["status"] in (200, 400, 404)
        assert (result["status"] == 200) == ("error" not in result["body"])
        assert list(result) == (["id", "status", "body"] if "id" in result else ["status", "body"])
        if "id" in result:
            assert result["id"] == str(call["id"])
