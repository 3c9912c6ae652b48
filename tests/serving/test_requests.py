"""The service as it is deployed: gunicorn with the shipped settings and two workers, tested over sockets."""

import http.client
import json
import os
import re
import socket
import struct
import subprocess
import sys
import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from tests.service import ROOT, eventually, serving

MEBIBYTE = 1024 * 1024
LARGE = 128 * MEBIBYTE
SECRET = "xyzzy-Geheimnis"
HOST = b" HTTP/1.1\r\nHost: localhost\r\n"
JSON = b"Content-Type: application/json\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"


@pytest.fixture
def port(deployed):
    return deployed.port


def sockets(pid):
    """Return how many sockets a process has open."""
    count = 0
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed since it was listed
            count += str(file.readlink()).startswith("socket:")
    return count


def send(port, *pieces):
    """Send bytes unchanged, close the sending side, and return all bytes that come back."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as sock:
        for piece in pieces:
            sock.sendall(piece)
        sock.shutdown(socket.SHUT_WR)
        return rest_of(sock)


def rest_of(sock):
    """Receive until the other side closes or resets the connection."""
    received = b""
    with suppress(ConnectionResetError):
        while piece := sock.recv(65536):
            received += piece
    return received


def flood(port, head, piece, total):
    """Send ``head``, then ``piece`` again and again until the server refuses more. Return all bytes that come back."""
    sent, deadline = 0, time.monotonic() + 60
    with socket.create_connection(("127.0.0.1", port), timeout=10) as sock:
        sock.sendall(head)
        with suppress(ConnectionResetError, BrokenPipeError):
            while sent < total and time.monotonic() < deadline:
                sent += sock.send(memoryview(piece)[sent % len(piece) :])
        with suppress(OSError):
            sock.shutdown(socket.SHUT_WR)
        return rest_of(sock)


def status_of(received):
    return int(received.split(b" ", 2)[1])


def body_of(received):
    return json.loads(received.partition(b"\r\n\r\n")[2])


def is_answering(port):
    return status_of(send(port, b"GET /uuid/" + HOST + b"Connection: close\r\n\r\n")) == 200


OWN_SOCKETS = 4  # more than a worker has open before a client comes


@pytest.mark.parametrize(
    ("path", "key"),
    [("/uuid/?count=2", "uuids"), ("/random/?min=-1000000&max=1000000&count=4&unique=false", "numbers")],
)
def test_workers_never_share_a_sequence(deployed, path, key):
    """R2, U2: workers are forked from a process that has loaded the generator, and could all draw the same values.

    All requests draw the same number of bytes, so that a repetition would be seen. A connection stays with its worker.
    """
    drawn, clients = [], []

    def draw(client):
        client.request("GET", path)
        drawn.append(tuple(json.loads(client.getresponse().read())[key]))

    eventually(lambda: max(map(sockets, deployed.workers)) <= OWN_SOCKETS)  # connections of earlier tests are gone
    deadline = time.monotonic() + 30
    while min(map(sockets, deployed.workers)) < OWN_SOCKETS + 4:
        assert time.monotonic() < deadline, "one worker answers nothing"
        clients.append(http.client.HTTPConnection("127.0.0.1", deployed.port, timeout=10))
        draw(clients[-1])
    for client in clients * 5:
        draw(client)
    for client in clients:
        client.close()
    assert len(set(drawn)) == len(drawn) >= 6 * 8


def peak(pid):
    """Return the most memory that a process has used since ``forget_peak``, in bytes."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def forget_peak(pid):
    Path(f"/proc/{pid}/clear_refs").write_text("5")


def ask_each_worker(service):
    """Open connections until each worker has answered on one, so that none is still starting, which takes memory."""
    with ExitStack() as clients:

        def ask():
            client = clients.enter_context(closing(http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)))
            client.request("GET", "/health/live/")
            client.getresponse().read()
            return min(map(sockets, service.workers)) > OWN_SOCKETS

        eventually(ask)


