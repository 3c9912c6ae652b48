"""A host's own code around our views: what reads the request before a view and after it, and the answer (F2)."""

import gzip
import hashlib
import json
import sys
from io import BytesIO

import pytest
from django.core.signals import got_request_exception
from django.http import HttpResponse, RawPostDataException
from django.test import Client, RequestFactory, override_settings
from django.urls import path
from django.views.decorators.cache import cache_page, never_cache
from django.views.decorators.common import no_append_slash as no_append
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page
from rest_framework.parsers import ParseError
from rest_framework.permissions import BasePermission

from hashing.views import HashView
from tests.conftest import SERVICES
from tests.reuse.test_urls import as_host
from utilitysvc.kit import ServiceError
from uuids.views import UUIDView

PARAMETERS = {"count": 2, "format": "urn"}
BODY = json.dumps(PARAMETERS).encode()
FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=b"
PARTS = b'--b\r\nContent-Disposition: form-data; name="count"\r\n\r\n2\r\n--b--\r\n'


def post(body, content_type, chunked):
    """A request as a server makes it of a body with its length, or of one that comes in chunks."""
    request = RequestFactory().post("/", body, content_type)
    if chunked:
        request.META.pop("CONTENT_LENGTH", None)
        request.META |= {
            "HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True, "wsgi.input": BytesIO(body),
        }  # fmt: skip
    return request


def posted(body=BODY, content_type="application/json", chunked=False, **view):
    """The answer to a POST, and the request; ``view``: what a host's subclass would set."""
    request = post(body, content_type, chunked)
    for reading in view.pop("before", ()):
        reading(request)
    return UUIDView.as_view(**view)(request).render(), request


def permission(look):
    """A permission class that looks at the request before the view does, and lets everyone in."""

    class Permission(BasePermission):
        def has_permission(self, request, view):
            look(request)
            return True

    return {"permission_classes": [Permission]}


def answered(response):
    body = json.loads(response.content)
    assert response.status_code == 200, body
    return body["count"], body["format"]


READINGS = {
    "data": lambda request: request.data,
    "POST and FILES": lambda request: (request.POST, request.FILES),
    "body": lambda request: request.body,
    "query_params": lambda request: request.query_params,
    "version": lambda request: (request.version, request.versioning_scheme),
    "content_type": lambda request: request.content_type,
    "body, then data": lambda request: (request.body, request.data),
    "data, then body": lambda request: (request.data, request.body),
    "django's own": lambda request: (request._request.body, request._request.POST),
}


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("reading", READINGS.values(), ids=READINGS)
def test_f2_whatever_a_permission_reads(reading, chunked):
    response, _ = posted(chunked=chunked, **permission(reading))
    assert answered(response) == (2, "urn")


@pytest.mark.parametrize("chunked", [False, True])
def test_f2_a_permission_sees_what_was_sent(chunked):
    seen = []
    posted(chunked=chunked, **permission(lambda request: seen.append((request.data, dict(request.query_params)))))
    assert seen == [(PARAMETERS, {})]


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("before", [lambda r: r.body, lambda r: r.POST, lambda r: (r.POST, r.body), lambda r: r.FILES])
def test_f2_whatever_a_middleware_reads_before(before, chunked):
    response, _ = posted(before=[before], chunked=chunked)
    assert answered(response) == (2, "urn")


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("body", [BODY, b"", b"{", b"[" * 100, b"\xff"])
def test_f2_a_middleware_reads_the_body_after(body, chunked):
    _, request = posted(body, chunked=chunked)
    assert request.body == body
    assert not request.POST


@pytest.mark.parametrize(
    ("body", "content_type"), [(b"count=2", FORM), (PARTS, MULTIPART), (b"<a/>", "text/xml"), (b"count=2", "")]
)
@pytest.mark.parametrize("before", [[], [lambda r: r.body], [lambda r: r.POST]], ids=["", "body", "POST"])
def test_f2_a_form_is_refused_whoever_has_read_it(body, content_type, before):
    """CSRF protection of a session reads the form before the view does."""
    response, _ = posted(body, content_type, before=before)
    assert response.status_code == 415


