"""Errors of ours and of the host, for every service (G12, G13), and what the logs may hold (G15)."""

import io
import logging

import pytest
from django.core.exceptions import SuspiciousOperation
from django.http import Http404
from rest_framework import exceptions

from tests.conftest import one_of_each_shape
from utilitysvc.kit.logs import PrivateFormatter
from utilitysvc.kit.operation import Operation
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.tracing import private_traceback

INTERNAL = "Internal server error"
SECRET = "xyzzy-Geheimnis"


@pytest.fixture
def log():
    """What is written at the default level, in the format that is shipped."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(PrivateFormatter())
    logging.getLogger().addHandler(handler)
    yield stream
    logging.getLogger().removeHandler(handler)


def fail_with(monkeypatch, exception):
    """Let every computation raise ``exception``."""

    def compute(operation, values):
        raise exception

    monkeypatch.setattr(Operation, "compute", compute)


@one_of_each_shape
@pytest.mark.parametrize(
    "exception",
    [
        RuntimeError(SECRET),
        KeyError(SECRET),
        RecursionError(),
        MemoryError(),
        UnicodeDecodeError("utf-8", SECRET.encode(), 0, 1, SECRET),
        ExceptionGroup(SECRET, [ValueError(SECRET)]),
    ],
    ids=repr,
)
def test_error_of_ours(api, service, monkeypatch, log, caplog, exception):
    """G13, G12, G15: the id alone reaches the client; the log has it with the traceback, and nothing of the input."""
    fail_with(monkeypatch, exception)
    for response in (
        api.get(service.path, service.example | {"unknown": SECRET}),
        api.post(service.path, service.example | {"unknown": SECRET}),
    ):
        service.says(response, 500, INTERNAL)
        identity = response.headers["X-Request-ID"]
        assert identity in response.content.decode() or service.path.startswith("/ip/")
        assert SECRET not in response.content.decode()
        assert b"Traceback" not in response.content
        assert b".py" not in response.content
        assert identity in log.getvalue()
    assert [record.name for record in caplog.records] == 2 * ["django.request"]  # F3: which error trackers ignore
    assert "test_errors.py" in log.getvalue()
    assert f"{type(exception).__module__}.{type(exception).__qualname__}" in log.getvalue()
    assert SECRET not in log.getvalue()


def test_the_id_in_the_answer_is_the_clients_own_or_a_new_one(api, monkeypatch):
    """G13, S4: so that it can be followed through the logs of both."""
    fail_with(monkeypatch, RuntimeError())
    answers = [api.get("/uuid/", **headers) for headers in ({"x_request_id": "order-66"}, {}, {})]
    identities = [answer.headers["X-Request-ID"] for answer in answers]
    assert [answer.json() for answer in answers] == [
        {"error": INTERNAL, "details": f"Request id: {identity}"} for identity in identities
    ]
    assert identities[0] == "order-66"
    assert len(set(identities)) == 3


def test_an_answer_that_cannot_be_written_is_a_fault_of_ours(api, monkeypatch, log):
    """G13: it appears outside of the view."""
    monkeypatch.setattr(Operation, "compute", lambda operation, values: {SECRET: object()})
    response = api.get("/uuid/")
    assert (response.status_code, response.json()["error"]) == (500, INTERNAL)
    assert response.json()["details"] == f"Request id: {response.headers['X-Request-ID']}"
    assert SECRET not in response.content.decode() + log.getvalue()


@one_of_each_shape
@pytest.mark.parametrize(
    ("exception", "status", "error"),
    [
        (ServiceError("No", "not so", 418), 418, "No"),
        (exceptions.Throttled(wait=7), 429, "Too Many Requests"),
        (Http404(SECRET), 404, "Not Found"),
    ],
)
def test_policy_of_a_host_has_the_services_shape(api, service, monkeypatch, exception, status, error, log):
    """G12: what a site's own policy raises, which is logged as no fault; tests/reuse/test_policy.py has every kind."""
    fail_with(monkeypatch, exception)
    response = api.get(service.path, service.example)
    service.says(response, status, error)
    assert SECRET not in response.content.decode()
    assert response.headers.get("Retry-After") == ("7" if status == 429 else None)
    assert log.getvalue() == ""


