"""Rule S8: the service itself opens no connection, from its start to its stop, for any request.

A hook of the interpreter (PEP 578) is put into every process of the service. It refuses and records each attempt to
connect, to send a datagram or to look a name up. It does not refuse connections of clients, which a process accepts,
or the look-up of a numeric address by the standard library's servers before they listen on it.
"""

import json
import subprocess
import sys

import pytest

from benchmarks.measure import connect, exchange, get, post
from tests.conftest import query_string
from tests.service import ROOT, free_port, serving
from utilitysvc.description import catalogue
from utilitysvc.interfaces.mcp import tools

FUNCTIONS = catalogue.functions()
NAMES = {function.path: tool.name for tool, function in tools.offered()}
ASKED = [
    (endpoint, dict(example)) for endpoint in FUNCTIONS for example in endpoint.operations.examples.values() if example
]
PAGES = [
    *("/", "/docs/", "/schema/", "/health/live/", "/health/ready/", "/hash/algorithms/"),
    *("/geoip/v2.1/city/8.8.8.8", "/geoip/v2.1/insights/me", "/ip/8.8.8.8/", "/nowhere/"),
]
#: sitecustomize is imported by every interpreter at its start, before any other module.
HOOK = """
import ipaddress, os, sys

FORBIDDEN = {"connect", "sendto", "sendmsg", "getaddrinfo", "gethostbyname", "gethostbyaddr", "getnameinfo"}
OF_AN_ADDRESS = {"getaddrinfo", "gethostbyaddr"}

def refuse(event, arguments):
    library, _, name = event.partition(".")
    if library == "socket" and name in FORBIDDEN and not (name in OF_AN_ADDRESS and is_numeric(arguments[0])):
        with open(os.environ["ATTEMPTS"], "a") as attempts:
            print(event, arguments[1:] if name == "connect" else arguments, file=attempts)
        raise PermissionError(event)

def is_numeric(host):
    try:
        return bool(ipaddress.ip_address(host))
    except ValueError:
        return False

sys.addaudithook(refuse)
"""


@pytest.fixture(scope="module")
def hooked(tmp_path_factory):
    """The variables that put the hook into a process, and the file to which it writes the attempts."""
    folder = tmp_path_factory.mktemp("hook")
    (folder / "sitecustomize.py").write_text(HOOK)
    attempts = folder / "attempts"
    attempts.touch()
    return {"PYTHONPATH": str(folder), "ATTEMPTS": str(attempts)}, attempts


def ask(service, path, body=None):
    """Send a request, and return the status and the body of the answer."""
    with connect(service.port) as sock:
        answer = exchange(sock, get(path) if body is None else post(path, json.dumps(body).encode()))
        return answer.status, answer.body


def call(tool, arguments):
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def test_s8_no_connection_of_its_own(hooked):
    """Calls every example of every operation in a batch, the first of each function by GET, POST and tool besides, and
    the pages, health and metrics."""
    variables, attempts = hooked
    with serving(**variables, METRICS="true", METRICS_PORT=str(free_port())) as service:
        for page in PAGES:
            assert ask(service, page)[0] < 500, page
        for endpoint, example in {endpoint.path: (endpoint, example) for endpoint, example in reversed(ASKED)}.values():
            status, body = ask(service, endpoint.path, body=example)
            assert status == 200, (endpoint.path, example, body)
            if "GET" in endpoint.methods:
                assert ask(service, f"{endpoint.path}?{query_string(example)}")[0] < 500
            if tool := NAMES.get(endpoint.path):
                assert ask(service, "/mcp/", body=call(tool, example))[0] == 200, tool
        for first in range(0, len(ASKED), 50):
            calls = [{"path": one.path, "parameters": example} for one, example in ASKED[first : first + 50]]
            status, body = ask(service, "/batch/", body={"calls": calls})
            assert (status, {result["status"] for result in json.loads(body)["results"]}) == (200, {200})
        assert service.alarms() == []
    assert attempts.read_text() == ""


def test_the_hook_refuses_a_connection(hooked, tmp_path):
    """Otherwise the test above would pass whatever the service does."""
    variables, _ = hooked
    attempts = tmp_path / "attempts"
    program = "import urllib.request; urllib.request.urlopen('http://localhost:9/')"
    environment = variables | {"ATTEMPTS": str(attempts)}
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, check=False).returncode != 0
    assert "socket.getaddrinfo" in attempts.read_text()
