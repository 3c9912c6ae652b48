"""Rule H10: files, whose bytes are the body of POST /hash/, and the function hash_stream, which hashes them."""

import hashlib
import http.client
import json
import tracemalloc
import zlib
from io import BytesIO

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.test import AsyncClient, override_settings

from hashing import services
from hashing.checks import settings_are_valid
from hashing.conf import DEFAULT_MAX_FILE_BYTES
from hashing.views import HashView
from tests import event_loop
from tests.service import serving
from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock

ABC_SHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-4, one-block example
MEBIBYTE = 1024 * 1024

FILE_TYPE = HashView.file_type


def post_file(api, data, content_type=FILE_TYPE, **query):
    response = api.send("POST", "/hash/", query=query, body=data, content_type=content_type)
    return response.status_code, response.json()


@each_row("parameters", rows("files_parameters.json"))
@each_row("text", ["", "abc", "\0", "x" * 100_000])
def test_file_is_hashed_as_its_text_would_be(api, text, parameters):
    status, body = post_file(api, text.encode(), **parameters)
    _, expected = api.ask("/hash/", input=text, **parameters)
    del body["timestamp"], expected["timestamp"], expected["input"]
    assert (status, list(body.items())) == (200, [("bytes", len(text)), *expected.items()])


@each_row("data", [b"\xff\xfe\x00", b'{"input": "abc"}', b"{", b"\xef\xbb\xbfabc", b"\r\n", bytes(range(256)) * 5000])
@each_row("content_type", [FILE_TYPE.upper(), f"{FILE_TYPE}; charset=binary"])
def test_bytes_are_not_decoded(api, data, content_type):
    """The content type may have parameters and any case."""
    _, body = post_file(api, data, content_type, algorithm="sha1")
    assert (body["bytes"], body["hash"]) == (len(data), hashlib.sha1(data).hexdigest())


WANTED = f"Send one JSON object with Content-Type: application/json, or a file with Content-Type: {FILE_TYPE}"


def test_other_content_types_are_refused(api):
    """G9: the content type that curl sends by default is refused, and the error says how to send files."""
    status, body = post_file(api, b"abc", "application/x-www-form-urlencoded", algorithm="md5")
    assert (status, body["details"]) == (415, WANTED)


@each_row("query, error", rows("files_refused.json"))
def test_refused(api, query, error):
    status, body = post_file(api, b"abc", **query)
    assert (status, body["error"]) == (400, error)
    named = [name for name in ("input", "text", "encoding") if name in query]
    assert not named or body["details"] == f"The input is the file; leave out {named[0]}"


def test_plain_text(api):
    """G6."""
    response = api.send("POST", "/hash/", query={"output": "text"}, body=b"abc", content_type=FILE_TYPE)
    assert response.content.decode() == f"{ABC_SHA256}\n"


def test_unknown_names_are_listed(api):
    """G16: the unknown names in the query, which has the parameters here."""
    response = api.send(
        "POST", "/hash/", query={"algoritm": "md5", "algorithm": "md5"}, body=b"abc", content_type=FILE_TYPE
    )
    assert response.headers["X-Ignored-Parameters"] == "algoritm"


class Zeros:
    """A body of zero bytes, which are made only when they are read."""

    def __init__(self, length, error=None):
        self.left = length
        self.taken = 0
        self.error = error

    def read(self, size=-1):
        if self.error and not self.left:
            raise self.error
        data = bytes(self.left if size < 0 else min(size, self.left))
        self.left -= len(data)
        self.taken += len(data)
        return data

    readline = None  # nothing here has lines

    def close(self):
        """Do nothing. Django calls it."""


def stream(api, source, *, chunked=False, query="algorithm=crc32", **environ):
    environ |= {"wsgi.input": source, "CONTENT_TYPE": FILE_TYPE, "QUERY_STRING": query}
    if chunked:
        environ |= {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""}
    return api.client.generic("POST", "/hash/", **environ)


@pytest.mark.slow
@pytest.mark.parametrize("chunked", [False, True])
def test_memory_does_not_grow_with_the_file(api, chunked):
    """The file is many times as large as the limit of other bodies. The same for a chunked body."""
    length = 24 * MEBIBYTE
    stream(api, Zeros(1), chunked=chunked, CONTENT_LENGTH="1")  # loads what the first request loads
    tracemalloc.start()
    response = stream(api, Zeros(length), chunked=chunked, CONTENT_LENGTH=str(length))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert response.json()["bytes"] == length
    assert response.json()["hash"] == f"{zlib.crc32(bytes(length)):08x}"
    assert peak < 4 * MEBIBYTE


