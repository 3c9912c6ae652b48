"""The log line of a request: its content, its trace, and that an error in writing it costs no request (G15)."""

import json
import logging
import os
import re
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from types import SimpleNamespace

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import Resolver404, include, path, re_path, resolve
from whitenoise import WhiteNoise

from tests import event_loop
from tests.service import eventually
from tests.tables import each_row, rows
from utilitysvc.access.tokens import KEY_NAME
from utilitysvc.kit.logs import once_a_minute
from utilitysvc.kit.tracing import continued_trace
from utilitysvc.serving import access_log
from utilitysvc.serving.access_log import AccessLog, shown_path
from utilitysvc.serving.front import Front

ANSWER = HttpResponse(headers={"X-Request-ID": "abc"})
urlpatterns = [
    path("tools/ip/", include("iplookup.urls")),
    path("items/<int:number>/parts/<slug:part>/", lambda request: None),
    re_path(r"^files/.*$", lambda request: None),
]


def write(log, answer=ANSWER):
    request = RequestFactory().get("/uuid/?secret=1")
    request.resolver_match = resolve("/uuid/")
    request.META[KEY_NAME] = "alice"
    log.write(request, answer, 182, computing=0.0015, waited=0.25)


@pytest.fixture
def pipe():
    reading, writing = os.pipe()
    yield reading, writing
    os.close(writing)


def line_of(pipe, **options):
    """Log a request, and return its line."""
    log = AccessLog(descriptor=pipe[1], **options)
    write(log)
    log.close()
    return os.read(pipe[0], 65536).decode()


@each_row("path, shown", rows("paths.tsv"))
def test_path_is_shown_as_its_route_has_it(path, shown):
    """G15: the route tells which part of the path is input, under any prefix at which a site mounts the app."""
    try:
        match = resolve(path, "utilitysvc.urls")
    except Resolver404:
        match = resolve(path, "tests.serving.test_logs")
    assert shown_path(match, path, 200) == shown


STYLES = "/static/console.css"


@each_row(
    "path, status, shown",
    [("/hash/?input=a", 404, "<unknown>"), (STYLES, 200, STYLES), (STYLES, 304, STYLES)]
    + [("/secret", status, "<unknown>") for status in (301, 400)],
)
def test_path_that_no_route_owns_is_not_shown(path, status, shown):
    """G15: the path may be anything, for example an IP address without its slash."""
    assert shown_path(None, path, status) == shown


def test_line_is_one_json_object(pipe):
    """S6: with the name of the key, if there is one."""
    written = line_of(pipe)
    line = json.loads(written)
    assert written.endswith("}\n")
    assert list(line) == ["time", "method", "path", "status", "ms", "client_ms", "bytes", "id", "key"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line.pop("time"))
    times = {"ms": 1.5, "client_ms": 250.0}
    rest = {"bytes": 182, "id": "abc", "key": "alice"}
    assert line == {"method": "GET", "path": "/uuid/", "status": 200, **times, **rest}


def test_line_is_for_people_with_debug(pipe):
    assert re.fullmatch(r"\d\d:\d\d:\d\d GET +/uuid/ +200 +1\.5 ms +182 bytes\n", line_of(pipe, for_people=True))


@pytest.mark.parametrize("is_full", [False, True], ids=["reader gone", "disk full"])
def test_line_that_cannot_be_written_costs_nothing(is_full):
    reading, writing = os.pipe()
    os.close(reading)
    if is_full:
        os.close(writing)
        writing = os.open("/dev/full", os.O_WRONLY)
    log = AccessLog(descriptor=writing)
    write(log)
    log.close()
    os.close(writing)


def test_lines_that_wait_take_little_more_memory_than_their_text(monkeypatch):
    """A pipe that nobody reads costs the service little memory: at most 10,000 lines wait."""
    monkeypatch.setattr(ThreadPoolExecutor, "submit", lambda *_: None)  # nobody writes them
    log = AccessLog()
    tracemalloc.start()
    try:
        for _ in range(1000):
            write(log)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 1_000_000


