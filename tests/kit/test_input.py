"""What comes in, for every service: query and body (G1, G9, G10), without slash (G11)."""

import json

import pytest

from tests.conftest import one_of_each_shape
from tests.measure import cpu_seconds
from tests.tables import each_row, rows
from utilitysvc.kit.conf import DEFAULT_MAX_BODY_BYTES
from utilitysvc.kit.reading import parse_query

DEEP = "Nested deeper than 64 levels at line 1 column"


def filled(template, service):
    """A body in which ``@`` stands for the members of the service's example."""
    return template.replace("@", json.dumps(service.example)[1:-1]).encode("latin-1")


def test_get_and_post_give_the_same_answer(api, service):
    """G1: ``ask`` compares them."""
    assert api.ask(service.path, **service.example).status == 200
    status, body = api.ask(service.path, **service.refused)
    assert (status, body["error"]) == (400, service.error)


@one_of_each_shape
def test_get_reads_the_query_alone_and_post_the_body_alone(api, service):
    """G1."""

    def ask(method, query, body):
        return api.send(method, service.path, query=query, body=body, content_type="application/json")

    assert ask("GET", service.example, service.refused).status_code == 200
    assert ask("POST", service.refused, service.example).status_code == 200
    service.says(ask("POST", service.example, service.refused), 400, service.error)


def test_names_that_are_unknown_or_null_have_no_effect(api, service):
    """G1: as many as fit, lone surrogates and depth in them, and names that mean something elsewhere."""
    query = api.get(service.path, service.example).wsgi_request.META["QUERY_STRING"]
    for more in ("&".join(f"x{number}" for number in range(1500)), "%FF=%FF&=&&_=\x00&csrfmiddlewaretoken=1&page=0"):
        assert api.get(service.path, f"{query}&{more}").status_code == 200
    unknown = {"unknown": "\ud800", "\udfff": 1e308, "": None, "nested": {"a": [{}]}, "__class__": 1, "self": 2}
    known = ("min", "max", "length", "format", "secure", "exclude", *service.refused)
    assert api.post(service.path, unknown | dict.fromkeys(known) | service.example).status_code == 200


@each_row(("path", "query", "key", "value"), rows("input_repeated_names.json"))
def test_repeated_names(api, located, settings, path, query, key, value):
    """G1: the last of a repeated name wins, or all make a list, whose empty values are skipped, and whose name may have
    brackets, as axios, jQuery and PHP send it. A semicolon separates nothing. An empty value is not given (G3)."""
    settings.GEOIP_PATH = located
    response = api.get(path, query)
    assert response.json()[key] == value
    assert list(response.json()) == ["ip"] or "fields=" not in query
    assert "operation" not in response.headers.get("X-Ignored-Parameters", "")


def test_time_to_read_a_query_grows_with_its_length():
    """G1: a name that is given twice is no reason to go through the query once for each of the others."""
    text = "&".join(f"n{number}=1" for number in range(10_000)) + "&n0=2"
    query = parse_query(text)
    assert cpu_seconds(lambda: parse_query(text)) < 0.5  # some 0.02 s; a search for each name took 1.5 s
    assert (query["n0"], query["n0"].values, len(query)) == ("2", ["1", "2"], 10_000)


def test_last_of_a_repeated_key_wins(api):
    """G1, G9: JSON that repeats a key is not malformed (RFC 8259, 4)."""
    assert api.post("/uuid/", b'{"count": 0, "count": 2}').json()["count"] == 2


@each_row(("query", "text"), [*rows("input_query_strings.json"), ("input=" + "a" * 7994, "a" * 7994)])
def test_query_strings(api, query, text):
    """G1, G2, G10: also with bytes that a client has left unescaped, which WSGI hands over as Latin-1."""
    query = query.encode().decode("latin-1") if "é" in query else query
    assert api.get("/hash/", query).json()["input"] == text


