"""A host's own code around our views: what reads the request before a view and after it, and the answer (F2)."""

import gzip
import hashlib
import json
import sys
from io import BytesIO
from itertools import product

import pytest
from django.core.signals import got_request_exception
from django.http import HttpResponse, RawPostDataException
from django.test import Client, RequestFactory, override_settings
from django.urls import path
from django.views.decorators.cache import cache_page
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page
from rest_framework.parsers import ParseError
from rest_framework.permissions import BasePermission

from hashing.views import HashView
from tests.reuse.test_urls import as_host
from tests.serving.wire import as_bytes
from tests.tables import each_row, rows
from utilitysvc.kit import ServiceError
from uuids.views import UUIDView

PARAMETERS = {"count": 2, "format": "urn"}
BODY = json.dumps(PARAMETERS).encode()
JSON, BYTES = "application/json", "application/octet-stream"
FILE = b"x" * 300_000
MAX_BODY_BYTES = 200
CHUNKED = (False, True)
#: What a middleware has read of Django's request before the view, CSRF protection of a form among them.
BEFORE = (lambda r: None, lambda r: r.body, lambda r: r.POST, lambda r: (r.POST, r.body), lambda r: r.FILES)


def careless(request):
    try:
        request.data  # noqa: B018  # the access reads it
    except (ParseError, ServiceError):
        return


#: What a permission reads of DRF's.
READINGS = (
    careless,
    lambda request: (request.POST, request.FILES),
    lambda request: (request.body, request.data),
    lambda request: (request.data, request.body),
    lambda request: (request.query_params, request.version, request.content_type),
    lambda request: (request._request.body, request._request.POST),
)


def post(body, content_type=JSON, chunked=False, query=""):
    """A request as a server makes it of a body with its length, or of one that comes in chunks."""
    request = RequestFactory().post("/", body, content_type, QUERY_STRING=query)
    if chunked:
        request.META.pop("CONTENT_LENGTH", None)
        request.META |= {
            "HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True, "wsgi.input": BytesIO(body),
        }  # fmt: skip
    return request


def permission(look, answer=True):
    """A permission that looks at the request before the view does, and lets everyone in or nobody."""

    class Permission(BasePermission):
        def has_permission(self, request, view):
            look(request)
            return answer

    return {"permission_classes": [Permission]}


@each_row("reading, before, chunked", product(READINGS, BEFORE, CHUNKED))
def test_f2_a_body_is_read_whoever_has_read_it_before(reading, before, chunked):
    request = post(BODY, chunked=chunked)
    before(request)
    response = UUIDView.as_view(**permission(reading))(request).render()
    assert response.status_code == 200, response.content
    assert {name: json.loads(response.content)[name] for name in PARAMETERS} == PARAMETERS


@each_row("reading, before, chunked", product(READINGS, BEFORE[:3], CHUNKED))
def test_f2_a_file_arrives_whoever_has_asked_for_it(reading, before, chunked):
    """H10. Who asks for its ``data`` finds none, and leaves it for the view; who asks for its ``body`` has it read."""
    request = post(FILE, BYTES, chunked, query="algorithm=md5")
    before(request)
    answer = json.loads(HashView.as_view(**permission(reading))(request).render().content)
    assert (answer["bytes"], answer["hash"]) == (len(FILE), hashlib.md5(FILE).hexdigest())


@each_row("body, content_type, status", rows("around_refused.tsv"))
@each_row("before", BEFORE[:3])
def test_f2_an_error_of_the_body_is_reported_whoever_reads_first(body, content_type, status, before):
    """Also where a permission goes on after it: the request is not taken for an empty one."""
    with override_settings(UTILITYSVC_MAX_BODY_BYTES=MAX_BODY_BYTES):
        body, content_type = as_bytes(body), content_type.strip("-")
        alone = UUIDView.as_view()(post(body, content_type)).render()
        for reading in (READINGS[0], lambda request: request.data):
            request = post(body, content_type)
            before(request)
            response = UUIDView.as_view(**permission(reading))(request).render()
            assert (response.status_code, response.content) == (int(status), alone.content)


