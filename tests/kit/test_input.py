"""What comes in, for every service: query and body (G1, G9, G10), without slash (G11)."""

import json

import pytest

from tests.conftest import one_of_each_shape
from tests.measure import cpu_seconds
from tests.tables import each_row, rows
from utilitysvc.kit.conf import DEFAULT_MAX_BODY_BYTES
from utilitysvc.kit.reading import parse_query

MALFORMED = "Malformed JSON body"
NO_OBJECT = "Request body must be a JSON object"
UNSUPPORTED = "Unsupported media type"
TOO_LARGE = "Request body too large"
INCOMPLETE = "Incomplete request body"


def padded(service, size, *, key="padding"):
    """The service's example as a body of ``size`` bytes."""
    body = json.dumps(service.example | {key: ""}).encode()
    return body.replace(b'"padding": ""', b'"padding": "' + b"x" * (size - len(body)) + b'"')


def test_get_and_post_give_the_same_answer(api, service):
    """G1: ``ask`` compares them."""
    assert api.ask(service.path, **service.example).status == 200
    status, body = api.ask(service.path, **service.refused)
    assert (status, body["error"]) == (400, service.error)


def test_get_reads_the_query_alone_and_post_the_body_alone(api, service):
    """G1."""

    def ask(method, query, body):
        return api.send(method, service.path, query=query, body=body, content_type="application/json")

    assert ask("GET", service.example, service.refused).status_code == 200
    assert ask("POST", service.refused, service.example).status_code == 200
    service.says(ask("POST", service.example, service.refused), 400, service.error)


def test_unknown_names_are_ignored(api, service):
    """G1: as many as fit, lone surrogates and depth in them, and names that mean something elsewhere."""
    query = api.get(service.path, service.example).wsgi_request.META["QUERY_STRING"]
    assert api.get(service.path, query + "&" + "&".join(f"x{number}" for number in range(1500))).status_code == 200
    assert api.get(service.path, query + "&%FF=%FF&=&&_=\x00&csrfmiddlewaretoken=1&page=0").status_code == 200
    unknown = {"unknown": "\ud800", "\udfff": 1e308, "": None, "nested": {"a": [{}]}, "__class__": 1, "self": 2}
    assert api.post(service.path, service.example | unknown).status_code == 200


def test_null_means_not_given(api, service):
    """G1."""
    parameters = dict.fromkeys(service.refused, None) | service.example
    assert api.post(service.path, parameters | {"unknown": None}).status_code == 200
    everything = {"min": None, "max": None, "length": None, "format": None, "secure": None, "exclude": None}
    assert api.post(service.path, everything | parameters).status_code == 200


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


@each_row(
    ("query", "text"),
    rows("input_query_strings.json"),
)
def test_query_strings(api, query, text):
    """G1, G2: also with bytes that a client has left unescaped, which WSGI hands over as Latin-1."""
    query = query.encode().decode("latin-1") if "é" in query else query
    assert api.get("/hash/", query).json()["input"] == text


def test_query_of_8000_characters(api):
    """G10: the length of the query itself; that a server takes such a line is held by test_serving.py."""
    assert len(api.get("/hash/", "input=" + "a" * 7994).json()["input"]) == 7994


@one_of_each_shape
@each_row(
    ("body", "details"),
    [
        *rows("input_malformed.json"),
        ("[" * 100_000, "Nested deeper than 64 levels at line 1 column 65"),
        ('{"a":' * 100_000, "Nested deeper than 64 levels at line 1 column 321"),
    ],
)
def test_malformed_json(api, service, body, details):
    """G9: whatever is wrong with it, in the service's shape, with line and column."""
    service.says(api.post(service.path, body.encode("latin-1")), 400, MALFORMED, details)


@one_of_each_shape
@each_row("body", [b"null", b"true", b"5", b'"text"', b"[]", b'[{"input": "a"}]', b"1e400", b"9" * 5000])
def test_json_that_is_no_object(api, service, body):
    """G9."""
    service.says(api.post(service.path, body), 400, NO_OBJECT)


@one_of_each_shape
@pytest.mark.parametrize(
    "value", [b"[" * 63 + b"]" * 63, b'"' + b"[{" * 100 + b'\\"]"', b"[[],[]" + b",[]" * 500 + b"]"]
)
def test_depth_is_counted_to_64_and_by_brackets_alone(api, service, value):
    """G9: the object itself is the first level; brackets in strings and side by side do not count."""
    body = json.dumps(service.example | {"first": 1}).encode()[:-1] + b', "unknown": ' + value + b"}"
    assert api.post(service.path, body).status_code == 200


@one_of_each_shape
@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b" \r\n\t", b""])
def test_byte_order_mark_and_white_space_around_are_let_pass(api, service, mark):
    """G9: RFC 8259, 8.1 lets a parser ignore the mark."""
    assert api.post(service.path, mark + json.dumps(service.example).encode() + b"\n ").status_code == 200


@one_of_each_shape
@each_row(
    "content_type",
    [
        "application/json",
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8;x=y",
        "Application/JSON",
        " application/json ; charset=utf-8",
        "application/json;",
    ],
)
def test_json_content_types(api, service, content_type):
    """G1: with or without parameters, in any case."""
    assert api.post(service.path, service.example, content_type).status_code == 200


@one_of_each_shape
@each_row(
    "content_type",
    [
        "",
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/problem+json",
        "application/jsonx",
        "application/xml; x=application/json",
        "*/*",
        "\x00",
    ],
)
def test_another_content_type_is_415(api, service, content_type):
    """G9: one that is missing too; it comes before what is wrong with the body."""
    for body in (b"{}", b"input=abc", b" "):
        service.says(api.post(service.path, body, content_type), 415, UNSUPPORTED, "application/json")


