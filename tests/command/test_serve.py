"""B12: how ``utilitysvc serve`` becomes gunicorn. In served/test_serve.py it runs."""

import os
import sys
from pathlib import Path

import pytest

SETTINGS = "python:utilitysvc.serving.gunicorn_settings"


def test_b12_becomes_the_script_of_gunicorn(command, monkeypatch):
    """At SIGUSR2 gunicorn starts the same command again, which `python -m gunicorn` cannot be."""
    ran = []
    monkeypatch.setattr("os.execv", lambda path, arguments: ran.append((path, arguments)))
    command("serve", "--port", "8123", "--workers", "3")
    script = str(Path(sys.executable).with_name("gunicorn"))
    options = ["--config", SETTINGS, "--bind", "127.0.0.1:8123", "--workers", "3"]
    assert ran == [(script, [script, *options])]


@pytest.mark.parametrize(
    ("broken", "error"),
    [
        ("os.name", "serve needs gunicorn, which runs on Linux and macOS: use Docker or WSL here"),
        ("utilitysvc.interfaces.command.serve.find_spec", "serve needs the extra service: pip install"),
    ],
)
def test_b12_serve_names_what_it_needs(command, monkeypatch, broken, error):
    monkeypatch.setattr(broken, lambda name: None if name == "uvicorn_worker" else name)
    monkeypatch.delattr("os.execv")  # a serve that overlooks it would replace the tests
    assert error in command("serve").errors


def test_b12_without_an_address_serves_where_gunicorn_is_told_to(command, monkeypatch):
    """By GUNICORN_CMD_ARGS, for example, which an address of ours would overrule. An empty PORT counts as not set."""
    ran = []
    monkeypatch.setattr("os.execv", lambda path, arguments: ran.append((arguments[1:], "PORT" in os.environ)))
    monkeypatch.setenv("PORT", "")
    command("serve")
    assert ran == [(["--config", SETTINGS], False)]
