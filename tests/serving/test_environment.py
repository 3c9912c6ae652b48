"""Environment variables: what each means, and a malformed one refused by its name, in every way of starting."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from utilitysvc import environment

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("value", "meaning"),
    [
        *((value, True) for value in ("true", "TRUE", "1", "yes", "on")),
        *((value, False) for value in ("false", "0", "No", "off", "", None)),
    ],
)
def test_boolean(monkeypatch, value, meaning):
    """An empty one counts as not set."""
    monkeypatch.delenv("X", raising=False)
    if value is not None:
        monkeypatch.setenv("X", value)
    assert environment.boolean("X", default=False) is meaning


@pytest.mark.parametrize(("value", "meaning"), [("5", 5), ("007", 7), ("0", 0), ("", 3), (None, 3), ("9", 9)])
def test_integer(monkeypatch, value, meaning):
    """The bounds are inclusive."""
    monkeypatch.delenv("X", raising=False)
    if value is not None:
        monkeypatch.setenv("X", value)
    assert environment.integer("X", default=3, minimum=0, maximum=9) == meaning


@pytest.mark.parametrize(
    ("value", "meaning"), [("a", ["a"]), (" a , b,,", ["a", "b"]), ("", ["*"]), (",", []), (None, ["*"])]
)
def test_names(monkeypatch, value, meaning):
    monkeypatch.delenv("X", raising=False)
    if value is not None:
        monkeypatch.setenv("X", value)
    assert environment.names("X", default=["*"]) == meaning


@pytest.mark.parametrize(
    "host", ["*", "localhost", ".example.com", "api.example.com", "127.0.0.1", "[::1]", "my_host", "Bücher.example"]
)
def test_hosts(host):
    assert environment.is_host(host)


@pytest.mark.parametrize(
    "host", ["https://example.com", "example.com/", "example.com:80", "*.example.com", "a b", "::1", "[::1]:80", "[x]"]
)
def test_what_would_match_no_request_is_no_host(host):
    assert not environment.is_host(host)


def test_malformed_name_is_refused_by_its_name(monkeypatch):
    monkeypatch.setenv("THE_NAME", "a.example, http://b.example")
    with pytest.raises(ImproperlyConfigured, match="THE_NAME must be hosts, separated by commas, not 'http"):
        environment.names("THE_NAME", default=["*"], valid=environment.is_host, wanted="hosts")


@pytest.mark.parametrize(
    "value", ["x", " 5", "5 ", "+5", "-1", "1.0", "1e3", "٣", "²", "10", "9" * 19, "9" * 5000, "0x5"]
)
def test_malformed_integer_is_refused_by_its_name(monkeypatch, value):
    monkeypatch.setenv("THE_NAME", value)
    with pytest.raises(ImproperlyConfigured, match="THE_NAME must be an integer from 0 to 9"):
        environment.integer("THE_NAME", default=3, minimum=0, maximum=9)


@pytest.mark.parametrize("value", ["maybe", "2", " ", "tru", "y"])
def test_malformed_boolean_is_refused_by_its_name(monkeypatch, value):
    monkeypatch.setenv("THE_NAME", value)
    with pytest.raises(ImproperlyConfigured, match="THE_NAME must be true or false"):
        environment.boolean("THE_NAME", default=False)


@pytest.mark.parametrize("value", ["(", "(?i)^/uuid/", "a)(b", "*"])
def test_malformed_pattern_is_refused_by_its_name(monkeypatch, value):
    monkeypatch.setenv("THE_NAME", value)
    with pytest.raises(ImproperlyConfigured, match="THE_NAME must be a regular expression"):
        environment.pattern("THE_NAME")


def start(*command, **variables):
    """Start the service in one of its ways, up to where it would serve; what it says in the end."""
    process = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return process.returncode, process.stderr


GUNICORN = ("-m", "gunicorn", "--check-config")
MANAGE = ("manage.py", "check")


@pytest.mark.parametrize(
    ("command", "name", "value"),
    [
        (GUNICORN, "MAX_BODY_BYTES", "0"),
        (GUNICORN, "MAX_FILE_BYTES", "0"),
        (GUNICORN, "WEB_CONCURRENCY", "many"),
        (GUNICORN, "WEB_CONCURRENCY", "0"),
        (GUNICORN, "PORT", "http"),
        (GUNICORN, "PORT", "65536"),
        (MANAGE, "MAX_BODY_BYTES", "1MiB"),
        (MANAGE, "DEBUG", "maybe"),
        (MANAGE, "LOG_LEVEL", "LOUD"),
        (MANAGE, "NUM_PROXIES", "-1"),
        (MANAGE, "DOORS", "batch,window"),
        (MANAGE, "DOORS", "none,batch"),
        (GUNICORN, "ALLOWED_HOSTS", "https://example.com"),
        (GUNICORN, "MCP_ALLOWED_ORIGINS", "example.com"),
        (MANAGE, "MCP_ALLOWED_ORIGINS", "*"),
        (MANAGE, "METRICS_PORT", "70000"),
    ],
)
def test_malformed_variable_stops_the_start(command, name, value):
    status, said = start(*command, **{name: value})
    assert status != 0
    assert name in said


@pytest.mark.parametrize(
    ("name", "value"),
    [("PORT", "http"), ("API_TOKENS", ""), ("RATE_LIMIT", "5/year"), ("CACHE_URL", "http://localhost")],
)
def test_gunicorn_says_what_to_write_in_one_line(name, value):
    status, said = start(*GUNICORN, **{name: value})
    (line,) = said.splitlines()
    assert (status, line.startswith(f"{name} must be ")) == (1, True)


def test_start_without_a_database_says_so(tmp_path):
    """I8: it serves, since /ip/ is one function of eight."""
    status, said = start(*GUNICORN, GEOIP_PATH=str(tmp_path / "nowhere"))
    assert (status, said.count(f"no usable location database in {tmp_path}/nowhere")) == (0, 1)


@pytest.mark.parametrize("command", [GUNICORN, MANAGE])
def test_empty_variables_count_as_not_set(command):
    names = ("MAX_BODY_BYTES", "DEBUG", "LOG_LEVEL", "NUM_PROXIES", "METRICS", "SECRET_KEY", "ALLOWED_HOSTS")
    names += ("DOORS", "MCP_ALLOWED_ORIGINS")
    status, said = start(*command, **dict.fromkeys(names, ""))
    assert status == 0, said


@pytest.mark.parametrize(
    ("doors", "there"),
    [
        ("", {"/batch/", "/mcp/"}),
        ("batch,mcp", {"/batch/", "/mcp/"}),
        (" MCP ", {"/mcp/"}),
        ("batch", {"/batch/"}),
        ("none", set()),
    ],
)
def test_doors_that_are_left_out_are_not_there(doors, there):
    program = """
import django; django.setup()
from django.test import Client
client = Client()
print(*[entry["path"] for entry in client.get("/").json()["doors"]])
print(*[path for path in ("/batch/", "/mcp/") if client.get(path).status_code != 404])
print(*[path for path in ("/batch/",) if path in client.get("/schema/").json()["paths"]])
"""
    environment = os.environ | {"DOORS": doors, "DJANGO_SETTINGS_MODULE": "utilitysvc.settings"}
    said = subprocess.check_output([sys.executable, "-c", program], cwd=ROOT, env=environment, text=True, timeout=60)
    assert [set(line.split()) for line in said.splitlines()] == [there, there, there & {"/batch/"}]
