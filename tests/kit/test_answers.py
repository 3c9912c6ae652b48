"""What goes out, for every service: JSON and plain text (G5, G6), headers (G7, S4), methods (G8), the clock (G14)."""

import json
import time
from contextlib import suppress

import pytest
import time_machine

from tests.conftest import POST_ONLY, SERVICES
from tests.tables import each_row, rows
from utilitysvc.kit.renderers import prefers, prefers_text

HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Vary": "Accept",
}
PATHS = [service.path for service in SERVICES]
READ_ONLY_PATHS = ["/hash/algorithms/", "/ip/8.8.8.8"]
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
def test_output_decides_before_accept(output, accept, text):
    """G6: an unknown one is ignored, whatever its type."""
    assert prefers_text(accept, output) is text


def test_plain_text(api, service):
    """G6: asked for by the parameter, in either method, or by Accept; with one final newline."""
    answers = [
        api.get(service.path, service.example | {"output": "text"}),
        api.post(service.path, service.example | {"output": "text"}),
        api.get(service.path, service.example, accept="text/plain"),
        api.post(service.path, service.example, accept="text/plain, */*;q=0.1"),
    ]
    for response in answers:
        text = response.content.decode()
        assert response.status_code == 200
        assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert has_headers(response)
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
        with suppress(json.JSONDecodeError):
            assert not isinstance(json.loads(text), dict)
    overruled = api.get(service.path, service.example | {"output": "json"}, accept="text/plain")
    assert overruled.headers["Content-Type"] == "application/json"
    assert json.loads(overruled.content)


def test_errors_stay_json(api, service):
    """G6."""
    service.says(api.get(service.path, service.refused | {"output": "text"}), 400, service.error)
    service.says(api.post(service.path, service.refused, accept="text/plain"), 400, service.error)
    service.says(api.send("DELETE", service.path, headers={"accept": "text/plain"}), 405, "Method not allowed")


def test_every_answer_has_the_headers(api, service):
    """G7, G6's Vary, S4: whatever the method and the status."""
    answers = {
        200: [api.get(service.path, service.example), api.post(service.path, service.example)],
        400: [api.get(service.path, service.refused), api.post(service.path, b"{")],
        405: [api.send("DELETE", service.path)],
        413: [api.post(service.path, b" " * (1024 * 1024 + 1))],
        415: [api.post(service.path, b"{}", "text/plain")],
    }
    answers[200] += [api.get(path) for path in ("/hash/algorithms/", "/health/live/")]
    answers[404] = [api.get("/nope")]
    answers[200] += [api.send(method, service.path, query=service.example) for method in ("HEAD", "OPTIONS")]
    for status, responses in answers.items():
        for response in responses:
            assert response.status_code == status
            assert has_headers(response)
            assert len(response.headers["X-Request-ID"]) == 32


def test_other_methods_are_405(api, service):
    """G8: with Allow, in the service's shape, whatever the body."""
    for method in OTHER_METHODS:
        response = api.send(method, service.path, body=b"{", content_type="application/json")
        service.says(response, 405, "Method not allowed", "GET, HEAD, POST, OPTIONS")
        assert response.headers["Allow"] == "GET, HEAD, POST, OPTIONS"
        # G12: the text is fixed, so that of the shape with one text has no details joined to it.
        assert service.error_keys != ("error",) or response.json() == {"error": "Method not allowed"}


@each_row("method", ["POST", *OTHER_METHODS])
@each_row("path", READ_ONLY_PATHS)
def test_paths_that_are_only_read(api, path, method):
    """G8."""
    response = api.send(method, path, body=b"{}", content_type="application/json")
    assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD, OPTIONS")
    assert response.json()["error"] == "Method not allowed"


#: Parameters whose answers are of one length, whatever is drawn.
OF_ONE_LENGTH = {
    "/random/": {"min": 10, "max": 11, "count": 1},
    "/random/items/": {"items": ["Ada", "Ben"]},
    "/random/dice/": {"dice": "d2"},
    "/number/": {"min": 10, "max": 11, "count": 1},
    "/password/": {"length": 16, "uppercase": False, "lowercase": False, "symbols": False},
}


