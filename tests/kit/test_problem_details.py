"""Errors as problem details (G20), RFC 9457: every status, in every shape of an error, and who gets them."""

import json
from http.client import responses

import orjson
import pytest
from rest_framework.exceptions import Throttled

from tests.kit.test_errors import fail_with
from tests.tables import each_row, rows
from utilitysvc.kit.exception_handler import error_answer
from utilitysvc.kit.renderers import PROBLEM, prefers
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.serving import refusals

MEMBERS = ["type", "title", "status", "detail", "instance"]


def is_problem(response, status, detail, *more):
    """See that ``response`` is a problem with this status and detail, then the members ``more``; return its body."""
    body = json.loads(response.content)
    assert response.status_code == status
    assert response.headers["Content-Type"] == PROBLEM
    assert list(body) == [*MEMBERS, *more]
    assert body["type"] == "about:blank"
    assert (body["title"], body["status"]) == (responses[status], status)
    assert body["instance"] == f"urn:utilitysvc:request:{response.headers['X-Request-ID']}"
    assert detail in body["detail"]
    return body


@each_row(
    ("accept", "wanted"),
    rows("problem_details_accept.json"),
)
def test_g20_who_gets_problem_details(accept, wanted):
    assert prefers(accept, PROBLEM) is wanted


def test_g20_the_keys_of_the_shape_follow(api, service):
    """Those of the service as they are, but for ``status``, which stands there already."""
    plain = json.loads(api.get(service.path, service.refused).content)
    body = is_problem(
        api.get(service.path, service.refused, accept=PROBLEM),
        service.refusal.status,
        str(service.refusal),
        *(name for name in plain if name != "status"),
    )
    assert body["detail"] == str(service.refusal)
    assert {name: body[name] for name in plain if name != "timestamp"} == {
        name: value for name, value in plain.items() if name != "timestamp"
    }


@pytest.mark.parametrize(
    ("method", "path", "body", "content_type", "status", "detail", "more"),
    rows("problem_details_statuses.json"),
)
def test_g20_every_status_and_shape(api, settings, located, method, path, body, content_type, status, detail, more):
    settings.GEOIP_PATH, settings.UTILITYSVC_MAX_BODY_BYTES = located, 100
    response = api.send(method, path, body=body.encode(), content_type=content_type, headers={"accept": PROBLEM})
    is_problem(response, status, detail, *more)


@each_row(
    ("exception", "status", "detail"),
    [
        (RuntimeError("xyzzy"), 500, "Internal server error: Request id: "),
        (Throttled(wait=7), 429, "Too Many Requests: "),
        (ServiceError("Not installed", "yaml", 501), 501, "Not installed: yaml"),
    ],
)
def test_g20_what_a_view_or_a_policy_raises(api, monkeypatch, exception, status, detail):
    fail_with(monkeypatch, exception)
    is_problem(api.get("/uuid/", accept=PROBLEM), status, detail, "error", "details")


def test_g20_a_host_that_is_not_served(api, settings):
    settings.ALLOWED_HOSTS = ["api.example.com"]
    is_problem(api.get("/uuid/", accept=PROBLEM), 400, "Invalid host: ", "error", "details")


@each_row("status", [*refusals.DETAILS, 500])
def test_g20_the_servers_own_refusals(caplog, status):
    """And a fault of the front."""
    asked = {"HTTP_ACCEPT": PROBLEM, "HTTP_X_REQUEST_ID": "abc"}
    error = RuntimeError("xyzzy") if status == 500 else refusals.refused(status)
    answer = refusals.answer(error, asked)
    headers, body = answer.headers, orjson.loads(answer.content)
    assert (headers["Content-Type"], headers["X-Request-ID"]) == (PROBLEM, "abc")
    assert list(body) == [*MEMBERS, "error", "details"]
    assert body["detail"] == f"{body['error']}: {body['details']}"
    assert (body["status"], body["instance"]) == (status, "urn:utilitysvc:request:abc")


def test_g20_members_of_a_site_s_own_shape_do_not_replace_those_of_a_problem():
    body = {"title": "own", "status": "failed", "error": "Wrong"}
    asked = {"HTTP_ACCEPT": "application/problem+json", "HTTP_X_REQUEST_ID": "id"}
    problem = error_answer(ServiceError("Wrong"), asked, lambda *_: body).data
    assert list(problem.items()) == [
        ("type", "about:blank"),
        ("title", "Bad Request"),
        ("status", 400),
        ("detail", "Wrong"),
        ("instance", "urn:utilitysvc:request:id"),
        ("error", "Wrong"),
    ]