@pytest.mark.parametrize(("limit", "status"), [(len(BODY), 200), (len(BODY) - 1, 413)])
@pytest.mark.parametrize("before", [[], [lambda r: r.body]], ids=["", "body"])
@pytest.mark.parametrize("chunked", [False, True])
def test_f2_the_limit_holds_whoever_reads_first(limit, status, before, chunked):
    with override_settings(UTILITYSVC_MAX_BODY_BYTES=limit):
        assert posted(before=before, chunked=chunked)[0].status_code == status
        assert posted(chunked=chunked, **permission(READINGS["data"]))[0].status_code == status


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [(b"{", "application/json", 400), (b"[]", "application/json", 400), (b"a", FORM, 415)],
)
def test_f2_an_error_of_the_body_is_reported_whoever_reads_first(body, content_type, status):
    """Also where a permission goes on after it: the request is not taken for an empty one."""
    refused, _ = posted(body, content_type, **permission(READINGS["data"]))
    ignored, _ = posted(body, content_type, **permission(careless))
    alone, _ = posted(body, content_type)
    assert refused.status_code == ignored.status_code == alone.status_code == status
    assert refused.content == ignored.content == alone.content


class DenyAll(BasePermission):
    def has_permission(self, request, view):
        return False


def careless(request):
    try:
        request.data  # noqa: B018  # the access reads it
    except (ParseError, ServiceError):
        return


class LoggingView(UUIDView):
    """As a company's, which notes every request and answer."""

    seen = []  # emptied by the test

    def finalize_response(self, request, response, *args, **kwargs):
        self.seen.append((request.data, response.status_code, sorted(response.data)))
        return super().finalize_response(request, response, *args, **kwargs)


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(
    ("body", "data", "status"),
    [
        (BODY, PARAMETERS, 200),
        (b"", {}, 200),
        (b'{"count": 0}', {"count": 0}, 400),
        (b"{", {}, 400),  # as after a parse error of DRF's own
        (b'{"count": "' + b"1" * 200 + b'"}', {}, 413),
    ],
)
def test_f2_finalize_response_sees_question_and_answer(body, data, status, chunked):
    LoggingView.seen.clear()
    request = post(body, "application/json", chunked)
    with override_settings(UTILITYSVC_MAX_BODY_BYTES=200):
        response = LoggingView.as_view()(request).render()
    ((seen, seen_status, keys),) = LoggingView.seen
    assert (seen, seen_status) == (data, status) == (data, response.status_code)
    assert keys == sorted(json.loads(response.content))


@pytest.mark.parametrize("method", ["get", "head", "delete"])
def test_f2_without_a_body_data_are_empty(method):
    seen = []
    request = getattr(RequestFactory(), method)("/?count=2")
    view = UUIDView.as_view(
        **permission(lambda request: seen.append((request.data, request.query_params["count"], request.body)))
    )
    view(request).render()
    assert seen == [({}, "2", b"")]


@pytest.mark.parametrize("order", ["before", "after"])
@pytest.mark.parametrize(("body", "data"), [(BODY, PARAMETERS), (b"{", {}), (b"x" * 2000, {})])
def test_f2_data_of_a_request_that_the_host_refuses(body, data, order):
    """Nobody has read them before; an error in them has nobody to be reported to."""
    seen = []

    class Refusing(UUIDView):
        permission_classes = (DenyAll,)

        def finalize_response(self, request, response, *args, **kwargs):
            if order == "before":
                seen.append(request.data)
            response = super().finalize_response(request, response, *args, **kwargs)
            seen.append(request.data)
            return response

    request = post(body, "application/json", chunked=False)
    with override_settings(UTILITYSVC_MAX_BODY_BYTES=1000):
        assert Refusing.as_view()(request).render().status_code == 403
    assert seen == [data] * len(seen)
    assert seen


FILE = b"x" * 300_000
FILE_DIGEST = hashlib.md5(FILE).hexdigest()


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("before", [[], [lambda r: r.body], [lambda r: r.POST]], ids=["", "body", "POST"])
@pytest.mark.parametrize(
    "reading", [lambda r: None, lambda r: r.data, lambda r: (r.POST, r.FILES), lambda r: r._request.body]
)
def test_f2_a_file_arrives_whoever_has_asked_for_it(reading, before, chunked):
    """H10. Who asks for its ``data`` finds none, and leaves it for the view; who asks for its ``body`` has it read."""
    request = post(FILE, "application/octet-stream", chunked)
    request.META["QUERY_STRING"] = "algorithm=md5"
    for read in before:
        read(request)
    response = HashView.as_view(**permission(reading))(request).render()
    answer = json.loads(response.content)
    assert (answer["bytes"], answer["hash"]) == (len(FILE), FILE_DIGEST)


