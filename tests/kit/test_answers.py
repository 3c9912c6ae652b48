"""What goes out, for every service: JSON and plain text (G5, G6), headers (G7, S4), methods (G8), the clock (G14)."""

import re
import time

import pytest
import time_machine

from tests.conftest import POST_ONLY, SERVICES, one_of_each_shape
from tests.tables import each_row, rows
from utilitysvc.kit.renderers import prefers

HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Vary": "Accept",
}
PATHS = [service.path for service in SERVICES]
OTHER_METHODS = ["PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "LINK", "__CLASS__", "DISPATCH"]


def has_headers(response):
    return {name: response.headers.get(name) for name in HEADERS} == HEADERS and not response.cookies


def test_json_is_compact_utf8_without_escapes(api):
    """G5. What JSON must escape is escaped (RFC 8259, 7)."""
    response = api.post("/hash/", {"input": 'é😀\u2028/<"\\\n\x00', "algorithm": "md5"})
    assert response.content.startswith('{"input":"é😀\u2028/<\\"\\\\\\n\\u0000","hash":"'.encode())
    assert b'", "' not in response.content
    assert response.headers["Content-Type"] == "application/json"


@each_row(("accept", "text"), rows("answers_accept.json"))
def test_accept(api, accept, text):
    """G5, G6: never refused."""
    response = api.get("/uuid/", accept=accept)
    assert (response.status_code, response.headers["Content-Type"]) == (
        200,
        "text/plain; charset=utf-8" if text else "application/json",
    )
    assert prefers(accept, "text/plain") is text


@each_row(
    ("output", "accept", "text"),
    rows("answers_output_decides_before_accept.json"),
)
def test_output_decides_before_accept(api, output, accept, text):
    """G6: an unknown one is ignored, whatever its type."""
    response = api.post("/uuid/", {"output": output}, accept=accept)
    assert response.headers["Content-Type"].startswith("text/plain" if text else "application/json")


def test_plain_text(api, service):
    """G6: asked for by the parameter, in either method, or by Accept; with one final newline."""
    for response in (
        api.get(service.path, service.example | {"output": "text"}),
        api.post(service.path, service.example | {"output": "text"}),
        api.get(service.path, service.example, accept="text/plain"),
    ):
        assert (response.status_code, response.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
        assert has_headers(response)
        assert re.search(rb"[^\n]\n\Z", response.content)
        assert not response.content.startswith(b"{")
    overruled = api.get(service.path, service.example | {"output": "json"}, accept="text/plain")
    assert overruled.headers["Content-Type"] == "application/json"


@one_of_each_shape
def test_errors_stay_json(api, service):
    """G6."""
    service.says(api.get(service.path, service.refused | {"output": "text"}), 400, service.error)
    service.says(api.post(service.path, service.refused, accept="text/plain"), 400, service.error)
    service.says(api.send("DELETE", service.path, headers={"accept": "text/plain"}), 405, "Method not allowed")


@one_of_each_shape
def test_every_answer_has_the_headers(api, service):
    """G7, G6's Vary, S4: whatever the method and the status. Its length is said, so that a connection can be kept."""
    for status, response in (
        (200, api.get(service.path, service.example)),
        (200, api.post(service.path, service.example)),
        (200, api.get(service.path, service.example | {"output": "text"})),
        (200, api.send("OPTIONS", service.path)),
        (200, api.get("/health/live/")),
        (400, api.get(service.path, service.refused)),
        (400, api.post(service.path, b"{")),
        (404, api.get("/nope")),
        (405, api.send("DELETE", service.path)),
        (413, api.post(service.path, b" " * (1024 * 1024 + 1))),
        (415, api.post(service.path, b"{}", "text/plain")),
    ):
        assert response.status_code == status
        assert has_headers(response)
        assert len(response.headers["X-Request-ID"]) == 32
        assert int(response.headers["Content-Length"]) == len(response.content)


READ_AND_POSTED, READ, POSTED = "GET, HEAD, POST, OPTIONS", "GET, HEAD, OPTIONS", "POST, OPTIONS"
METHODS = {
    **dict.fromkeys(PATHS, READ_AND_POSTED),
    **dict.fromkeys(("/hash/algorithms/", "/ip/8.8.8.8"), READ),
    **{service.path: POSTED for service in POST_ONLY},
}


@each_row(("path", "allowed"), METHODS.items())
def test_methods_of_a_path(api, path, allowed):
    """G8: another is refused, whatever the body. OPTIONS is empty, and has no type, there being nothing of one."""
    for method in ("GET", "HEAD", "POST", *OTHER_METHODS, "OPTIONS"):
        response = api.send(
            method, path, body=b"{", content_type="application/json", headers={"origin": "http://example.org"}
        )
        assert response.headers["Allow"] == allowed
        assert (response.status_code == 405) == (method not in allowed.split(", "))
        assert response.status_code != 405 or method == "HEAD" or response.json()["error"] == "Method not allowed"
        is_open = any(name.startswith("Access-Control-") for name in response.headers)
        assert is_open == path.startswith("/ip/")  # I10
    assert (response.status_code, response.content) == (200, b"")
    assert (response.headers["Allow"], response.headers["Content-Length"]) == (allowed, "0")
    assert "Content-Type" not in response.headers


@one_of_each_shape
def test_another_method_is_refused_in_the_shape_of_the_service(api, service):
    """G8, G12: the text is fixed, so that of the shape with one text has no details joined to it."""
    response = api.send("PUT", service.path)
    service.says(response, 405, "Method not allowed", READ_AND_POSTED)
    assert service.error_keys != ("error",) or response.json() == {"error": "Method not allowed"}


@one_of_each_shape
def test_head_is_get_without_its_body(api, service):
    """G8: the same headers, the length of what GET would send with them. A password has as many classes each time."""
    parameters = service.example | {"length": 16, "uppercase": False, "lowercase": False, "symbols": False}
    with time_machine.travel(time.time(), tick=False):
        head, get = (api.send(method, service.path, query=parameters) for method in ("HEAD", "GET"))
    assert (head.status_code, head.content) == (200, b"")
    assert set(head.headers) == set(get.headers)
    assert int(head.headers["Content-Length"]) == len(get.content)
    assert head.headers["Content-Type"] == get.headers["Content-Type"]
    refused = api.send("HEAD", service.path, query=service.refused)
    assert (refused.status_code, refused.content) == (400, b"")


@each_row("service", POST_ONLY)
def test_function_of_secrets_answers_post_alone(api, service):
    """G8, G12: an address with a secret would end in histories and logs, so a query is not read."""
    refused = api.post(service.path, service.refused)
    service.says(refused, 400, service.error, service.refusal.details)
    by_query = api.send("POST", service.path, query=service.example)
    service.says(by_query, 400, api.post(service.path, {}).json()["error"].partition(": ")[0])
    answered = api.post(service.path.rstrip("/"), service.example)
    assert (answered.status_code, answered.headers["Cache-Control"]) == (200, "no-store")


@each_row("identity", ["a", "A-Z.a_z-09", "x" * 64])
@each_row(("method", "path"), [("GET", "/uuid/"), ("POST", "/hash/"), ("PUT", "/ip/"), ("GET", "/nope")])
def test_well_formed_request_id_is_echoed(api, identity, method, path):
    """S4: also with an error, an unknown path, a method that is not allowed."""
    assert api.send(method, path, headers={"x_request_id": identity}).headers["X-Request-ID"] == identity


@each_row("identity", ["", " ", "x" * 65, "a b", "a\n", "é", "a;b", "<script>", "a/b", "\x00"])
def test_another_request_id_is_replaced(api, identity):
    """S4."""
    assert re.fullmatch("[0-9a-f]{32}", api.get("/uuid/", x_request_id=identity).headers["X-Request-ID"])


@pytest.fixture
def far_from_utc(monkeypatch):
    """A host whose own clock shows another day."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("far_from_utc")
@pytest.mark.parametrize(
    ("path", "timestamp"),
    [
        *((path, "2026-02-28 23:59:59") for path in ("/hash/", "/random/", "/uuid/", "/password/", "/number/")),
        ("/ip/", "2026-02-28T23:59:59Z"),
    ],
)
def test_clock_is_utc(api, settings, located, path, timestamp):
    """G14."""
    settings.GEOIP_PATH = located
    with time_machine.travel("2026-02-28T23:59:59.999Z", tick=False):
        assert api.get(path, {"input": "a", "ip": "8.8.8.8"}).json()["timestamp"] == timestamp