@pytest.mark.parametrize("framing", ["chunked", "length"])
def test_large_body_is_refused_without_being_held(deployed, framing):
    """G10: the answer 413 comes while the client still sends the body, and the rest of the body is discarded."""
    port = deployed.port
    ask_each_worker(deployed)
    for pid in deployed.workers:
        forget_peak(pid)
    before = {pid: peak(pid) for pid in deployed.workers}
    head, piece = b"Content-Length: %d\r\n" % LARGE, b" " * MEBIBYTE
    if framing == "chunked":
        head, piece = CHUNKED, b"100000\r\n" + piece + b"\r\n"
    received = flood(port, b"POST /hash/" + HOST + JSON + head + b"\r\n", piece, LARGE)
    assert status_of(received) == 413
    assert body_of(received) == {"error": "Request body too large", "details": "At most 1048576 bytes are accepted"}
    growth = {pid: peak(pid) - before[pid] for pid in deployed.workers}
    assert max(growth.values()) < 16 * MEBIBYTE
    assert is_answering(port)


def test_small_chunked_body_is_read(port):
    """G9: the body arrives in pieces, with an extension and a trailer."""
    received = send(
        port,
        b"POST /hash/" + HOST + JSON + CHUNKED + b"Connection: close\r\n\r\n",
        b'9\r\n{"input":\r\n',
        b'4;x=y\r\n"abc\r\n2\r\n"}\r\n',
        b"0\r\nX-Trailer: 1\r\n\r\n",
    )
    assert (status_of(received), body_of(received)["input"]) == (200, "abc")


def test_empty_chunked_body_is_an_empty_object(port):
    """G9."""
    assert status_of(send(port, b"POST /uuid/" + HOST + CHUNKED + b"Connection: close\r\n\r\n0\r\n\r\n")) == 200


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (b"Content-Length: 50\r\n", b'{"input":"abc"'),
        (b"Content-Length: 50\r\n", b'{"input":"abc"}'),
        (b"Content-Length: 50\r\n", b""),
        (CHUNKED, b'9\r\n{"inp'),
        (CHUNKED, b""),
        (CHUNKED, b'f\r\n{"input":"abc"}\r\n'),
    ],
)
def test_body_cut_short_is_400(port, head, body):
    """G9, G12, S5: at once, and in the path's shape."""
    received = send(port, b"POST /hash/" + HOST + JSON + head + b"\r\n", body)
    assert status_of(received) == 400
    assert body_of(received)["error"] == "Incomplete request body"
    assert is_answering(port)


@pytest.mark.parametrize("chunks", [b"zz\r\n", b"-5\r\nabcde\r\n0\r\n\r\n", b'5\r\n{"input":"abc"}\r\n0\r\n\r\n'])
def test_chunks_that_are_none_are_the_servers_own_400(port, chunks):
    """S5: the request is never computed. uvicorn's parser refuses it, in words of its own."""
    received = send(port, b"POST /hash/" + HOST + JSON + CHUNKED + b"\r\n", chunks)
    assert (status_of(received), received.count(b"HTTP/1.1 ")) == (400, 1)
    assert is_answering(port)


def test_query_of_8000_characters(port):
    """G10."""
    query = b"input=" + b"a" * 7994
    received = send(port, b"GET /hash/?" + query + HOST + b"Connection: close\r\n\r\n")
    assert (status_of(received), len(body_of(received)["input"])) == (200, 7994)


@pytest.mark.parametrize("head", [b"GET /uuid/?x=" + b"a" * 70_000, b"GET /uuid/" + HOST + b"X: " + b"y" * 70_000])
def test_head_of_more_than_64_kib_is_refused(port, head):
    """G10, S5: the answer is 431 in JSON, and a client that is still sending can read it."""
    received = send(port, head, b"z" * 200_000)
    assert (status_of(received), list(body_of(received))) == (431, ["error", "details"])
    assert is_answering(port)


def test_post_without_the_slash_keeps_its_body(port):
    """G11."""
    body = b'{"input": "abc"}'
    head = b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body)
    received = send(port, b"POST /hash" + HOST + JSON + head, body)
    assert (status_of(received), body_of(received)["input"]) == (200, "abc")