@pytest.mark.parametrize("chunked", [False, True])
def test_f2_a_file_has_no_data_after_its_answer(chunked):
    seen = []

    class Watching(HashView):
        def finalize_response(self, request, response, *args, **kwargs):
            response = super().finalize_response(request, response, *args, **kwargs)
            seen.append(request.data)
            return response

    Watching.as_view()(post(FILE, "application/octet-stream", chunked)).render()
    assert seen == [{}]


@pytest.mark.parametrize("view", [UUIDView, HashView])
def test_f2_a_stream_that_a_host_has_used_up_is_the_hosts_error(view):
    """As DRF has it elsewhere; a 400 would blame the client."""
    told = []
    got_request_exception.connect(lambda sender, **_: told.append(type(sys.exception())), weak=False, dispatch_uid=told)
    request = post(BODY, "application/json" if view is UUIDView else "application/octet-stream", chunked=False)
    request.read()
    response = view.as_view()(request).render()
    got_request_exception.disconnect(dispatch_uid=told)
    assert (response.status_code, told) == (500, [RawPostDataException])


@pytest.mark.parametrize("service", SERVICES, ids=str)
def test_f2_every_view_has_data_that_a_host_may_read(service):
    """An answer is DRF's Response: what renders, signs or counts it finds the same in ``data`` and ``content``."""
    from django.urls import resolve

    response = resolve(service.path).func(RequestFactory().get(service.path, service.refused)).render()
    assert json.loads(response.content) == response.data


class Changing(UUIDView):
    """As a company's, which adds to every answer."""

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        response.data = {"company": "é", **response.data}
        response.headers["X-Company"] = "yes"
        return response


@pytest.mark.parametrize(("query", "status"), [("count=1", 200), ("count=0", 400)])
def test_f2_what_a_host_changes_of_an_answer_is_sent(query, status):
    response = Changing.as_view()(RequestFactory().get(f"/?{query}")).render()
    assert (response.status_code, response.headers["X-Company"]) == (status, "yes")
    assert next(iter(json.loads(response.content))) == "company"


@pytest.mark.parametrize(
    "decorator", [gzip_page, conditional_page, cache_page(60), never_cache, csrf_protect, no_append]
)
def test_f2_a_view_may_be_decorated(decorator):
    """Some decorators wait until an answer is written, and then put another in its place."""
    urls = [path("uuid/", decorator(UUIDView.as_view()))]
    with as_host(*urls):
        asked = [Client().get("/uuid/?count=100", headers={"accept-encoding": "gzip"}) for _ in range(2)]
    contents = [gzip.decompress(one.content) if "Content-Encoding" in one.headers else one.content for one in asked]
    assert [one.status_code for one in asked] == [200, 200]
    assert ("Content-Encoding" in asked[0].headers) is (decorator is gzip_page)
    assert json.loads(contents[0])["uuids"] != json.loads(contents[1])["uuids"]


def test_f2_middleware_of_djangos_own():
    """A site-wide cache keeps no answer, since each says no-store."""
    middleware = [
        f"django.middleware.{name}"
        for name in (
            "cache.UpdateCacheMiddleware",
            "gzip.GZipMiddleware",
            "http.ConditionalGetMiddleware",
            "common.CommonMiddleware",
            "cache.FetchFromCacheMiddleware",
        )
    ]
    with as_host(path("uuid/", UUIDView.as_view())), override_settings(MIDDLEWARE=middleware):
        answers = [Client().get("/uuid/?count=1") for _ in range(3)]
    assert {one.status_code for one in answers} == {200}
    assert len({one.content for one in answers}) == 3


def test_f2_callbacks_see_the_written_answer_in_their_order():
    seen = []
    response = UUIDView.as_view()(RequestFactory().get("/"))
    response.add_post_render_callback(lambda written: seen.append(written.content))
    response.add_post_render_callback(lambda written: HttpResponse("another"))
    assert response.render().content == b"another"
    response.add_post_render_callback(lambda written: seen.append(written.content))
    assert seen == [response.content, response.content]
    assert response.render() is response
