"""POST /mcp/ (B10): the functions as tools for agents. Its messages are in test_mcp_protocol.py."""

import json
import re
import time
from collections.abc import Mapping
from functools import reduce
from operator import getitem

import pytest
import time_machine
from django.test import override_settings
from jsonschema_rs import Draft202012Validator

from tests.conftest import SERVICES, fixed_part
from tests.kit.test_errors import fail_with
from tests.mmdb import write_mmdb
from tests.tables import each_row, rows
from utilitysvc import __version__
from utilitysvc.description import catalogue
from utilitysvc.interfaces.mcp import tools
from utilitysvc.kit.openapi.schemas import strict_example
from utilitysvc.kit.service_error import ServiceError

TOLD = dict(rows("mcp_tools.json"))
#: The names of the tools by path. A function whose view describes no tool has one too, with the function's name.
NAMES = {function.path: tool.name for tool, function in tools.offered()}
REPEATABLE = {"hash", "calculate_networks", "inspect_uuids", "process_text"}
OWN = "http://testserver"
#: The size limit for the answer to tools/list.
MOST_BYTES = 24_000


def message(method, params=None, **members):
    return {"jsonrpc": "2.0", "id": 1, "method": method} | ({} if params is None else {"params": params}) | members


@pytest.fixture
def ask(api, located, settings):
    """Return a function that sends a message as the older clients do, and returns its result."""
    settings.GEOIP_PATH = located

    def send(method, params=None):
        response = api.post("/mcp/", message(method, params), mcp_protocol_version="2025-11-25")
        assert response.status_code == 200
        assert response.headers["Content-Type"] == "application/json"
        body = json.loads(response.content)
        assert (body["jsonrpc"], body["id"]) == ("2.0", 1)
        return body["result"]

    return send


@pytest.fixture
def tool(ask):
    """The tools by name."""
    return {entry["name"]: entry for entry in ask("tools/list")["tools"]}


# --- tools/list


def test_b10_there_is_a_tool_for_each_function(ask):
    listed = ask("tools/list")
    assert list(listed) == ["tools"]
    assert [entry["name"] for entry in listed["tools"]] == list(NAMES.values())
    assert NAMES | TOLD == NAMES
    assert set(NAMES) == {service.path for service in SERVICES}


@pytest.mark.parametrize("name", TOLD.values())
def test_b10_a_tool_says_what_it_is_for(tool, name):
    entry = tool[name]
    assert list(entry) == ["name", "title", "description", "inputSchema", "outputSchema", "annotations"]
    # By the protocol, missing hints are false, except for openWorldHint, which is true.
    assert entry["annotations"] == {"readOnlyHint": True} | ({"idempotentHint": True} if name in REPEATABLE else {})
    use, example = entry["description"].split("\n\n")
    assert "Use it" in use
    assert "Returns" in use or name == "locate_ip"
    assert example.startswith("Example: {")
    assert len(entry["description"]) <= 1024  # some makers of models cut off or refuse longer descriptions
    for parameter in entry["inputSchema"]["properties"].values():
        assert parameter["description"]


@pytest.mark.parametrize("name", NAMES.values())
def test_b13_an_output_schema_has_the_keys_that_the_description_names(tool, name):
    schema = tool[name]["outputSchema"]
    assert set(schema) == {"type", "properties"}
    assert all(key in tool[name]["description"] and each == {} for key, each in schema["properties"].items())


@each_row(("name", "place", "words", "absent"), rows("mcp_said.json"))
def test_b10_b13_what_is_said_of_a_tool(tool, name, place, words, absent):
    """What everyday questions need, the bounds of numbers, and what each operation does unless its name says it."""
    said = json.dumps(reduce(getitem, place.split("."), tool[name]))
    assert [word for word in words if word not in said] == []
    assert [word for word in absent if word in said] == []


#: Everyday questions, the call with which a model would answer each, and a part of the answer.
@each_row(("question", "name", "arguments", "part"), rows("mcp_everyday_questions.json"))
def test_b13_everyday_questions(ask, tool, question, name, arguments, part):
    """Each call uses only parameters that the tool lists, with the types that it states."""
    Draft202012Validator(tool[name]["inputSchema"]).validate(arguments)
    assert set(arguments) <= set(tool[name]["inputSchema"]["properties"])
    result = ask("tools/call", {"name": name, "arguments": arguments})
    assert result["isError"] is False
    assert part in result["content"][0]["text"]


@each_row(
    ("name", "arguments", "words"),
    rows("mcp_likely_mistakes.json"),
)  # fmt: skip
def test_b13_a_likely_mistake_is_told_what_to_send(ask, name, arguments, words):
    result = ask("tools/call", {"name": name, "arguments": arguments})
    assert result["isError"] is True
    assert words in result["content"][0]["text"]