def test_connection_is_kept_from_answer_to_answer(port):
    """A HEAD request or an error does not close the connection, and each request gets its own answer."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=10)) as sock:
        for request, status, length in [
            (b"HEAD /hash/?input=abc" + HOST + b"\r\n", 200, 0),
            (b"GET /hash/" + HOST + b"\r\n", 400, None),
            (b"POST /uuid/" + HOST + JSON + b"Content-Length: 1\r\n\r\n{", 400, None),
            (b"OPTIONS /uuid/" + HOST + b"\r\n", 200, 0),
            (b"PUT /uuid/" + HOST + JSON + b"Content-Length: 2\r\n\r\n{}", 405, None),
            (b"GET /nope" + HOST + b"\r\n", 404, None),
            (b"GET /uuid/" + HOST + b"\r\n", 200, None),
        ]:
            sock.sendall(request)
            response = http.client.HTTPResponse(sock, method=request.split()[0].decode())
            response.begin()
            body = response.read()
            assert response.status == status
            assert length is None or len(body) == length
            assert length == 0 or json.loads(body)


def test_body_that_is_refused_is_not_taken_for_requests(port):
    """G10: the unread part of the body must not be answered as a request."""
    smuggled = b"GET /uuid/" + HOST + b"\r\n"
    length = 100_000 * len(smuggled)
    head = b"POST /hash/" + HOST + JSON + b"Content-Length: %d\r\n\r\n" % length
    received = flood(port, head, smuggled * 1000, length)
    assert status_of(received) == 413
    assert received.count(b"HTTP/1.1 ") == 1


QUERY = b"/hash/?input=" + SECRET.encode()
#: Complete requests that HTTP does not allow. They are complete so that the client can read the error.
REFUSED = [
    b"GET " + QUERY + b" word" + HOST + b"\r\n",
    b"GET " + QUERY + b" HTTP/9.9\r\n\r\n",
    b"GET " + QUERY + b"\x00\xff" + HOST + b"\r\n",
    b"GET " + QUERY + HOST + SECRET.encode() + b"\r\n\r\n",
    b"GET " + QUERY + HOST + b"X Y: " + SECRET.encode() + b"\r\n\r\n",
    b"GET " + QUERY + HOST + b"X: " + b"y" * 70_000 + b"\r\n\r\n",
    b"get " + QUERY + HOST + b"\r\n",
    b"GET hash/?input=" + SECRET.encode() + HOST + b"\r\n",
    b"POST " + QUERY + HOST + b"Content-Length: x\r\n\r\n",
    b"POST " + QUERY + HOST + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
    b"POST " + QUERY + HOST + b"Content-Length: 2\r\n" + CHUNKED + b"\r\n",
    b"POST " + QUERY + HOST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n",
    b"POST /%E2%82%AC/?input=" + SECRET.encode() + HOST + b"Content-Length: -1\r\n\r\n",
    b"GET /ip/192.0.2.77/?" + SECRET.encode() + HOST + b"Content-Length: x\r\n\r\n",
]
#: Bytes that are not HTTP at all. Such a client may get no answer.
NOISE = [
    SECRET.encode() + b"\r\n\r\n",
    bytes(range(256)),
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 500,
    b"\r\n\r\n\r\n",
    b"",
]


def test_malformed_requests_leave_it_answering(port):
    """Malformed requests are each refused without a 5xx; bytes that are not HTTP may be dropped."""
    for _ in range(4):
        for request in REFUSED:
            assert 400 <= status_of(send(port, request)) < 500, request[:60]
        for request in NOISE:
            received = send(port, request)
            assert not received or 400 <= status_of(received) < 500
    assert is_answering(port)


LOGGED = {
    ("GET", "/hash/", 200),
    ("GET", "/hash/", 400),
    ("HEAD", "/hash/", 200),
    ("POST", "/hash/", 200),
    ("GET", "<unknown>", 404),
    ("GET", "/ip/<ip_address>", 404),
    ("<other>", "/uuid/", 405),
    ("GET", "/number/", 200),
}


def test_log_holds_what_was_done_and_nothing_of_the_input(deployed, port):
    """G15: it contains method, path and status, but never a query, body or address, whatever the request was.

    The log also contains the requests of other tests to this service.
    """
    secret = SECRET.encode()
    for request in [
        b"GET /hash/?input=" + secret + HOST + b"\r\n",
        b"GET /hash/?iterations=" + secret + HOST + b"X-Request-ID: mine\r\nReferer: http://x/?" + secret + b"\r\n\r\n",
        b"HEAD /hash/?input=" + secret + HOST + b"User-Agent: " + secret + b"\r\n\r\n",
        b"GET /ip/192.0.2.77" + HOST + b"\r\n",
        b"GET /%69p/192.0.2.77/" + HOST + b"\r\n",
        b"GET /ip/?ip=192.0.2.77" + HOST + b"X-Forwarded-For: 192.0.2.78\r\n\r\n",
        b"POST /hash/" + HOST + JSON + b'Content-Length: 28\r\n\r\n{"input": "' + secret + b'"}',
        b"POST /hash/" + HOST + JSON + b"Content-Length: 15\r\n\r\n" + secret,
        b"GET /hash/%3finput=" + secret + HOST + b"\r\n",
        b"GET /" + secret + HOST + b"\r\n",
        b"GET /static/" + secret + HOST + b"\r\n",
        b"PROPFIND /uuid/" + HOST + b"\r\n",
        b"GET /number/?" + secret + HOST + b"\r\n",
        *REFUSED,
        *NOISE,
    ]:
        send(port, request)

    def lines():
        return [json.loads(line) for line in deployed.output.read_text().splitlines() if line.endswith("}")]

    # Each worker writes the lines of its own requests, so the line of the last request may come before others.
    eventually(lambda: {(line["method"], line["path"], line["status"]) for line in lines()} >= LOGGED)
    written = deployed.output.read_text() + deployed.errors.read_text()
    assert any(line["id"] == "mine" for line in lines())
    assert SECRET not in written
    assert "XYZZY" not in written
    assert "192.0.2.7" not in written
    assert "127.0.0.1" not in re.sub("(Listening at:|Open) http://127.0.0.1", "", written)  # the service's own
    assert "dropping" not in written, "gunicorn complains of a body where there is none"
    assert "Traceback" not in written


def test_s5_client_of_pipelined_requests_that_leaves_is_no_error_of_the_server():
    reset = struct.pack("ii", 1, 0)
    with serving(workers=1) as service:
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", service.port), timeout=10) as sock:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
                sock.sendall((b"GET /uuid/?count=1000" + HOST + b"\r\n") * 20)
                sock.recv(100)
        for _ in range(20):  # the worker answers these after it has noticed the resets
            send(service.port, b"GET /uuid/" + HOST + b"Connection: close\r\n\r\n")
        assert service.alarms() == []


@pytest.mark.parametrize(
    ("request_line", "status", "words"),
    [
        (f"GET /hash/?input={SECRET} HTTP/2.0", 400, "could not read this"),
        (f"GET /hash/?input={'a' * 70_000} HTTP/1.1", 431, "too long"),
        (f"GET /hash/?input={SECRET} HTTP/1.1\r\nExpect: {SECRET}", 417, "100-continue"),
        (f"POST /hash/?input={SECRET} HTTP/1.1\r\nTransfer-Encoding: gzip, chunked", 501, "besides chunked"),
    ],
)
def test_what_the_front_refuses_is_json_and_not_quoted(port, request_line, status, words):
    """G12, G15, S5."""
    end = b"0\r\n\r\n" if "chunked" in request_line else b""
    received = send(port, f"{request_line}\r\nHost: localhost\r\n\r\n".encode() + end)
    assert status_of(received) == status
    assert b"content-type: application/json" in received.lower()
    assert list(body_of(received)) == ["error", "details"]
    assert words in body_of(received)["details"]
    assert SECRET.encode() not in received


@pytest.mark.parametrize("first", [65_000, 65_535, 65_536, 66_000])
def test_s5_a_head_that_is_too_long_is_431_however_it_comes(port, first):
    head = f"GET /hash/?input={'a' * 70_000} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", port), timeout=10) as sock:
        sock.sendall(head[:first])
        time.sleep(0.1)  # so that the server reads the two pieces one after the other
        with suppress(ConnectionError):  # it may have answered already
            sock.sendall(head[first:])
        assert status_of(rest_of(sock)) == 431


@pytest.mark.parametrize(
    "request_line",
    [
        f"GET /hash/?input={SECRET} HTTP/9.x",
        SECRET,
        f"GET /hash/?input={SECRET} HTTP/1.1\r\nTransfer-Encoding: foo",
        f"GET /hash/?input={SECRET} HTTP/1.2",
        f"XYZZY /hash/?input={SECRET} HTTP/1.1",
    ],
)
def test_what_is_no_request_is_the_servers_own_400_and_not_quoted(port, request_line):
    """G15: the server's parser refuses it, before the application is called, and the answer is JSON all the same."""
    received = send(port, f"{request_line}\r\nHost: localhost\r\n\r\n".encode())
    assert (status_of(received), list(body_of(received))) == (400, ["error", "details"])
    assert SECRET.encode() not in received