@each_row("limit", [1, 1000, 300_000])
@each_row("chunked", [False, True])
def test_limit(api, limit, chunked):
    """The error of G10, with the limit of files. If the request states its length, the body is not read at all."""
    with override_settings(UTILITYSVC_MAX_FILE_BYTES=limit):
        taken = stream(api, Zeros(limit), chunked=chunked, CONTENT_LENGTH=str(limit))
        source = Zeros(limit + 10**6)
        refused = stream(api, source, chunked=chunked, CONTENT_LENGTH=str(limit + 10**6))
    assert (taken.status_code, taken.json()["bytes"]) == (200, limit)
    assert (refused.status_code, refused.json()) == (
        413,
        {"error": "Request body too large", "details": f"At most {limit} bytes are accepted"},
    )
    assert source.taken == (limit + 1 if chunked else 0)


@pytest.mark.parametrize(("limit", "found"), rows("files_limits.json"))
def test_limit_is_checked_at_start(limit, found):
    with override_settings(UTILITYSVC_MAX_FILE_BYTES=limit):
        assert [message.id for message in settings_are_valid()] == found


def test_default_limit(api):
    assert DEFAULT_MAX_FILE_BYTES == 64 * MEBIBYTE
    assert stream(api, Zeros(0), CONTENT_LENGTH=str(DEFAULT_MAX_FILE_BYTES + 1)).status_code == 413


@each_row(
    ("chunked", "error"),
    [
        (False, None),
        (False, OSError("the client has gone")),
        (True, OSError("the client has gone")),
        (True, ValueError("no chunk size")),
    ],
)
@each_row("arrived", [0, 10])
def test_incomplete_file_is_refused(api, chunked, error, arrived):
    """G9."""
    response = stream(api, Zeros(arrived, error), chunked=chunked, CONTENT_LENGTH="50")
    assert (response.status_code, response.json()["error"]) == (400, "Incomplete request body")


def request_of(data):
    environ = {"REQUEST_METHOD": "POST", "SERVER_NAME": "site.example", "SERVER_PORT": "80", "CONTENT_TYPE": FILE_TYPE}
    return WSGIRequest(environ | {"CONTENT_LENGTH": str(len(data)), "wsgi.input": BytesIO(data)})


def test_host_may_read_request_data_before():
    """F2: if a permission reads request.data, that is empty, and the view can still read the file."""

    class Looking:
        def has_permission(self, request, view):
            return request.data == {}

    response = HashView.as_view(permission_classes=[Looking])(request_of(b"abc")).render()
    assert json.loads(response.content)["hash"] == ABC_SHA256


def test_host_may_have_read_the_body():
    """F2: for example in a middleware that verifies signatures."""
    request = request_of(b"abc")
    assert request.body == b"abc"
    response = HashView.as_view()(request).render()
    assert json.loads(response.content)["hash"] == ABC_SHA256
    with override_settings(UTILITYSVC_MAX_FILE_BYTES=2):
        request = request_of(b"abc")
        assert request.body == b"abc"
        assert HashView.as_view()(request).status_code == 413


def test_under_asgi():
    """F2: Django's ASGI handler stores the body in a file for the request."""

    async def ask():
        return await AsyncClient().generic("POST", "/hash/?algorithm=sha256,crc32", b"abc", FILE_TYPE)

    response = event_loop.run(ask())
    assert response.json()["bytes"] == 3
    assert response.json()["hashes"]["sha256"] == ABC_SHA256


def test_stream_takes_any_iterable_of_bytes():
    """F5."""
    for chunks in ([b"a", b"", b"bc"], iter([b"abc"]), (bytes([octet]) for octet in b"abc"), BytesIO(b"a\nbc"), ()):
        result = services.hash_stream(chunks=chunks, algorithm=["sha256", "crc32"], clock=example_clock)
        assert next(iter(result)) == "bytes"
    assert services.hash_stream(chunks=[b"abc"])["hash"] == ABC_SHA256
    assert services.hash_stream(chunks=[b"abc"], salt="xy")["bytes"] == 3  # the salt is not counted


def test_stream_is_not_read_if_an_argument_is_refused():
    """F5."""
    chunks = iter([b"abc"])
    for wrong in ({"algorithm": "md4"}, {"format": "x"}, {"key": "0", "key_encoding": "hex"}, {"iterations": 0}):
        with pytest.raises(services.ServiceError):
            services.hash_stream(chunks=chunks, **wrong)
    assert next(chunks) == b"abc"


@pytest.mark.slow
def test_served_in_chunks():
    """H10, G9: a real server takes a chunked body that is larger than the limit of other bodies."""
    chunks = [bytes([number]) * 300_000 for number in range(20)]
    with serving(workers=1, MAX_FILE_BYTES="6000000") as service:
        for more, status in ((b"", 200), (b"x", 413)):
            connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
            connection.request(
                "POST",
                "/hash/?algorithm=blake3,sha1",
                body=iter([*chunks, more] if more else chunks),
                headers={"Content-Type": FILE_TYPE},
                encode_chunked=True,
            )
            response = connection.getresponse()
            body = json.loads(response.read())
            connection.close()
            assert response.status == status
            if status == 200:
                assert body["bytes"] == 6_000_000
                assert body["hashes"]["sha1"] == hashlib.sha1(b"".join(chunks)).hexdigest()
