"""Batch and agents' tools in a host's site: its policy applies to each call; errors are reported as by Django (F3)."""

import json
import subprocess
import sys
from functools import wraps

import pytest
from django.core.checks import run_checks
from django.core.exceptions import PermissionDenied
from django.core.signals import got_request_exception
from django.http import HttpResponse, JsonResponse
from django.test import Client, override_settings
from django.urls import clear_url_caches, include, path
from django.utils.translation import gettext_lazy
from rest_framework.permissions import BasePermission
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from hashing.views import HashView
from tests.reuse.wheel import ROOT
from utilitysvc.description import catalogue
from utilitysvc.interfaces import calls
from utilitysvc.interfaces.batch.views import BatchView
from utilitysvc.interfaces.mcp import tools
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import IntegerParameter
from utilitysvc.kit.urls import mount
from utilitysvc.kit.view import ComputeView
from uuids.services import UUIDResult, generate_uuids
from uuids.views import UUIDView


class Nobody(BasePermission):
    def has_permission(self, request, view):
        return False


class Twice(BaseThrottle):
    asked = 0

    def allow_request(self, request, view):
        Twice.asked += 1
        return Twice.asked <= 2


class ForbiddenHash(HashView):
    """A view that nobody may call."""

    permission_classes = (Nobody,)


class ThrottledUUIDs(UUIDView):
    """A view that answers two calls."""

    name = "throttled"
    tool = None
    throttle_classes = (Twice,)


class OfTenantA(BasePermission):
    def has_permission(self, request, view):
        return view.kwargs["tenant"] == "a"


class TenantUUIDs(UUIDView):
    """A view that only tenant a may call."""

    name = "of_tenant"
    tool = None
    permission_classes = (OfTenantA,)


class FuseParameters(ParameterSerializer):
    count = IntegerParameter(default=1, help_text="How many")


def fuse(*, count: int = 1) -> UUIDResult:
    """Raise an exception for a count of seven, as no function of ours should."""
    if count == 7:
        raise RuntimeError("secret input")
    return generate_uuids(count=count)


class FuseView(ComputeView):
    """The host's own function, which has a bug."""

    name = "fuse"
    operations = Operations(Operation("fuse", fuse, FuseParameters, str, {"One": {}}))


class OwnDispatch(UUIDView):
    """A view with the host's own dispatch, which refuses every call."""

    name = "dispatched"
    tool = None

    def dispatch(self, request, *args, **kwargs):
        return HttpResponse(status=402)


class OfTheBody(BasePermission):
    """A host's policy that reads the body itself, its length, and what DRF sets on each request."""

    def has_permission(self, request, view):
        assert (request.accepted_renderer.format, view.format_kwarg, request.version) == ("json", None, None)
        body = request._request.body
        return len(body) == int(request.META["CONTENT_LENGTH"]) < 30 and json.loads(body) == request.data


class SmallUUIDs(UUIDView):
    """A view that takes small bodies only, and adds to each answer."""

    name = "small"
    tool = None
    permission_classes = (OfTheBody,)

    def present(self, result):
        return super().present({**result, "site": "ours"})


class Remembered(BasePermission):
    """Keeps the requests that it is asked about."""

    requests = []

    def has_permission(self, request, view):
        self.requests.append(request._request)
        return True


class SeenUUIDs(UUIDView):
    """A view whose requests are kept."""

    name = "seen"
    tool = None
    permission_classes = (Remembered,)


def marked(get_response):
    def answer(request):
        request.mark = "the middleware's"
        return get_response(request)

    return answer


class RefusedUUIDs(UUIDView):
    """A view that refuses in the host's own words, which its renderers translate."""

    name = "refused"
    tool = None

    def dispatch(self, request, *args, **kwargs):
        return Response({"error": gettext_lazy("No"), "details": "", "limit": 5, "who": ["a"]}, status=409)


class LaterUUIDs(UUIDView):
    """A view that answers later."""

    name = "later"
    tool = None

    def dispatch(self, request, *args, **kwargs):
        return JsonResponse({"count": 1}, status=202)


def locked(view):
    @wraps(view)
    def refuse(request, *args, **kwargs):
        raise PermissionDenied

    return refuse


