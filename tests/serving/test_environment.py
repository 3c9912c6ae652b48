"""Environment variables: their meaning, and the error that names a malformed one, however the service is started."""

import gc
import os
import re
import runpy
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.service import ROOT
from tests.tables import each_row, rows
from utilitysvc import environment

KINDS = {
    "boolean": lambda: environment.boolean("X"),
    "integer": lambda: environment.integer("X", default=3, minimum=0, maximum=9),
    "names": lambda: environment.names("X", "*"),
    "hosts": lambda: environment.names("X", "*", valid=environment.is_host, wanted="hosts"),
    "doors": lambda: environment.subset("X", ["batch", "mcp"]),
    "mount": lambda: environment.mount("X"),
    "pattern": lambda: environment.pattern("X"),
}


def read(monkeypatch, kind, value):
    monkeypatch.delenv("X", raising=False)
    if value is not None:
        monkeypatch.setenv("X", value)
    return KINDS[kind]()


@each_row("kind, value, meaning", rows("variables.json"))
def test_meaning(monkeypatch, kind, value, meaning):
    """An empty variable counts as not set, bounds are inclusive, and what would match no request is no host."""
    assert read(monkeypatch, kind, value) == meaning


@each_row("kind, value, wanted", rows("variables_malformed.json"))
def test_malformed_value_is_refused_by_its_name(monkeypatch, kind, value, wanted):
    with pytest.raises(ImproperlyConfigured, match=re.escape(f"X must be {wanted} '")):
        read(monkeypatch, kind, value)


FILES = {"settings": "utilitysvc/settings.py", "gunicorn": "utilitysvc/serving/gunicorn_settings.py"}


@pytest.fixture
def read_settings(monkeypatch):
    """Import a module of settings again with variables set, and undo its changes to the process."""

    def read(file="settings", **variables):
        with monkeypatch.context() as patched:
            for name, value in variables.items():
                patched.setenv(name, value)
            return runpy.run_path(str(ROOT / FILES[file]))

    monkeypatch.setattr(sys, "path", [*sys.path])
    yield read
    gc.enable()


@each_row("file, name, value", rows("settings_malformed.tsv"))
def test_malformed_variable_is_refused_by_its_name(read_settings, file, name, value):
    with pytest.raises(ImproperlyConfigured, match=f"^{name} must be .*$"):
        read_settings(file, **{name: value})


GUNICORN = ("-m", "gunicorn", "--check-config")


@pytest.mark.slow
@each_row(
    "command, name, value",
    [(("manage.py", "check"), "LOG_LEVEL", "LOUD"), (GUNICORN, "DEBUG", "maybe"), (GUNICORN, "PORT", "x")],
)
def test_malformed_variable_stops_the_start(command, name, value):
    """One line says what to write, whether Django's settings or gunicorn's read the variable."""
    environment = os.environ | {name: value}
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert f"{name} must be " in line


EMPTY = ["MAX_BODY_BYTES", "DEBUG", "LOG_LEVEL", "NUM_PROXIES", "METRICS", "ALLOWED_HOSTS", "DOORS"]
EMPTY += ["MCP_ALLOWED_ORIGINS", "SECRET_KEY"]


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
    assert read_settings(SCRIPT_NAME="")["SPECTACULAR_SETTINGS"]["SERVERS"] == []


@pytest.mark.slow
@each_row("doors", ["none", "mcp,MCP"])
def test_doors_that_are_left_out_are_not_there(read_settings, doors):
    """Without any, their app is not installed either."""
    assert ("utilitysvc.interfaces" in read_settings(DOORS=doors)["INSTALLED_APPS"]) == (doors != "none")
    program = """
import django; django.setup()
from django.test import Client
client = Client()
print(*[entry["path"] for entry in client.get("/").json().get("doors", [])])
print(*[path for path in ("/batch/", "/mcp/") if client.get(path).status_code != 404])
"""
    environment = os.environ | {"DOORS": doors, "DJANGO_SETTINGS_MODULE": "utilitysvc.settings"}
    said = subprocess.check_output([sys.executable, "-c", program], cwd=ROOT, env=environment, text=True)
    assert said.splitlines() == (["/mcp/"] * 2 if doors != "none" else ["", ""])