def test_http_1_1_names_its_host_and_http_1_0_need_not(port):
    assert status_of(send(port, b"GET /uuid/ HTTP/1.1\r\n\r\n")) == 400
    assert status_of(send(port, b"GET /uuid/ HTTP/1.0\r\n\r\n")) == 200


@pytest.mark.parametrize("options", [b"close", b"TE, close", b"Close,TE", b"keep-alive , close", b"upgrade, close, TE"])
def test_connection_is_closed_for_who_asks_it_among_other_things(port, options):
    with socket.create_connection(("127.0.0.1", port), timeout=30) as sock:
        sock.sendall(b"GET /uuid/" + HOST + b"Connection: " + options + b"\r\n\r\n")
        assert b"\r\nconnection: close\r\n" in rest_of(sock)


def test_scheme_is_not_believed_from_our_own_machine(tmp_path):
    """Strict-Transport-Security may be sent only over TLS. Without NUM_PROXIES, no header can claim TLS.

    This includes a proxy on a unix socket, where the peer has no address.
    """
    path = str(tmp_path / "socket")
    with serving("--bind", f"unix:{path}", SECURE_HSTS_SECONDS="60", FORWARDED_ALLOW_IPS="*") as service:
        for family, address in ((socket.AF_INET, ("127.0.0.1", service.port)), (socket.AF_UNIX, path)):
            for header in (b"X-Forwarded-Proto: https", b"X-Forwarded-Ssl: on"):
                with socket.socket(family) as sock:
                    sock.connect(address)
                    sock.sendall(b"GET /uuid/" + HOST + header + b"\r\nConnection: close\r\n\r\n")
                    received = rest_of(sock)
                assert status_of(received) == 200
                assert b"strict-transport-security" not in received.lower()


