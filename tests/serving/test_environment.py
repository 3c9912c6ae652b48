"""Environment variables: their meaning, and the error that names a malformed one, however the service is started."""

import gc
import os
import runpy
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
    """An empty variable counts as not set."""
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
    """Start the service in one of its ways, up to where it would serve. Return its exit status and its errors."""
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
SETTINGS = ROOT / "utilitysvc" / "settings.py"
GUNICORN_SETTINGS = ROOT / "utilitysvc" / "serving" / "gunicorn_settings.py"


@pytest.fixture
def read_settings(monkeypatch):
    """Import a module of settings again with variables set, and undo its changes to the process."""

    def read(file=SETTINGS, **variables):
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(file))

    monkeypatch.setattr(sys, "path", [*sys.path])
    yield read
    gc.enable()


@pytest.mark.parametrize(
    ("file", "name", "value"),
    [
        (GUNICORN_SETTINGS, "WEB_CONCURRENCY", "many"),
        (GUNICORN_SETTINGS, "WEB_CONCURRENCY", "0"),
        (GUNICORN_SETTINGS, "PORT", "http"),
        (GUNICORN_SETTINGS, "PORT", "65536"),
        (SETTINGS, "MAX_BODY_BYTES", "0"),
        (SETTINGS, "MAX_BODY_BYTES", "1MiB"),
        (SETTINGS, "MAX_FILE_BYTES", "0"),
        (SETTINGS, "DEBUG", "maybe"),
        (SETTINGS, "LOG_LEVEL", "LOUD"),
        (SETTINGS, "NUM_PROXIES", "-1"),
        (SETTINGS, "DOORS", "batch,window"),
        (SETTINGS, "DOORS", "none,batch"),
        (SETTINGS, "ALLOWED_HOSTS", "https://example.com"),
        (SETTINGS, "MCP_ALLOWED_ORIGINS", "example.com"),
        (SETTINGS, "MCP_ALLOWED_ORIGINS", "*"),
        (SETTINGS, "METRICS_PORT", "70000"),
        (SETTINGS, "API_TOKENS", ""),
        (SETTINGS, "RATE_LIMIT", "5/year"),
        (SETTINGS, "CACHE_URL", "http://localhost"),
        (SETTINGS, "SCRIPT_NAME", "tools"),
    ],
)
def test_malformed_variable_is_refused_by_its_name(read_settings, file, name, value):
    with pytest.raises(ImproperlyConfigured, match=f"^{name} must be .*$"):
        read_settings(file, **{name: value})


@pytest.mark.parametrize(
    ("command", "name", "value"), [(MANAGE, "LOG_LEVEL", "LOUD"), (GUNICORN, "DEBUG", "maybe"), (GUNICORN, "PORT", "x")]
)
def test_malformed_variable_stops_the_start(command, name, value):
    """gunicorn tells on one line what to write, whether Django's settings or gunicorn's read the variable."""
    status, said = start(*command, **{name: value})
    assert status == 1
    assert f"{name} must be " in said
    assert command == MANAGE or len(said.splitlines()) == 1


EMPTY = ("MAX_BODY_BYTES", "DEBUG", "LOG_LEVEL", "NUM_PROXIES", "METRICS", "ALLOWED_HOSTS", "DOORS")
EMPTY += ("MCP_ALLOWED_ORIGINS", "SECRET_KEY")


def test_empty_variables_count_as_not_set(monkeypatch, read_settings):
    """A secret key that is not set is generated at each start."""
    for name in EMPTY:
        monkeypatch.delenv(name, raising=False)
    not_set, empty = read_settings(), read_settings(**dict.fromkeys(EMPTY, ""))
    names = [name for name in not_set if name.isupper() and name != "SECRET_KEY"]
    assert {name: empty[name] for name in names} == {name: not_set[name] for name in names}
    assert len(empty["SECRET_KEY"]) == len(not_set["SECRET_KEY"]) >= 50


def test_redirect_to_any_host_is_refused(read_settings):
    """The redirect repeats the Host header. If every host were allowed, a client could choose where it leads."""
    with pytest.raises(ImproperlyConfigured, match="SECURE_SSL_REDIRECT needs ALLOWED_HOSTS"):
        read_settings(SECURE_SSL_REDIRECT="1", ALLOWED_HOSTS="")


def test_under_a_prefix_the_description_says_it(read_settings):
    """Generated clients and the page /docs/ need the prefix. Without it, they would call paths that do not exist."""
    assert read_settings(SCRIPT_NAME="/tools/")["SPECTACULAR_SETTINGS"]["SERVERS"] == [{"url": "/tools"}]
    assert "SERVERS" not in read_settings(SCRIPT_NAME="")["SPECTACULAR_SETTINGS"]


@pytest.mark.parametrize(
    ("doors", "there"),
    [
        ("", ["batch", "mcp"]),
        ("batch,mcp", ["batch", "mcp"]),
        (" MCP ", ["mcp"]),
        ("batch", ["batch"]),
        ("none", []),
    ],
)
def test_doors(read_settings, doors, there):
    settings = read_settings(DOORS=doors)
    assert settings["INTERFACES"] == there
    assert ("utilitysvc.interfaces" in settings["INSTALLED_APPS"]) == bool(there)


def test_doors_that_are_left_out_are_not_there():
    program = """
import django; django.setup()
from django.test import Client
client = Client()
print(*[entry["path"] for entry in client.get("/").json()["doors"]])
print(*[path for path in ("/batch/", "/mcp/") if client.get(path).status_code != 404])
"""
    environment = os.environ | {"DOORS": "mcp", "DJANGO_SETTINGS_MODULE": "utilitysvc.settings"}
    said = subprocess.check_output([sys.executable, "-c", program], cwd=ROOT, env=environment, text=True, timeout=60)
    assert [set(line.split()) for line in said.splitlines()] == [{"/mcp/"}, {"/mcp/"}]