def test_large_body_of_another_type_is_415(api, service):
    """G9 before G10: who sends a file is told what to send, and not that it is too large."""
    stream = Stream(b"input=abc")
    response = stream_to(api, service, stream, CONTENT_LENGTH="99999999", CONTENT_TYPE="text/plain")
    service.says(response, 415, UNSUPPORTED, "application/json")
    assert stream.taken == 0


@one_of_each_shape
@pytest.mark.parametrize("content_type", ["application/json", "", "text/plain", "multipart/form-data; boundary=x"])
def test_no_body_is_an_empty_object_whatever_its_type(api, service, content_type):
    """G9: the answer, or refusal, is the one to ``{}``."""
    empty, object_ = api.post(service.path, b"", content_type), api.post(service.path, b"{}")
    assert empty.status_code == object_.status_code
    assert list(empty.json()) == list(object_.json())
    assert empty.json().get("error") == object_.json().get("error")


def test_body_at_the_limit_is_read_and_one_byte_more_is_413(api, service):
    """G10: 1 MiB by default."""
    assert DEFAULT_MAX_BODY_BYTES == 1024 * 1024
    assert api.post(service.path, padded(service, DEFAULT_MAX_BODY_BYTES)).status_code == 200
    response = api.post(service.path, padded(service, DEFAULT_MAX_BODY_BYTES + 1))
    service.says(response, 413, TOO_LARGE, "1048576")


def test_limit_is_a_setting(api, service, settings):
    """G10."""
    settings.UTILITYSVC_MAX_BODY_BYTES = 200
    assert api.post(service.path, padded(service, 200)).status_code == 200
    service.says(api.post(service.path, padded(service, 201)), 413, TOO_LARGE, "200")


class Stream:
    """A request body as a server hands it over; ``taken`` counts the bytes that were read of it."""

    def __init__(self, content, error=None):
        self.content, self.error, self.taken = content, error, 0

    def read(self, size=-1):
        assert size >= 0, "an unbounded read holds all of it"
        if self.error and not self.content:
            raise self.error
        piece, self.content = self.content[:size], self.content[size:]
        self.taken += len(piece)
        return piece

    def readline(self, size=-1):
        raise AssertionError("nothing here has lines")

    def close(self):
        """As a file's."""


def stream_to(api, service, stream, **environ):
    environ = {"wsgi.input": stream, "CONTENT_TYPE": "application/json"} | environ
    return api.client.generic("POST", service.path, **environ)


def stream_chunked(api, service, stream, coding="chunked"):
    environ = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": coding, "CONTENT_LENGTH": ""}
    return stream_to(api, service, stream, **environ)


def test_too_large_a_body_is_not_read(api, service):
    """G10: its stated length is enough."""
    stream = Stream(b" " * 1048577)
    service.says(stream_to(api, service, stream, CONTENT_LENGTH="1048577"), 413, TOO_LARGE)
    assert stream.taken == 0


@one_of_each_shape
@pytest.mark.parametrize("coding", ["chunked", "Chunked"])
def test_chunked_body_is_read_all_the_same(api, service, coding):
    """G9: Django alone would take it for empty."""
    stream = Stream(json.dumps(service.example).encode())
    assert stream_chunked(api, service, stream, coding).status_code == 200
    assert stream.content == b""
    service.says(stream_chunked(api, service, Stream(b'{"a"')), 400, MALFORMED)
    assert "Incomplete" not in stream_chunked(api, service, Stream(b"")).json().get("error", "")  # it states no length


@one_of_each_shape
@pytest.mark.parametrize("length", ["1048577", "1" * 5000, "0" * 5000 + "1048577"])
def test_length_of_any_size_is_compared_with_the_limit(api, service, length):
    """G10: Python converts no numeral of more than 4,300 digits."""
    service.says(stream_to(api, service, Stream(b"{}"), CONTENT_LENGTH=length), 413, TOO_LARGE)


def test_of_a_chunked_body_no_more_than_the_limit_is_held(api, service):
    """G10."""
    stream = Stream(b" " * (3 * 1024 * 1024))
    service.says(stream_chunked(api, service, stream), 413, TOO_LARGE)
    assert stream.taken <= DEFAULT_MAX_BODY_BYTES + 1


@one_of_each_shape
@pytest.mark.parametrize("error", [OSError("the client has gone"), ValueError("no chunk size"), EOFError()])
def test_body_that_cannot_be_read_is_the_clients_error(api, service, error):
    """G9, G13: servers have exceptions of their own for a malformed chunk."""
    service.says(stream_chunked(api, service, Stream(b"", error)), 400, INCOMPLETE)


@one_of_each_shape
@pytest.mark.parametrize("arrived", [b"", b"{}", b'{"count"'])
def test_body_cut_short_is_not_taken_for_the_whole(api, service, arrived):
    """G9: also where what has arrived would be valid by itself."""
    service.says(stream_to(api, service, Stream(arrived), CONTENT_LENGTH="50"), 400, INCOMPLETE)


@one_of_each_shape
@pytest.mark.parametrize("length", ["", "0", "-1", "x", "²"])
def test_content_length_that_is_none_is_no_body(api, service, length):
    """G9: a server that lets it through says with it that there is nothing to read."""
    response = stream_to(api, service, Stream(b""), CONTENT_LENGTH=length)
    assert response.status_code == api.post(service.path).status_code


def test_path_without_its_slash_is_answered_directly(api, service):
    """G11: for every method, without a redirect."""
    path = service.path.rstrip("/")
    assert api.get(path, service.example).status_code == 200
    assert api.post(path, service.example).status_code == 200
    assert api.send("HEAD", path, query=service.example).status_code == 200
    assert api.send("OPTIONS", path).status_code == 200
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
