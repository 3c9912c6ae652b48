"""B10, B12: the official clients, run as by their users, call the deployed service and ``utilitysvc mcp``."""

import json
import sys

import pytest

from tests.interfaces import mcp_clients
from tests.service import ROOT
from utilitysvc.interfaces.mcp import tools

NAMES = set(tools.by_name())
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


#: The modes in which each SDK asks, and the version that it then speaks. Over the command, where each visit starts it
#: anew, only those that it has by default.
VISITS = {
    "Python 1.x": [("address", "legacy", LEGACY), ("command", "legacy", LEGACY)],
    "Python 2.x": [
        *(("address", mode, version) for mode, version in {"auto": MODERN, "legacy": LEGACY, MODERN: MODERN}.items()),
        ("command", "auto", MODERN),
    ],
    "TypeScript": [
        ("address", "1.x", LEGACY),
        *(("address", mode, version) for mode, version in {"auto": MODERN, "legacy": LEGACY, MODERN: MODERN}.items()),
        ("command", "1.x", LEGACY),
        ("command", "auto", MODERN),
    ],
}


@pytest.mark.parametrize("sdk", VISITS)
def test_b10_sdks_in_each_mode(sdk, address, command):
    servers = {"address": address, "command": command}
    visits = [(servers[transport], mode) for transport, mode, _ in VISITS[sdk]]
    for seen, (_, _, version) in zip(mcp_clients.visit(sdk, visits, CALLS), VISITS[sdk], strict=True):
        check(seen, version)


def inspect(server, *arguments, **options):
    transport = "http" if server.startswith("http") else "stdio"
    return mcp_clients.ask(mcp_clients.inspector(), *server.split(), "--transport", transport, *arguments, **options)


def test_b10_the_inspector_finds_nothing_wrong_with_the_schemas(address):
    """With --strict, its exit status is 6 if some maker of models would refuse a schema."""
    assert {tool["name"] for tool in inspect(address, "--method", "tools/list", "--strict")["tools"]} == NAMES


CALL = ["--method", "tools/call", "--tool-name", "hash", "--protocol-era"]


@pytest.mark.parametrize(("transport", "era"), [("address", "modern"), ("command", "legacy")])
def test_b10_the_inspector_calls_a_tool(transport, era, request):
    server = request.getfixturevalue(transport)
    result = inspect(server, *CALL, era, "--tool-arg", "input=abc", "--tool-arg", "algorithm=md5")
    assert result["structuredContent"]["hash"] == "900150983cd24fb0d6963f7d28e17f72"


def test_b10_the_inspector_tells_a_refusal(address):
    refused = inspect(address, *CALL, "legacy", expected=5)  # its exit status for a result with isError
    assert refused["isError"] is True


def test_b10_the_protocol_s_own_tests_of_a_server(address, tmp_path):
    """Those for a server that has only tools pass without a warning. The others require special tools, and fail."""
    localhost = address.replace("127.0.0.1", "localhost")
    mcp_clients.run(mcp_clients.conformance_suite(), "--url", localhost, "--output-dir", tmp_path, expected=1)
    for scenario in ("server-initialize", "ping", "tools-list", "dns-rebinding-protection"):
        (checks,) = tmp_path.glob(f"server-{scenario}-*/checks.json")
        assert {check["status"] for check in json.loads(checks.read_text())} == {"SUCCESS"}