@pytest.mark.parametrize(
    ("given", "name"),
    [({}, "Germany"), ({"lang": None}, "Germany"), ({"lang": ""}, "Germany"), ({"lang": "de"}, "Deutschland")],
)
def test_b11_an_agent_gets_names_in_english_unless_it_asks(ask, settings, tmp_path, given, name):
    """B11: a request of its own gets those of all languages."""
    country = {"iso_code": "DE", "names": {"de": "Deutschland", "en": "Germany"}}
    write_mmdb(tmp_path / "country.mmdb", "GeoLite2-Country", {"81.2.69.0/24": {"country": country}})
    settings.GEOIP_PATH = tmp_path
    result = ask("tools/call", {"name": "locate_ip", "arguments": {"ip": "81.2.69.142", **given}})
    country = result["structuredContent"]["country"]
    assert ("names" in country, country["name"]) == (False, name)


def test_b13_a_package_that_is_not_installed_is_reported_as_a_result(ask, monkeypatch):
    """A model reads the reason and can do something else. From an internal error it could not know that."""
    tools.by_name()  # which computes the examples, once
    fail_with(monkeypatch, ServiceError("Not installed", "yaml", 501))
    result = ask("tools/call", {"name": "generate_uuids", "arguments": {}})
    assert (result["isError"], result["content"][0]["text"]) == (True, "Not installed: yaml")


@each_row(("name", "arguments", "is_error", "unknown"), rows("mcp_without_effect.json"))
def test_b13_g16_an_argument_without_effect_is_told(ask, name, arguments, is_error, unknown):
    """The names are in a text after the answer or the error, because a model does not see the header."""
    result = ask("tools/call", {"name": name, "arguments": arguments})
    words = f"Without effect, as unknown: {unknown}. random_items takes items, count, unique, secure, seed"
    assert result["isError"] is is_error
    assert [part["text"] for part in result["content"][1:]] == ([words] if unknown else [])


@each_row("name", NAMES.values())
@each_row("side", ["inputSchema", "outputSchema"])
def test_b10_schemas_are_json_schema_of_an_object(tool, name, side):
    """The root of the input's schema is no choice between schemas, because some makers of models refuse such tools."""
    schema = tool[name][side]
    Draft202012Validator(schema)  # raises an exception if it is not a schema
    assert schema["type"] == "object"
    assert not re.search(r'"(\$ref|\$schema|discriminator|nullable|example)":', json.dumps(schema))
    if side == "inputSchema":
        assert not {"oneOf", "anyOf", "allOf", "not", "enum"} & set(schema)


# --- tools/call


@each_row(("path", "name"), NAMES.items())
def test_b10_a_tool_answers_as_its_path_does(path, name, api, ask, tool):
    """An answer is valid by the output schema; a refusal is a result with the words of the HTTP error."""
    operations = next(endpoint.operations for endpoint in catalogue.functions() if endpoint.path == path)
    asked, answered = (Draft202012Validator(tool[name][side]) for side in ("inputSchema", "outputSchema"))
    for example in [*operations.examples.values(), *operations.error_examples.values()]:
        if not isinstance(example, Mapping):
            continue  # an error that depends on data
        with time_machine.travel(time.time(), tick=False):
            alone = api.post(path, example)
            result = ask("tools/call", {"name": name, "arguments": example})
        body = json.loads(alone.content)
        (text,) = result["content"]
        assert text["type"] == "text"
        if alone.status_code != 200:
            assert (list(result), result["isError"]) == (["content", "isError"], True)
            assert text["text"].startswith(body["error"])
            assert body.get("details", "") in text["text"]
            continue
        assert (list(result), result["isError"]) == (["content", "structuredContent", "isError"], False)
        structured = result["structuredContent"]
        assert json.loads(text["text"]) == structured
        is_same = operations.chosen(example).deterministic
        assert fixed_part(structured) == fixed_part(body) if is_same else list(structured) == list(body)
        answered.validate(structured)
        asked.validate(strict_example(operations, example))


def test_b10_output_and_unknown_arguments_change_nothing(ask):
    arguments = {"text": "abc", "operation": "length", "output": "text", "format": "text", "nonsense": 1}
    result = ask("tools/call", {"name": "process_text", "arguments": arguments})
    assert result["structuredContent"] == {"original_text": "abc", "operation": "length", "result": "3"}


@override_settings(GEOIP_PATH="/nowhere")
def test_b10_g13_a_fault_of_ours_is_an_error_of_the_protocol(api):
    body = message("tools/call", {"name": "locate_ip", "arguments": {"ip": "8.8.8.8"}}, id="a")
    response = api.post("/mcp/", body, x_request_id="r1")
    assert response.status_code == 200
    assert json.loads(response.content) == {
        "jsonrpc": "2.0",
        "id": "a",
        "error": {"code": -32603, "message": "Internal server error: Request id: r1"},
    }


# --- HTTP


CLIENT = {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}
META = {"protocolVersion": "2026-07-28", "clientCapabilities": {}}
MODERN = {"_meta": {f"io.modelcontextprotocol/{key}": value for key, value in META.items()}}
INFO = {"name": "utilitysvc", "version": __version__}


