"""The front (S5): slow clients occupy no thread, and nobody holds up small requests, health or the page's own files."""

import json
import os
import signal
import socket
from contextlib import ExitStack
from functools import partial

import pytest

from benchmarks.faults.beside import is_closed
from benchmarks.faults.fuzz import ask_pipelined
from tests.service import eventually, serving
from tests.serving.wire import (
    DEAR,
    GET,
    HOST,
    JSON,
    LIVE,
    MEBIBYTE,
    POST,
    are_answered,
    as_bytes,
    body_of,
    connect,
    has_read_all,
    one_answer,
    rest_of,
    send,
    status_of,
    with_length,
)
from tests.tables import rows
from utilitysvc.console import assets

STATIC = f"GET /{assets.root()}".encode()
BUNDLE = STATIC + b"swagger-ui/swagger-ui-bundle.js" + HOST
SMALL = (GET, LIVE, STATIC + b"console.css" + HOST)


@pytest.mark.parametrize(("count", "beginning", "kind"), rows("idlers.tsv"))
def test_s5_idle_clients_hold_up_nobody(port, kind, count, beginning):
    """If small requests waited for them, the server would have ended all of them meanwhile."""
    beginning = as_bytes(beginning.replace("/<static>/", f"/{assets.root()}"))
    with ExitStack() as clients:
        waiting = [clients.enter_context(socket.socket()) for _ in range(int(count))]
        for sock in waiting:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            sock.connect(("127.0.0.1", port))
            sock.sendall(beginning)
        assert are_answered(port, SMALL)
        assert not all(map(is_closed, waiting)) or kind == "never closing"


#: About a second of CPU.
CALLS = [{"path": "/hash/", "parameters": {"input": "x", "algorithm": "whirlpool", "iterations": 10_000}}] * 40
BATCH = JSON + with_length(json.dumps({"calls": CALLS}).encode())
#: Ways to write the path of a batch, each with bytes before the request, by the mount of the service.
WAYS = {
    "": [(b"", b"/batch"), (b"", b"/%62atch/"), (b"", b"http://localhost/batch/"), (b"\r\n", b"/batch/")],
    "/tools": [(b"", b"/tools/batch/"), (b"", b"/tools/%62%61tch")],
}


@pytest.mark.parametrize("mount", WAYS)
def test_s5_batches_hold_up_nobody_however_their_path_is_written(mount):
    """The lane is chosen by the decoded path below the mount, never by the bytes that the client sent.

    One thread computes the batches, for a second of CPU each, and two plain ones are sent first. If a third batch is
    answered as soon as small requests are, it was not answered by that thread.
    """
    small = [b"GET " + mount.encode() + path + HOST for path in (b"/uuid/", b"/health/live/")]
    plain = b"", mount.encode() + b"/batch/"
    with serving(workers=1, SCRIPT_NAME=mount) as service, ExitStack() as clients:
        batches = []
        for prefix, target in [plain, plain, *WAYS[mount]]:
            batches.append(clients.enter_context(connect(service.port)))
            batches[-1].sendall(prefix + b"POST " + target + HOST + BATCH)
            eventually(partial(has_read_all, batches[-1]))
        assert are_answered(service.port, small)
        for sock in batches[2:]:
            sock.setblocking(False)
            with pytest.raises(BlockingIOError):
                sock.recv(1)
        for pid in (service.process.pid, *service.workers):  # nobody waits for the answers
            os.kill(pid, signal.SIGKILL)


def test_s5_pipelined_requests_are_answered_in_order_however_they_are_cut(server):
    """Each gets its own answer, and clients that leave in the middle are no error of the server."""
    before = server.alarms()
    assert ask_pipelined(server.port, 1000).keys() <= {"right", "left"}
    assert are_answered(server.port)  # after the server has noticed who left
    assert server.alarms() == before


def test_who_sends_on_and_reads_late_sees_the_refusal(port):
    """G10: the client sends the whole body of 5 MB before it reads the answer."""
    body = b" " * (5 * MEBIBYTE)
    with connect(port) as sock:
        for part in (POST + b"Content-Length: %d\r\n\r\n" % len(body), body):
            sock.sendall(part)
            eventually(partial(has_read_all, sock))
        answer = one_answer(sock)
    assert (answer.status, json.loads(answer.body)["error"]) == (413, "Request body too large")


def test_client_that_ends_its_side_before_its_answer_gets_it(port):
    assert b'"hashes":' in send(port, DEAR + b"\r\n")


def test_body_that_is_announced_is_asked_for(port):
    body = b'{"text": "abc", "operation": "uppercase"}'
    with connect(port) as sock:
        sock.sendall(POST + b"Expect: 100-continue\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(body))
        assert sock.recv(100).startswith(b"HTTP/1.1 100 Continue")
        sock.sendall(body)
        assert body_of(rest_of(sock))["result"] == "ABC"


@pytest.mark.parametrize("first", [65_000, 65_535, 65_536, 66_000])
def test_s5_a_head_that_is_too_long_is_431_however_it_comes(port, first):
    head = b"GET /hash/?input=" + b"a" * 70_000 + HOST + b"\r\n"
    with connect(port) as sock:
        sock.sendall(head[:first])
        eventually(lambda: first >= 65_536 or has_read_all(sock))  # of a longer one the server reads no more
        sock.sendall(head[first:])
        assert status_of(rest_of(sock)) == 431
