"""The line of a request, and the metrics: what they say, and that a fault of theirs costs no request (G15)."""

import json
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from datetime import timedelta
from types import SimpleNamespace

import pytest
from gunicorn.config import Config

from tests.service import ROOT, free_port, running
from utilitysvc import settings
from utilitysvc.serving import access_log
from utilitysvc.serving.access_log import MAX_PATH_CHARACTERS, AccessLogger, shown_path

PIPE_ATOMIC_BYTES = 4096  # PIPE_BUF of Linux: no two processes' writes of up to this mix


@pytest.fixture
def logger():
    config = Config()
    config.set("accesslog", "-")
    return AccessLogger(config)


def log(logger, path="/uuid/", *, method="GET", status="200 OK", started=None, headers=(("X-Request-ID", "abc"),)):
    request = SimpleNamespace(path=path, **({} if started is None else {"started": started}))
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": "secret=1"}
    response = SimpleNamespace(status=status, sent=182, headers=list(headers))
    logger.access(response, request, environ, timedelta(milliseconds=1.5))


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/uuid/", "/uuid/"),
        ("/ip/", "/ip/"),
        ("/ip", "/ip"),
        ("/ip/8.8.8.8", "/ip/<address>"),
        ("/ip/8.8.8.8/", "/ip/<address>"),
        ("/ip//8.8.8.8", "/ip/<address>"),
        ("//ip/8.8.8.8", "//ip/<address>"),
        ("/IP/2001:db8::1", "/IP/<address>"),
        ("/ip/8.8.8.8\n/ip/9.9.9.9", "/ip/<address>"),
        ("/tools/ip/8.8.8.8/x", "/tools/ip/<address>"),
        ("/ship/8", "/ship/8"),
        ("/caf\xc3\xa9/", "/café/"),
        ("/\xff/", "/\ufffd/"),
        ("", ""),
        ("/" + "a" * 9000, "/" + "a" * (MAX_PATH_CHARACTERS - 1)),
    ],
)
def test_shown_path(path, shown):
    """G15: the path, not its address. WSGI hands bytes over as Latin-1."""
    assert shown_path(path) == shown


def test_line_is_one_json_object(logger, capfd):
    log(logger, started=time.monotonic() - 0.25)
    out = capfd.readouterr().out
    line = json.loads(out)
    assert out.endswith("}\n")
    assert list(line) == ["time", "method", "path", "status", "ms", "bytes", "id"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])
    assert 250 <= line["ms"] < 2000
    assert {key: line[key] for key in ("method", "path", "status", "bytes", "id")} == {
        "method": "GET",
        "path": "/uuid/",
        "status": 200,
        "bytes": 182,
        "id": "abc",
    }


def test_line_without_id_or_start(logger, capfd):
    """What gunicorn itself refuses has neither."""
    log(logger, status="400 Bad Request", headers=())
    line = json.loads(capfd.readouterr().out)
    assert (line["status"], line["ms"], line["id"]) == (400, 1.5, "")


@pytest.mark.parametrize("character", ["a", "\x00", "\xf0\x9f\x8f\xb3", '"'])
def test_line_is_written_in_one_piece(logger, capfd, character):
    """However long the path, and whatever JSON makes of it."""
    log(logger, "/" + character * 5000, headers=[("X-Request-ID", "x" * 64)])
    out = capfd.readouterr().out
    assert len(out.encode()) <= PIPE_ATOMIC_BYTES
    assert out.count("\n") == 1


def test_line_is_for_people_with_debug(logger, capfd, monkeypatch):
    monkeypatch.setattr(settings, "DEBUG", True)
    log(logger)
    assert re.fullmatch(r"\d\d:\d\d:\d\d GET +/uuid/ +200 +1\.5 ms +182 bytes\n", capfd.readouterr().out)


def test_line_that_cannot_be_written_costs_nothing(logger, monkeypatch):
    """A full disk, or a reader that has gone."""
    monkeypatch.setattr(access_log.os, "write", refuse)
    log(logger)


def refuse(*arguments):
    raise OSError(28, "No space left on device")


def test_no_line_where_none_is_wanted(logger, capfd):
    logger.cfg.set("accesslog", None)
    logger.setup(logger.cfg)
    log(logger)
    assert capfd.readouterr().out == ""


def test_clock_that_is_set_back_shows_in_no_duration(logger, capfd):
    """Gunicorn takes the difference of two readings of the clock."""
    started = time.monotonic()
    request = SimpleNamespace(path="/", started=started)
    response = SimpleNamespace(status="200 OK", sent=0, headers=[])
    logger.access(response, request, {"REQUEST_METHOD": "GET", "PATH_INFO": "/"}, timedelta(hours=-1))
    assert json.loads(capfd.readouterr().out)["ms"] >= 0


def test_metrics_count_requests_and_never_what_a_client_made_up():
    port = free_port()
    with running(METRICS="true", METRICS_PORT=str(port)) as (base, _):
        for path in ("/uuid/", "/uuid/", "/hash/", "/nonsense-1/", "/nonsense-2/"):
            ask(base + path)
        text = scrape(port)
    assert 'utilitysvc_requests_total{method="GET",service="uuid",status="200"} 2.0' in text
    assert 'utilitysvc_requests_total{method="GET",service="hash",status="400"} 1.0' in text
    assert 'utilitysvc_requests_total{method="GET",service="other",status="404"} 2.0' in text
    assert 'utilitysvc_request_seconds_count{service="uuid"} 2.0' in text
    assert 'utilitysvc_database_age_seconds{role="location"}' in text
    assert "nonsense" not in text


def test_metrics_are_not_even_imported_by_default():
    command = "import sys, utilitysvc.wsgi; sys.exit('prometheus_client' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", command], cwd=ROOT, check=False).returncode == 0


def ask(url):
    try:
        urllib.request.urlopen(url, timeout=10).close()
    except urllib.error.HTTPError as answer:
        answer.close()


def scrape(port):
    deadline = time.monotonic() + 20
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
                text = answer.read().decode()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
            continue
        if text.count('service="other",status="404"} 2.0') or time.monotonic() > deadline:
            return text