@pytest.mark.parametrize(
    ("begin", "params", "version", "list_params"),
    [("initialize", CLIENT, "2025-03-26", {}), ("server/discover", MODERN, "2026-07-28", MODERN)],
)
def test_b10_b13_both_eras_are_spoken_at_one_path_and_the_list_of_tools_is_short(
    api, begin, params, version, list_params
):
    def ask(method, params):
        headers = {"mcp_protocol_version": version, "mcp_method": method}
        return api.post("/mcp", message(method, params), **headers).content

    begun, listed = ask(begin, params).decode(), ask("tools/list", list_params)
    assert version in begun
    assert json.dumps(INFO, separators=(",", ":")) in begun
    assert len(json.loads(listed)["result"]["tools"]) == len(NAMES)
    assert len(listed) <= MOST_BYTES


@each_row(
    ("body", "content_type", "status", "code", "words"),
    [*rows("mcp_faults_of_bodies.json"), (" " * (1024 * 1024 + 1), "application/json", 413, -32600, "too large")],
)
def test_b10_g9_g10_faults_of_the_body_are_json_rpc_errors(api, body, content_type, status, code, words):
    response = api.post("/mcp/", body.encode("latin-1"), content_type)
    assert (response.status_code, response.headers["Content-Type"]) == (status, "application/json")
    reply = json.loads(response.content)
    assert list(reply) == ["jsonrpc", "id", "error"]
    assert (reply["jsonrpc"], reply["id"], reply["error"]["code"]) == ("2.0", None, code)
    assert reply["error"]["message"]
    assert words in reply["error"]["message"]


@each_row(
    ("method", "body", "status", "headers"),
    [
        *(("POST", body, status, {}) for body, status in ((message("ping"), 200), (message("x"), 200), ({}, 400))),
        ("POST", {"jsonrpc": "2.0", "method": "notifications/initialized"}, 202, {"Content-Type": None}),
        *((method, b"", 405, {"Allow": "POST, OPTIONS"}) for method in ("GET", "DELETE")),
    ],
)
def test_b10_g7_g8_every_answer_has_the_headers(api, method, body, status, headers):
    """A notification is answered by no body; sessions, streams and cookies do not exist. A program sends no origin."""
    sent = {"accept": "text/event-stream", "mcp_session_id": "a", "last_event_id": "1"}
    response = api.send(method, "/mcp/", body=body, content_type="application/json", headers=sent)
    assert (response.status_code, status == 202) == (status, response.content == b"")
    wanted = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
    wanted |= {"Vary": "Accept, Origin", "Mcp-Session-Id": None} | headers
    assert {name: response.headers.get(name) for name in wanted} == wanted
    assert response.headers["X-Request-ID"]
    assert not [name for name in response.headers if name.startswith("Access-Control-")]
    assert not response.cookies


# --- browsers


NAMED = {"ALLOWED_HOSTS": ["testserver"], "UTILITYSVC_MCP_ALLOWED_ORIGINS": ["https://page.example"]}


@each_row(
    ("options", "origin", "allowed"),
    [
        *(({"ALLOWED_HOSTS": ["*"]}, origin, False) for origin in ("https://evil.example", "null", "", OWN)),
        *((NAMED, origin, True) for origin in (OWN, "https://testserver", "https://page.example")),
    ],
)
@each_row(
    ("method", "body"), [("POST", message("ping")), ("POST", b"{"), *((each, b"") for each in ("OPTIONS", "GET"))]
)
def test_b10_whether_a_page_may_ask_and_read_answers_and_errors(api, options, origin, allowed, method, body):
    """The tests' host is not a loopback host; where only * allows it, that does not count."""
    with override_settings(**options):
        response = api.send(method, "/mcp/", body=body, content_type="application/json", headers={"origin": origin})
    shown = {name: value for name, value in response.headers.items() if name.startswith("Access-Control-")}
    assert shown.get("Access-Control-Allow-Origin") == (origin if allowed else None)
    assert bool(shown) is allowed
    assert response.headers["Vary"] == "Accept, Origin"
    assert (response.status_code == 403) is not allowed
    assert allowed or json.loads(response.content)["error"]["message"].startswith("Origin not allowed")


@override_settings(UTILITYSVC_MCP_ALLOWED_ORIGINS=["https://page.example"])
def test_b10_a_preflight_says_what_may_be_sent(api):
    asked = {
        "origin": "https://page.example",
        "access_control_request_method": "POST",
        "access_control_request_headers": "content-type,mcp-method,mcp-name,mcp-protocol-version",
    }
    response = api.send("OPTIONS", "/mcp/", headers=asked)
    assert (response.status_code, response.content) == (204, b"")
    assert response.headers["Access-Control-Allow-Origin"] == "https://page.example"
    assert response.headers["Access-Control-Allow-Methods"] == "POST"
    allowed = "content-type, authorization, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id"
    assert response.headers["Access-Control-Allow-Headers"] == allowed
