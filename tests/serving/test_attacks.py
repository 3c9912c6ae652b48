"""Attacks of clients on other clients and on the server (S5), against the service as it is deployed."""

import json
import os
import random
import signal
import threading
from contextlib import ExitStack, closing
from functools import partial

import pytest

from tests.service import eventually, serving
from tests.serving.tcp import has_read_all
from tests.serving.test_front import GET, POST, are_answered, connect, is_ended, one_answer, peek
from tests.serving.test_requests import CHUNKED, HOST, JSON, is_answering, send, status_of
from utilitysvc.console import assets

STYLES = f"/{assets.current().root}console.css".encode()

FILE = b"Content-Type: application/octet-stream\r\n"
#: About a second of CPU.
CALLS = [{"path": "/hash/", "parameters": {"input": "x", "algorithm": "whirlpool", "iterations": 10_000}}] * 40
BATCH = json.dumps({"calls": CALLS}).encode()


@pytest.fixture
def port(deployed):
    return deployed.port


def batch(target, host=HOST):
    return b"POST " + target + host + JSON + b"Content-Length: %d\r\n\r\n" % len(BATCH) + BATCH


#: Ways to write the path of a batch, each with bytes before the request, and the mount of the service.
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
            batches.append(clients.enter_context(closing(connect(service.port))))
            batches[-1].sendall(prefix + batch(target))
            eventually(partial(has_read_all, batches[-1]))
        assert are_answered(service.port, small)
        assert set(map(peek, batches[2:])) == {None}
        for pid in (service.process.pid, *service.workers):  # nobody waits for the answers
            os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize(
    "abuse",
    [
        b"GET /health/live/" + HOST + b"Content-Length: 0000000000000000000000000001000\r\n\r\n",
        POST + JSON + b"Content-Length: 0000000000000000000000000001000\r\n\r\n",
        b"POST /hash/" + HOST + FILE + b"Content-Length: 9000000\r\n\r\n" + b"x" * 100_000,
        b"GET /text/?operation=repeat" + HOST + b"Content-Length: 1000000\r\n\r\n",
    ],
    ids=["zeros before a length", "zeros in a POST", "slow uploads", "a body that nobody reads"],
)
def test_s5_bodies_that_never_come_hold_up_nobody(port, abuse):
    """They delay neither small requests nor health nor the page's own files."""
    small = [b"GET /uuid/" + HOST, b"GET /health/live/" + HOST, b"GET " + STYLES + HOST]
    with ExitStack() as clients:
        waiting = [clients.enter_context(closing(connect(port))) for _ in range(64)]
        for sock in waiting:
            sock.sendall(abuse)
        assert are_answered(port, small * 2)
        assert not all(map(is_ended, waiting)), "they were waited for"


@pytest.mark.parametrize("beginning", [b"", b"GET /uuid/ HTT", GET + b"\r\n"], ids=["silent", "half a head", "idle"])
def test_s5_five_hundred_connections_hold_up_nobody(port, beginning):
    with ExitStack() as clients:
        waiting = [clients.enter_context(closing(connect(port))) for _ in range(500)]
        for sock in waiting:
            sock.sendall(beginning)
        assert are_answered(port, [b"GET /uuid/" + HOST, b"GET /health/live/" + HOST] * 2)
        assert not all(map(is_ended, waiting)), "they were waited for"


def test_s5_pipelined_requests_are_answered_in_order_however_they_are_cut(port):
    """Each request gets its own answer: small ones, expensive ones, those with a body and those that are refused."""
    rng = random.Random(3)

    def ask(seed):
        draw = random.Random(seed)
        texts = [f"{seed}-{number}" for number in range(40)]
        stream = b""
        for text in texts:
            body = json.dumps({"input": text, "iterations": draw.choice([1, 1, 1, 2000])}).encode()
            if draw.random() < 0.5:
                stream += b"GET /hash/?input=" + text.encode() + HOST + b"\r\n"
            elif draw.random() < 0.5:
                stream += b"POST /hash/" + HOST + JSON + b"Content-Length: %d\r\n\r\n" % len(body) + body
            else:
                stream += b"POST /hash/" + HOST + JSON + CHUNKED + b"\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        with closing(connect(port)) as sock:
            sender = threading.Thread(target=send_in_pieces, args=(sock, stream, draw))
            sender.start()
            for text in texts:
                answer = one_answer(sock)
                if f'"input":"{text}"'.encode() not in answer:
                    wrong.append((text, answer))
            sender.join()

    wrong = []
    threads = [threading.Thread(target=ask, args=(rng.random(),)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def send_in_pieces(sock, stream, draw):
    while stream:
        size = draw.choice([1, 7, 100, 5000])
        sock.sendall(stream[:size])
        stream = stream[size:]


SMUGGLED = b"GET /uuid/?smuggled=1" + HOST + b"\r\n"
#: Requests that a proxy and a server may end in different places, from the usual lists of request smuggling.
AMBIGUOUS = [
    b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    b"Content-Length: 0\r\nContent-Length: 44\r\n\r\n",
    b"Content-Length: 0, 44\r\n\r\n",
    b"Content-Length: +0\r\n\r\n",
    b"Content-Length: 0x0\r\n\r\n",
    b"Content-Length: 0_0\r\n\r\n",
    b"Content-Length : 0\r\n\r\n",
    b"Content-Length:\x0b0\r\n\r\n",
    b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding: identity\r\n\r\n",
    b"Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b" Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"X: y\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"X: y\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"X: y\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding: chunked\r\n\r\n0\n\n",
    b"Transfer-Encoding: chunked\r\n\r\n0;\n\r\n\r\n",
    b"Transfer-Encoding: chunked\r\n\r\n00000000000000000\r\n\r\n",
    b"Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n",
    b"Transfer-Encoding: chunked\r\n\r\n+0\r\n\r\n",
    b"Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
    b"Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n",
]


@pytest.mark.parametrize("rest", AMBIGUOUS)
def test_s5_no_request_is_found_within_a_request(port, rest):
    """An ambiguous request is refused, and nothing that follows it on the connection is answered."""
    received = send(port, b"POST /uuid/" + HOST + JSON + rest + SMUGGLED)
    statuses = [int(part[:3]) for part in received.split(b"HTTP/1.1 ")[1:]]
    assert statuses
    refused = [status for status in statuses if status >= 400]
    assert not refused or statuses[-1] >= 400 or rest in ONE_READING, received
    assert b"HTTP/1.1 5" not in received.replace(b"HTTP/1.1 501", b"")
    assert is_answering(port)


#: Refused because of their coding, although chunked is the last one, so that their end is certain.
ONE_READING = [b"Transfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"]


MAX_REQUESTS, ANSWERS = 60, 400  # half a dozen workers


def test_s5_workers_that_are_replaced_after_their_requests_lose_none():
    """With --max-requests, under load."""
    done, failed = [], []

    def ask(port):
        while len(done) < ANSWERS and not failed:
            try:
                with closing(connect(port)) as sock:
                    for _ in range(20):
                        sock.sendall(GET + b"\r\n")
                        answer = one_answer(sock)
                        done.append(status_of(answer))
                        if b"\r\nconnection: close" in answer.lower():
                            break
            except (OSError, AssertionError) as exc:
                failed.append(exc)

    with serving("--max-requests", str(MAX_REQUESTS)) as service:
        before = set(service.workers)
        threads = [threading.Thread(target=ask, args=(service.port,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert set(service.workers) != before
    assert (failed, set(done)) == ([], {200})