urlpatterns = [
    path("forbidden/", ForbiddenHash.as_view()),
    path("throttled/", ThrottledUUIDs.as_view()),
    path("small/", SmallUUIDs.as_view()),
    path("later/", LaterUUIDs.as_view()),
    path("refused/", RefusedUUIDs.as_view()),
    path("seen/<str:name>/", SeenUUIDs.as_view()),
    path("fuse/", FuseView.as_view()),
    path("dispatched/", OwnDispatch.as_view()),
    path("of/<str:tenant>/", TenantUUIDs.as_view()),
    path("wrapped/", locked(UUIDView.as_view())),
    mount("tools/uuid/", include("uuids.urls")),
    path("batch/", BatchView.as_view(renderer_classes=[JSONRenderer])),
    path("mcp/", include("utilitysvc.interfaces.mcp.urls")),
]


@pytest.fixture
def host(monkeypatch):
    """A client of a host's site, which has its own views and one that it wraps."""
    monkeypatch.setattr(Twice, "asked", 0)
    with override_settings(ROOT_URLCONF=__name__):
        clear_caches()
        yield Client(raise_request_exception=False)
    clear_caches()


def clear_caches():
    for cached in (catalogue._all, catalogue.endpoints, tools.by_name):
        cached.cache_clear()
    calls.known_functions.clear()
    clear_url_caches()


def batch(client, *paths, **parameters):
    body = {"calls": [{"path": path, "parameters": {"input": "a"} | parameters} for path in paths]}
    response = client.post("/batch/", body, content_type="application/json")
    return [(result["status"], result["body"]) for result in response.json()["results"]]


def ask(client, method, **params):
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return client.post("/mcp/", body, content_type="application/json").json()


@pytest.mark.parametrize(
    ("paths", "statuses"),
    [
        (["/forbidden/", "/tools/uuid/"], [403, 200]),
        (["/of/a/", "/of/b/", "/of/a/"], [200, 403, 200]),  # the permission is told what the host's path captures
        (["/throttled/"] * 4, [200, 200, 429, 429]),
        (["/wrapped/", "/dispatched/", "/tools/uuid/", "/tools/uuid"], [403, 402, 200, 200]),
    ],
)
def test_b9_b11_f4_each_call_is_judged_by_the_policy_of_its_own_view(host, paths, statuses):
    """B11: by permissions, throttles and overridden methods, as a request of its own."""
    assert [status for status, _ in batch(host, *paths)] == statuses
    assert Twice.asked == paths.count("/throttled/")


def test_b9_a_hosts_answer_without_data_is_told_by_its_status(host):
    assert batch(host, "/dispatched/") == [(402, {"error": "Payment Required", "details": ""})]


def test_b10_f4_a_path_that_captures_is_no_tool(host):
    assert "of_tenant" not in {tool["name"] for tool in ask(host, "tools/list")["result"]["tools"]}


def test_b11_a_host_reads_the_body_of_a_call_and_its_length(host):
    ((status, body),) = batch(host, "/small/")
    assert (status, body["count"], body["site"]) == (200, 1, "ours")
    assert [status for status, _ in batch(host, "/small/", input="\N{SNOWMAN}" * 10)] == [403]
    assert ask(host, "tools/call", name="small", arguments={})["result"]["structuredContent"]["count"] == 1


@override_settings(MIDDLEWARE=[f"{__name__}.marked"])
def test_b11_a_call_is_a_request_of_its_own_with_what_the_middleware_has_added(host):
    """Of the request that contains it, it has the headers and the scheme, but neither query nor body."""
    body = {"calls": [{"path": "/seen/é/", "parameters": {"count": 2}}]}
    sent = {"content-encoding": "identity", "transfer-encoding": "chunked", "x-own": "1"}
    host.post("/batch/?x=1", body, content_type="application/json", secure=True, headers=sent)
    call = Remembered.requests.pop()
    assert (call.path, call.method, call.mark, call.GET.dict()) == ("/seen/é/", "POST", "the middleware's", {})
    assert (call.is_secure(), call.resolver_match.kwargs, call.headers["x-own"]) == (True, {"name": "é"}, "1")
    assert (call.body, call.content_type) == (b'{"count":2}', "application/json")
    assert not {"HTTP_CONTENT_ENCODING", "HTTP_TRANSFER_ENCODING"} & call.META.keys()


