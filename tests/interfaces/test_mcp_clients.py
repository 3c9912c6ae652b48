"""B10, B12: the official clients, run as by their users, call the deployed service and ``utilitysvc mcp``."""

import sys

import pytest

from tests.interfaces import mcp_clients
from tests.service import ROOT
from utilitysvc.interfaces.mcp import tools

pytestmark = pytest.mark.slow

NAMES = {tool["name"] for tool in tools.listed()}
#: Calls of all tools, and one call with an error.
CALLS = """[
    ["hash", {"input": "abc", "algorithm": ["md5"]}],
    ["locate_ip", {"ip": "8.8.8.8"}],
    ["random_integers", {"count": 3}],
    ["random_numbers", {"count": 2, "decimal": true}],
    ["generate_uuids", {"count": 2}],
    ["generate_password", {"length": 12}],
    ["process_text", {"text": "abc", "operation": ["uppercase"]}],
    ["compute_time", {"operation": "difference", "start": "2026-01-01", "end": "2026-01-02"}],
    ["compute_time", {"operation": "timezones"}],
    ["hash", {}]
]"""
MODERN, LEGACY = "2026-07-28", "2025-11-25"


@pytest.fixture
def address(deployed):
    return f"{deployed.base}/mcp/"


@pytest.fixture(scope="module")
def command(tmp_path_factory):
    """The command by which an agent starts the tools. It needs no variables, because clients pass on only few."""
    script = tmp_path_factory.mktemp("bin") / "utilitysvc"
    script.write_text(f"#!/bin/sh\ncd '{ROOT}' && exec '{sys.executable}' -m utilitysvc \"$@\"\n")
    script.chmod(0o755)
    return f"{script} mcp"


@pytest.fixture(params=["address", "command"])
def server(request):
    return request.getfixturevalue(request.param)


def check(seen, version):
    """Check what a client has seen. The client itself validates results by the output schemas."""
    assert seen["version"] == version
    assert seen["server"] in ("utilitysvc", None)  # a client with a fixed version does not ask for the name
    assert seen["session"] is None
    assert {tool["name"] for tool in seen["tools"]} == NAMES
    *answers, refusal = seen["results"]
    assert not any(answer["isError"] for answer in answers)
    assert answers[0]["structuredContent"]["hash"] == "900150983cd24fb0d6963f7d28e17f72"
    assert answers[6]["structuredContent"]["result"] == "ABC"
    assert answers[7]["structuredContent"]["difference"]["total_days"] == 1
    assert refusal["isError"]
    assert refusal["content"][0]["text"].startswith("Input parameter is required")


def test_b10_python_sdk_1(server):
    check(mcp_clients.ask(mcp_clients.python_client("1.x"), server, CALLS), LEGACY)


@pytest.mark.parametrize(
    ("client", "versions"),
    [
        (lambda: mcp_clients.python_client("2.x"), {"auto": MODERN, "legacy": LEGACY, MODERN: MODERN}),
        (mcp_clients.typescript_client, {"1.x": LEGACY, "legacy": LEGACY, "auto": MODERN, MODERN: MODERN}),
    ],
    ids=["Python 2.x", "TypeScript"],
)
def test_b10_sdks_in_each_mode(server, client, versions):
    for seen, version in zip(mcp_clients.ask(client(), server, CALLS, *versions), versions.values(), strict=True):
        check(seen, version)


def inspect(server, *arguments, **options):
    transport = "http" if server.startswith("http") else "stdio"
    return mcp_clients.ask(mcp_clients.inspector(), *server.split(), "--transport", transport, *arguments, **options)


def test_b10_the_inspector_finds_nothing_wrong_with_the_schemas(server):
    """With --strict, its exit status is 6 if some maker of models would refuse a schema."""
    assert {tool["name"] for tool in inspect(server, "--method", "tools/list", "--strict")["tools"]} == NAMES


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_b10_the_inspector_calls_a_tool(server, era):
    call = ["--method", "tools/call", "--tool-name", "hash", "--protocol-era", era]
    result = inspect(server, *call, "--tool-arg", "input=abc", "--tool-arg", "algorithm=md5")
    assert result["structuredContent"]["hash"] == "900150983cd24fb0d6963f7d28e17f72"
    refused = inspect(server, *call, expected=5)  # its exit status for a result with isError
    assert refused["isError"] is True


@pytest.mark.parametrize("scenario", ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"])
def test_b10_the_protocol_s_own_tests_of_a_server(address, scenario):
    """The scenarios for a server that has only tools. The others require special tools."""
    localhost = address.replace("127.0.0.1", "localhost")
    said = mcp_clients.run(mcp_clients.conformance_suite(), "--url", localhost, "--scenario", scenario)
    assert "0 failed, 0 warnings" in said