@one_of_each_shape
@each_row(
    ("body", "content_type", "status", "error", "details"),
    [
        *rows("input_bodies.json"),
        ("[" * 100_000, "application/json", 400, "Malformed JSON body", f"{DEEP} 65"),
        ('{"a":' * 100_000, "application/json", 400, "Malformed JSON body", f"{DEEP} 321"),
    ],
)
def test_bodies(api, service, body, content_type, status, error, details):
    """G1, G9: what is wrong is told in the service's shape, its type first. Brackets in strings and side by side make
    no depth; RFC 8259, 8.1 lets a parser ignore a byte order mark."""
    response = api.post(service.path, filled(body, service), content_type)
    if error:
        service.says(response, status, error, details)
    else:
        assert response.status_code == status


def test_body_at_the_limit_is_read_and_one_byte_more_is_413(api, service, settings):
    """G10: 1 MiB by default, which is a setting."""
    assert DEFAULT_MAX_BODY_BYTES == 1024 * 1024
    for limit in (DEFAULT_MAX_BODY_BYTES, 200):
        settings.UTILITYSVC_MAX_BODY_BYTES = limit
        body = filled("{@}", service).ljust(limit)
        assert api.post(service.path, body).status_code == 200
        service.says(api.post(service.path, body + b" "), 413, "Request body too large", str(limit))


class Stream:
    """A request body as a server hands it over; ``taken`` counts the bytes that were read of it."""

    def __init__(self, content, error=None):
        self.content, self.error, self.taken = content, error, 0

    def read(self, size=-1):
        assert size >= 0, "an unbounded read holds all of it"
        if self.error:
            raise self.error
        piece, self.content = self.content[:size], self.content[size:]
        self.taken += len(piece)
        return piece

    def readline(self, size=-1):
        raise AssertionError("nothing here has lines")

    def close(self):
        """As a file's."""


def stream_to(api, service, stream, environ):
    environ = {"wsgi.input": stream, "CONTENT_TYPE": "application/json"} | environ
    return api.client.generic("POST", service.path, **environ)


@one_of_each_shape
@each_row(("content", "times", "environ", "status", "error", "most"), rows("input_streams.json"))
def test_streams(api, service, content, times, environ, status, error, most):
    """G9, G10: a stated length is enough to refuse a body. One that is cut short is no body, even where what has
    arrived is JSON. One of no bytes is an empty object, whatever its type; Python converts no 5,000 digits."""
    stream = Stream(filled(content, service) * times)
    response = stream_to(api, service, stream, environ)
    assert stream.taken <= most
    if error:
        service.says(response, status, error)
    else:
        assert response.status_code == (status or api.post(service.path, {}).status_code)
        assert "Incomplete" not in response.json().get("error", "")


@one_of_each_shape
@pytest.mark.parametrize("error", [OSError("the client has gone"), ValueError("no chunk size"), EOFError()])
def test_body_that_cannot_be_read_is_the_clients_error(api, service, error):
    """G9, G13: servers have exceptions of their own for a malformed chunk."""
    environ = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""}
    service.says(stream_to(api, service, Stream(b"", error), environ), 400, "Incomplete request body")


def test_path_without_its_slash_is_answered_directly(api, service):
    """G11: for every method, without a redirect."""
    path = service.path.rstrip("/")
    for method in ("GET", "HEAD", "POST", "OPTIONS"):
        response = api.send(method, path, query=service.example, body=service.example, content_type="application/json")
        assert response.status_code == 200
    service.says(api.send("PUT", path), 405, "Method not allowed")
    service.says(api.get(path, service.refused), 400, service.error)


@pytest.mark.parametrize("path", ["/hash/algorithms", "/ip/8.8.8.8", "/health/live"])
def test_deeper_paths_without_their_slash(api, settings, located, path):
    """G11."""
    settings.GEOIP_PATH = located
    assert api.get(path).status_code == api.get(path + "/").status_code == 200


@each_row("path", ["/nope", "/nope/", "/hash//", "/HASH/", "/hash/algorithms/x", "/hash/.", "/%FF", "/a%00b", "/*"])
def test_path_of_no_service_is_404_in_json(api, path):
    """G12, by any method, and never a redirect."""
    for method in ("GET", "POST", "PUT", "OPTIONS"):
        response = api.send(method, path, body=b"{}", content_type="application/json")
        assert (response.status_code, response.headers["Content-Type"]) == (404, "application/json")
        assert response.json()["error"] == "Not found"
        assert list(response.json()) == ["error", "details"]