@pytest.mark.parametrize(
    ("name", "words"), [("dispatched", "Payment Required"), ("refused", 'No; limit: 5; who: ["a"]')]
)
def test_b10_a_refusal_of_the_hosts_own_is_told_to_an_agent(host, name, words):
    result = ask(host, "tools/call", name=name, arguments={})["result"]
    assert result == {"content": [{"type": "text", "text": words}], "isError": True}


def test_b11_a_success_of_the_hosts_own_is_one_for_an_agent(host):
    result = ask(host, "tools/call", name="later", arguments={})["result"]
    assert (result["isError"], result["structuredContent"]) == (False, {"count": 1})


def test_b10_the_tools_are_the_functions_of_the_host(host):
    listed = [tool["name"] for tool in ask(host, "tools/list")["result"]["tools"]]
    assert listed == [
        "hash",
        "throttled",
        "small",
        "later",
        "refused",
        "fuse",
        "dispatched",
        "generate_uuids",
        "inspect_uuids",
    ]


def test_b10_two_views_of_one_tools_name_are_an_error_that_names_both(host, monkeypatch):
    """Otherwise one of them would be hidden from agents without a word."""
    assert run_checks() == []
    urlpatterns.append(path("hash/", include("hashing.urls")))
    try:
        clear_caches()
        (error,) = [each for each in run_checks() if each.id == "utilitysvc_interfaces.E002"]
        monkeypatch.setattr(catalogue, "interfaces", list)  # where no agents are served, none is hidden from them
        assert run_checks() == []
    finally:
        urlpatterns.pop()
    assert "hash" in error.msg
    assert f"{__name__}.ForbiddenHash at /forbidden/" in error.msg
    assert "hashing.views.HashView at /hash/" in error.msg


def test_b10_a_tool_is_judged_by_the_permissions_of_its_view(host):
    result = ask(host, "tools/call", name="hash", arguments={"input": "a"})["result"]
    assert result["isError"] is True
    assert result["content"][0]["text"].startswith("Forbidden")


@pytest.fixture
def reported():
    """The exceptions that are reported to the host by Django's signal."""
    exceptions = []

    def listen(sender, request, **kwargs):
        exceptions.append((sender, type(sys.exception())))

    got_request_exception.connect(listen)
    yield exceptions
    got_request_exception.disconnect(listen)


def test_b9_b10_f3_an_exception_in_a_call_is_reported_to_the_host_once(host, reported, caplog):
    ((status, body), (other, _)) = batch(host, "/fuse/", "/tools/uuid", count=7)
    assert (status, body["error"], other) == (500, "Internal server error", 200)
    (record,) = caplog.records
    assert body["details"].removeprefix("Request id: ") in record.getMessage()
    assert "secret" not in str(body) + record.getMessage()
    error = ask(host, "tools/call", name="fuse", arguments={"count": 7})["error"]
    assert (error["code"], error["message"].startswith("Internal server error: Request id: ")) == (-32603, True)
    assert reported == [(FuseView, RuntimeError)] * 2
    assert ask(host, "tools/call", name="fuse")["result"]["structuredContent"]["count"] == 1


@pytest.mark.slow
def test_the_interfaces_need_no_package_but_django_and_its_rest_framework():
    """A site may use them with one app, and without description, server and database."""
    program = """
import sys
sys.modules.update(dict.fromkeys(["drf_spectacular", "corsheaders", "gunicorn", "maxminddb", "pytz", "regex"]))
from django.conf import settings
settings.configure(
    ROOT_URLCONF="__main__", ALLOWED_HOSTS=["testserver"],
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "utilitysvc.interfaces", "uuids"],
)
import django
django.setup()
from django.core.management import call_command
from django.test import Client
from django.urls import clear_url_caches, include, path
urlpatterns = [
    path("uuid/", include("uuids.urls")),
    path("batch/", include("utilitysvc.interfaces.batch.urls")),
    path("mcp/", include("utilitysvc.interfaces.mcp.urls")),
]
call_command("check")
ask = lambda where, body: Client().post(where, body, content_type="application/json").json()
print(ask("/batch/", {"calls": [{"path": "/uuid/"}, {"path": "/hash/"}]})["results"][0]["body"]["count"])
print(*[tool["name"] for tool in ask("/mcp/", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})["result"]["tools"]])
"""
    said = subprocess.check_output([sys.executable, "-W", "error", "-c", program], cwd=ROOT, text=True, timeout=60)
    assert said.splitlines()[-2:] == ["1", "generate_uuids inspect_uuids"]