def test_lines_that_keep_coming_do_not_pile_up_work_for_the_thread(monkeypatch):
    monkeypatch.setattr(access_log, "GATHER_SECONDS", 0)
    monkeypatch.setattr(access_log, "os", SimpleNamespace(write=lambda _, line: time.sleep(0.001) or len(line)))
    submitted, submit = [], ThreadPoolExecutor.submit
    monkeypatch.setattr(ThreadPoolExecutor, "submit", lambda *given: submitted.append(submit(*given)))
    log, most = AccessLog(), 0
    for _ in range(5000):
        write(log)
        most = max(most, sum(not each.done() for each in submitted[-20:]))
    log.close()
    assert len(submitted) > 20, "the thread never waited for a line"
    assert most < 5


def test_s5_log_into_a_pipe_that_nobody_reads_holds_up_nobody(pipe, monkeypatch):
    """Lines for which the queue has no room are dropped. As soon as there is room, a line tells how many."""
    reading, writing = pipe
    monkeypatch.setattr(access_log, "MAX_LINES", 500)
    log = AccessLog(None, writing)
    written, received, dropped = 2_000, [], []
    for _ in range(written):  # a write that waited for the pipe would wait for ever: nobody reads it yet
        write(log)

    def receive():
        while piece := os.read(reading, 65536):
            received.append(piece)

    def are_all_told():
        nonlocal written
        lines = [json.loads(line) for line in b"".join(received).splitlines() if line.endswith(b"}")]
        dropped[:] = [line["dropped"] for line in lines if "dropped" in line]
        if sum(dropped) + len(lines) - len(dropped) == written:
            return True
        write(log)  # one for which there is room tells how many were dropped before it
        written += 1
        return False

    Thread(target=receive, daemon=True).start()
    eventually(are_all_told, pause=0.1)
    assert dropped


def test_warning_that_clients_cause_is_told_once_a_minute():
    """The next warning tells how many were suppressed. Other messages and more severe ones are not suppressed."""
    once = once_a_minute()

    def passes(seconds, message="Invalid HTTP request received.", level=logging.WARNING):
        record = logging.LogRecord("uvicorn.error", level, "", 0, message, (), None)
        record.created = seconds
        return once(record) and record.getMessage()

    assert passes(100) == "Invalid HTTP request received."
    assert [passes(101), passes(159.9)] == [False, False]
    assert passes(150, "Unsupported upgrade request.") == "Unsupported upgrade request."
    assert passes(151, level=logging.ERROR) == "Invalid HTTP request received."
    assert passes(160) == "Invalid HTTP request received. (2 more since the last such line)"
    assert passes(221) == "Invalid HTTP request received."


TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"  # the example of the W3C's recommendation


@each_row("header, flags", rows("traces.tsv"))
def test_a_valid_trace_is_continued_and_no_other(header, flags):
    continued = continued_trace(header)
    assert re.fullmatch("" if flags == "-" else f"00-{TRACE}-(?!{SPAN})[0-9a-f]{{16}}-{flags}", continued)


def test_g21_the_front_remembers_no_path_with_an_address(pipe):
    front = Front(WhiteNoise(None), AccessLog(descriptor=pipe[1]))
    for asked in ("/ip/192.0.2.77/", "/uuid/"):
        event_loop.run(event_loop.exchange(front, asked))
    remembered = repr(vars(front))
    assert ("192.0.2.77" in remembered, "/uuid/" in remembered) == (False, True)


def test_trace_in_the_line_and_in_the_answer(pipe):
    log = AccessLog(descriptor=pipe[1])
    front = Front(WhiteNoise(None), log)
    front.answer = lambda request: HttpResponse()
    given = [(b"traceparent", f"00-{TRACE}-{SPAN}-01".encode())], [(b"traceparent", b"00-x")], []
    answered = [event_loop.run(event_loop.exchange(front, "/uuid/", *headers)) for headers in given]
    log.close()
    lines = [json.loads(line) for line in os.read(pipe[0], 65536).splitlines()]
    assert (lines[0]["trace"], lines[0]["id"]) == (TRACE, "")
    assert answered[0][b"traceresponse"].decode() == f"00-{TRACE}-{lines[0]['span']}-01"
    assert [b"traceresponse" in headers for headers in answered] == [True, False, False]
    assert [set(line) & {"trace", "span"} for line in lines[1:]] == [set(), set()]