def test_place_of_the_service_is_not_believed_from_our_own_machine(port):
    """gunicorn would read SCRIPT_NAME from a header, and answer 500 if the path does not begin with it."""
    received = send(port, b"GET /uuid/" + HOST + b"SCRIPT_NAME: /elsewhere\r\nConnection: close\r\n\r\n")
    assert status_of(received) == 200


def test_no_request_waits_for_what_takes_long_the_first_time():
    """If a worker builds the parser of phrases, which takes a tenth of a second, all of its requests wait meanwhile.

    Metrics are off by default, and are then not even imported. Nor is what generates the schema, which costs a tenth of
    a second: most processes are never asked for it. The ASGI application imports that for WSGI.
    """
    command = """
import sys, utilitysvc.asgi
from timeops.reading.phrases import grammar
print(grammar._parser.cache_info().currsize, {"prometheus_client", "drf_spectacular.openapi"} & {*sys.modules})
"""
    result = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout == "1 set()\n"


def test_closed_standard_output_gets_no_other_file_its_number():
    """With ``gunicorn >&-``, the first file that was opened got number 1, and then received the log lines."""
    with serving(prefix=("sh", "-c", 'exec "$@" <&- >&-', "sh")) as service:
        opened = [Path(f"/proc/{pid}/fd/{number}").readlink() for pid in service.workers for number in (0, 1)]
        assert is_answering(service.port)
    assert set(opened) == {Path(os.devnull)}
