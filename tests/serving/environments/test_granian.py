"""The service on Granian: each row of the table in docs/architecture.md."""

import http.client
import json
import socket
import time
from contextlib import closing

import pytest

from tests.serving import test_attacks, test_front

HOST = b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
JSON = b"Content-Type: application/json\r\n"


@pytest.fixture
def served(on_granian):
    return on_granian


@pytest.fixture
def port(on_granian):
    return on_granian.port


def send(port, *pieces):
    """Send bytes unchanged, and return all bytes that come back."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as sock:
        for piece in pieces:
            sock.sendall(piece)
        while piece := sock.recv(65536):
            received += piece
    return received


@pytest.mark.parametrize(
    ("request_bytes", "status", "says"),
    [
        (b"GET /uuid/" + HOST + b"\r\n", 200, b'"version":"4"'),
        (b"GET /uuid" + HOST + b"\r\n", 200, b'"version":"4"'),
        (b"HEAD /uuid/" + HOST + b"\r\n", 200, b"content-length: 182"),
        (b"POST /hash/" + HOST + JSON + b"Content-Length: 13\r\n\r\n" + b'{"input":"a"}', 200, b'"hash":"ca978112'),
        (
            b"POST /hash/" + HOST + JSON + b'Transfer-Encoding: chunked\r\n\r\nd\r\n{"input":"a"}\r\n0\r\n\r\n',
            200,
            b'"hash":"ca978112',
        ),
        (b"POST /hash/" + HOST + JSON + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, b"Input parameter"),
        (b"POST /hash/" + HOST + JSON + b"Content-Length: 2000000\r\n\r\n" + b"a" * 2_000_000, 413, b"too large"),
        (b"GET /hash/?input=" + b"a" * 8_000 + HOST + b"\r\n", 200, b'"hash"'),
        (b"GET /hash/?input=" + b"a" * 200_000 + HOST + b"\r\n", 414, b"content-length: 0"),
        (b"GET /hash/ HTTP/9\r\n\r\n", 400, b"content-length: 0"),
        (b"GET /uuid/ HTTP/1.0\r\n\r\n", 400, b"Bad Request"),
        (b"GET /uuid/ HTTP/1.1\r\nConnection: close\r\n\r\n", 400, b"Bad Request"),
        (
            b"POST /uuid/" + HOST + JSON + b'Transfer-Encoding: chunked\r\n\r\nb\r\n{"count":2}\r\nzz\r\n\r\n',
            400,
            b"Incomplete request body",
        ),
        (b"PUT /hash/" + HOST + b"\r\n", 405, b"Method not allowed"),
        (b"GET /nothing/" + HOST + b"\r\n", 404, b"No service has this path"),
    ],
)
def test_g8_to_g12_hold_there_too(served, request_bytes, status, says):
    answer = send(served.port, request_bytes)
    assert answer[:5] == b"HTTP/"
    assert answer[8:13] == b" %d " % status
    assert says in answer


def test_every_function_answers(served):
    with closing(http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)) as connection:
        connection.request("GET", "/")
        paths = [entry["path"] for entry in json.loads(connection.getresponse().read())["endpoints"]]
        questions = {"/hash/": "?input=a", "/text/": "?text=a", "/ip/": "?ip=8.8.8.8"}
        asked = [
            path for path in paths if path in ("/random/", "/uuid/", "/password/", "/time/", "/number/", *questions)
        ]
        assert len(asked) == 8
        for path in asked:
            connection.request("GET", path + questions.get(path, ""))
            response = connection.getresponse()
            response.read()
            assert response.status == 200
            assert response.headers["Cache-Control"] == "no-store"


def test_workers_never_share_a_sequence(served):
    """R2, U2: Granian starts its workers as new processes."""
    seen = [send(served.port, b"GET /uuid/" + HOST + b"\r\n").rpartition(b"\r\n\r\n")[2] for _ in range(40)]
    assert len({json.loads(body)["uuids"][0] for body in seen}) == 40


def test_g15_nothing_of_a_request_is_logged(served, granian_log):
    """Granian's own log line would contain the path, which may contain an IP address. The page's command logs none."""
    send(served.port, b"GET /ip/8.8.8.8/?secret=xyzzy" + HOST + b"\r\n")
    time.sleep(0.2)
    assert "8.8.8.8" not in granian_log.read_text() + served.errors.read_text()


test_slow_clients_hold_up_no_small_request = test_front.test_slow_clients_hold_up_no_small_request
test_s5_pipelined_requests = test_attacks.test_s5_pipelined_requests_are_answered_in_order_however_they_are_cut
test_s5_bodies_that_never_come_hold_up_nobody = test_attacks.test_s5_bodies_that_never_come_hold_up_nobody
test_s5_five_hundred_connections_hold_up_nobody = test_attacks.test_s5_five_hundred_connections_hold_up_nobody