def test_head_is_get_without_its_body(api, service):
    """G8: the same headers, the length of what GET would send with them."""
    parameters = OF_ONE_LENGTH.get(service.path, service.example)
    with time_machine.travel(time.time(), tick=False):
        head, get = (api.send(method, service.path, query=parameters) for method in ("HEAD", "GET"))
    assert (head.status_code, head.content) == (200, b"")
    assert set(head.headers) == set(get.headers)
    assert int(head.headers["Content-Length"]) == len(get.content)
    assert head.headers["Content-Type"] == get.headers["Content-Type"]
    refused = api.send("HEAD", service.path, query=service.refused)
    assert (refused.status_code, refused.content) == (400, b"")


@each_row("path", [*READ_ONLY_PATHS, *PATHS])
def test_options_is_empty_and_names_the_methods(api, path):
    """G8: and has no type, there being nothing of one."""
    response = api.send("OPTIONS", path, headers={"origin": "http://example.org"})
    assert (response.status_code, response.content) == (200, b"")
    assert response.headers["Allow"] == (
        "GET, HEAD, OPTIONS" if path in READ_ONLY_PATHS else "GET, HEAD, POST, OPTIONS"
    )
    assert response.headers["Content-Length"] == "0"
    assert "Content-Type" not in response.headers


@pytest.mark.parametrize("service", POST_ONLY, ids=str)
def test_function_of_secrets_answers_post_alone(api, service):
    """G8, G12: an address with a secret would end in histories and logs, so a query is not read."""
    for method in ("GET", "HEAD", "PUT", "DELETE"):
        response = api.send(method, service.path, query=service.example)
        assert response.headers["Allow"] == "POST, OPTIONS"
        if method == "HEAD":
            assert (response.status_code, response.content) == (405, b"")
        else:
            service.says(response, 405, "Method not allowed")
    options = api.send("OPTIONS", service.path)
    assert (options.status_code, options.content, options.headers["Allow"]) == (200, b"", "POST, OPTIONS")
    refused = api.post(service.path, service.refused)
    service.says(refused, 400, service.error, service.refusal.details)
    by_query = api.send("POST", service.path, query=service.example)
    service.says(by_query, 400, api.post(service.path, {}).json()["error"].partition(": ")[0])
    answered = api.post(service.path, service.example)
    assert (answered.status_code, answered.headers["Cache-Control"]) == (200, "no-store")
    assert api.post(service.path.rstrip("/"), service.example).status_code == 200


@each_row("path", [*sorted({path for path in PATHS if not path.startswith("/ip/")}), "/nope"])
def test_no_cross_origin_header_by_default(api, path):
    """I10: the IP paths alone have them."""
    for method in ("GET", "POST", "OPTIONS"):
        response = api.send(method, path, headers={"origin": "http://example.org"})
        assert not [name for name in response.headers if name.lower().startswith("access-control")]


def test_content_length_is_always_said(api, service):
    """Made where the body is, so that a connection can be kept."""
    for response in (
        api.get(service.path, service.example),
        api.get(service.path, service.refused),
        api.get(service.path, service.example | {"output": "text"}),
        api.get("/nope"),
    ):
        assert int(response.headers["Content-Length"]) == len(response.content)


@each_row("identity", ["a", "A-Z.a_z-09", "x" * 64])
def test_well_formed_request_id_is_echoed(api, identity):
    """S4: also with an error, an unknown path, a method that is not allowed."""
    asked = [("GET", "/uuid/"), ("POST", "/hash/"), ("PUT", "/ip/"), ("GET", "/nope")]
    answers = [api.send(method, path, headers={"x_request_id": identity}) for method, path in asked]
    assert [answer.headers["X-Request-ID"] for answer in answers] == [identity] * 4


@each_row("identity", ["", " ", "x" * 65, "a b", "a\n", "é", "a;b", "<script>", "a/b", "\x00"])
def test_another_request_id_is_replaced(api, identity):
    """S4."""
    made = {api.get("/uuid/", x_request_id=identity).headers["X-Request-ID"] for _ in range(2)}
    assert len(made) == 2
    assert identity not in made


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