@one_of_each_shape
@pytest.mark.parametrize(
    "host", ["evil.example", "a b", "exa_mple.org", "", "example.org:x", "[::1", "é.org", "example.org\x00"]
)
def test_host_that_is_not_allowed(api, settings, service, host, log):
    """G12: 400 in JSON, for every path and method, and no line in the log."""
    assert api.get(service.path, service.example, host="whoever.example:1234").status_code == 200  # by default
    settings.ALLOWED_HOSTS = ["example.org"]
    assert api.get(service.path, service.example, host="example.org:8000").status_code == 200
    log.truncate(log.seek(0))  # what a service says when it opens its databases
    for response in (
        api.get(service.path, service.example, host=host),
        api.send("PUT", "/nope", headers={"host": host}),
    ):
        assert (response.status_code, response.headers["Content-Type"]) == (400, "application/json")
        assert list(response.json()) == ["error", "details"]
        assert response.headers["Cache-Control"] == "no-store"
    assert api.get("/health/live/", host=host).status_code == 200
    assert log.getvalue() == ""


def test_what_fails_outside_of_any_service_is_json(api, monkeypatch, log):
    """G12, G13: what Django itself refuses, and a fault of ours, with its id, which no view has made yet."""

    def fail_outside(exception):
        def raise_it(*args):
            raise exception

        monkeypatch.setattr("django.http.HttpRequest.get_host", raise_it)
        response = api.get(f"/{SECRET}", {"input": SECRET}, x_request_id="me")
        return response.status_code, response.json()

    assert fail_outside(RuntimeError(SECRET)) == (500, {"error": INTERNAL, "details": "Request id: me"})
    assert "request me" in log.getvalue()
    assert "raise_it" in log.getvalue()
    assert SECRET not in log.getvalue()
    status, body = fail_outside(SuspiciousOperation(SECRET))
    assert (status, list(body)) == (400, ["error", "details"])
    assert SECRET not in str(body)


def test_no_input_reaches_the_log_by_any_status(api, service, monkeypatch, log):
    """G15: in path, query, body, header, or the value that is refused."""
    secret = {"input": SECRET, "ip": SECRET, "count": SECRET, "length": SECRET, "text": SECRET, "timezone": SECRET}
    found = {
        api.get(service.path, secret).status_code,
        api.post(service.path, secret).status_code,
        api.post(service.path, service.example | {"unknown": SECRET}).status_code,
        api.post(service.path, f'{{"{SECRET}'.encode()).status_code,
        api.post(service.path, SECRET.encode(), f"text/{SECRET}").status_code,
        api.post(service.path, SECRET.encode() * 100_000).status_code,
        api.send("PUT", service.path, query=secret).status_code,
        api.get(f"/{SECRET}{service.path}").status_code,
        api.get(service.path, service.example, x_request_id=SECRET + " ", accept=SECRET, referer=SECRET).status_code,
    }
    fail_with(monkeypatch, RuntimeError(SECRET))
    found.add(api.get(service.path, service.example | {"x": SECRET}).status_code)
    assert found == {200, 400, 404, 405, 413, 415, 500}
    assert SECRET not in log.getvalue()


def test_formatter_leaves_out_messages_that_another_has_formatted(log):
    """G15: logging keeps a formatted traceback on the record, for whichever handler comes next."""
    record = logging.LogRecord("django.request", logging.ERROR, __file__, 1, "x", None, None)
    try:
        int(SECRET)
    except ValueError as exc:
        record.exc_info = (ValueError, exc, exc.__traceback__)
    assert SECRET in logging.Formatter().format(record)
    assert SECRET not in PrivateFormatter().format(record)


def test_private_traceback_follows_causes_and_contexts():
    """G13, G15: where each exception arose, never what it says."""
    try:
        try:
            try:
                int(SECRET)
            except ValueError:
                raise KeyError(SECRET) from None
        except KeyError as exc:
            raise OSError(SECRET) from exc
    except OSError as exc:
        text = private_traceback(exc)
    assert SECRET not in text
    assert [name for name in ("OSError", "KeyError", "ValueError") if f"builtins.{name}" in text] == [
        "OSError",
        "KeyError",
    ]
    assert text.count("test_errors.py") == 2