class LoggingView(UUIDView):
    """As a company's, which notes every request and answer, and adds to it."""

    seen = []  # emptied by the test

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        self.seen.append((request.data, response.status_code, sorted(response.data)))
        response.data = {"company": "é", **response.data}
        return response


@each_row("chunked", CHUNKED)
@each_row("body, data, status", rows("around_answered.json"))
def test_f2_finalize_response_sees_request_and_answer_and_may_change_it(body, data, status, chunked):
    LoggingView.seen.clear()
    body = as_bytes(body)
    request = post(body, chunked=chunked)
    with override_settings(UTILITYSVC_MAX_BODY_BYTES=MAX_BODY_BYTES):
        response = LoggingView.as_view()(request).render()
    ((seen, seen_status, keys),) = LoggingView.seen
    assert (seen, seen_status) == (data, status) == (data, response.status_code)
    assert sorted({"company", *keys}) == sorted(json.loads(response.content))
    assert request.body == body


@each_row(("body", "data"), [(BODY, PARAMETERS), (b"{", {}), (b"x" * (MAX_BODY_BYTES + 1), {})])
def test_f2_data_of_a_request_that_the_host_refuses(body, data):
    """Nobody has read them before; an error in them has nobody to be reported to."""
    LoggingView.seen.clear()
    with override_settings(UTILITYSVC_MAX_BODY_BYTES=MAX_BODY_BYTES):
        view = LoggingView.as_view(**permission(lambda request: None, answer=False))
        assert view(post(body)).render().status_code == 403
    assert LoggingView.seen[0][:2] == (data, 403)


@each_row("method", ["get", "head", "delete"])
def test_f2_without_a_body_data_are_empty(method):
    seen = []
    look = permission(lambda request: seen.append((request.data, request.query_params["count"], request.body)))
    UUIDView.as_view(**look)(getattr(RequestFactory(), method)("/?count=2")).render()
    assert seen == [({}, "2", b"")]


@each_row(("view", "content_type"), [(UUIDView, JSON), (HashView, BYTES)])
def test_f2_a_stream_that_a_host_has_used_up_is_the_hosts_error(view, content_type):
    """As DRF has it elsewhere; a 400 would blame the client."""
    told = []
    got_request_exception.connect(lambda sender, **_: told.append(type(sys.exception())), weak=False, dispatch_uid=told)
    request = post(BODY, content_type)
    request.read()
    response = view.as_view()(request).render()
    got_request_exception.disconnect(dispatch_uid=told)
    assert (response.status_code, told) == (500, [RawPostDataException])


@pytest.mark.parametrize("decorator", [gzip_page, conditional_page, cache_page(60), csrf_protect])
def test_f2_a_view_may_be_decorated(decorator):
    """Some decorators wait until an answer is written, and then put another in its place. No cache keeps ours."""
    with as_host(path("uuid/", decorator(UUIDView.as_view()))):
        asked = [Client().get("/uuid/?count=100", headers={"accept-encoding": "gzip"}) for _ in range(2)]
    contents = [gzip.decompress(one.content) if "Content-Encoding" in one.headers else one.content for one in asked]
    assert [one.status_code for one in asked] == [200, 200]
    assert ("Content-Encoding" in asked[0].headers) is (decorator is gzip_page)
    assert json.loads(contents[0])["uuids"] != json.loads(contents[1])["uuids"]


def test_f2_callbacks_see_the_written_answer_in_their_order():
    seen = []
    response = UUIDView.as_view()(RequestFactory().get("/"))
    response.add_post_render_callback(lambda written: seen.append(written.content))
    response.add_post_render_callback(lambda written: HttpResponse("another"))
    assert response.render().content == b"another"
    response.add_post_render_callback(lambda written: seen.append(written.content))
    assert seen == [response.content, response.content]
    assert response.render() is response
