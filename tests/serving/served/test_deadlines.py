"""Connections that a server ends after ten seconds (S5). All begin at once: one after the other takes a minute."""

import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from tests.service import STOP_SECONDS, eventually
from tests.serving.conftest import serving_by_granian
from tests.serving.served.test_front import BUNDLE
from tests.serving.wire import (
    DEAR,
    GET,
    POST,
    are_answered,
    body_of,
    connect,
    connections,
    has_read_all,
    one_answer,
    rest_of,
    status_of,
)

READERS = 32
FILES = 6  # each of 1.5 MB, together more than the kernel buffers


def send_a_byte_now_and_then(port):
    """Send a byte each second. Return how many were sent until an answer came, and the answer."""
    with connect(port) as sock:
        sock.settimeout(1)
        for sent, byte in enumerate(GET, start=1):
            sock.sendall(bytes([byte]))
            try:
                return sent, sock.recv(65536)
            except TimeoutError:
                continue
    return sent, b""


def stop_sending_after_the_refusal(port):
    """Return the answer to a body that is too large, and the bytes after it."""
    with connect(port) as sock:
        sock.sendall(POST + b"Content-Length: 5000000\r\n\r\n" + b" " * 1000)
        return one_answer(sock), rest_of(sock)


def read_nothing(port):
    """Return whether others were answered meanwhile, and how many bytes of each unread answer arrived in the end."""
    with ExitStack() as clients:
        readers = []
        for _ in range(READERS):
            sock = clients.enter_context(socket.socket())
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            sock.connect(("127.0.0.1", port))
            sock.sendall((BUNDLE + b"\r\n") * FILES)
            readers.append(sock)
        others = are_answered(port)
        ports = {sock.getsockname()[1] for sock in readers}
        assert ports <= set(connections(port))
        eventually(lambda: not ports & set(connections(port)), pause=0.5)
        return others, [len(rest_of(sock)) for sock in readers]


def send_half_a_head(port):
    """Return the answer to it."""
    with connect(port) as sock:
        sock.sendall(b"GET /uu")
        return sock.recv(1)


def stop_granian_beside_a_request():
    """Return the beginning of the answer."""
    with serving_by_granian() as service:
        with connect(service.port) as sock:
            sock.sendall(DEAR + b"\r\n")
            eventually(lambda: has_read_all(sock))
            service.process.terminate()
            beginning = sock.recv(12)
        service.process.wait(timeout=STOP_SECONDS)
    return beginning


@pytest.fixture(scope="module")
def begun(deployed, on_uvicorn, on_granian):
    """Start all of them, and return the future of each outcome by name."""
    with ThreadPoolExecutor() as threads:
        yield {
            "slow on gunicorn": threads.submit(send_a_byte_now_and_then, deployed.port),
            "slow on uvicorn": threads.submit(send_a_byte_now_and_then, on_uvicorn.port),
            "refused": threads.submit(stop_sending_after_the_refusal, deployed.port),
            "readers": threads.submit(read_nothing, deployed.port),
            "half a head": threads.submit(send_half_a_head, on_granian.port),
            "stop": threads.submit(stop_granian_beside_a_request),
        }


@pytest.mark.parametrize("server", ["gunicorn", "uvicorn"])
def test_slow_request_is_refused_after_the_time_limit(begun, server):
    """Another byte does not restart the time limit: the whole request has 10 seconds."""
    sent, received = begun[f"slow on {server}"].result()
    assert sent > 3, "it was refused before its time"
    assert status_of(received) == 408
    assert body_of(received) == {"error": "Request Timeout", "details": "The request did not arrive in time"}


def test_body_that_was_refused_unread_is_not_passed_over_for_ever(begun):
    """Its client may stop sending. The connection then ends after the time that a slow request has."""
    refusal, rest = begun["refused"].result()
    assert (refusal.status, rest) == (413, b"")


def test_s5_readers_that_never_read_are_ended_and_the_memory_of_their_answers_is_freed(begun):
    others_were_answered, lengths = begun["readers"].result()
    assert others_were_answered
    assert max(lengths) < FILES * 1_500_000, "the answer was kept for a client that did not read"


def test_granian_drops_half_a_head(begun):
    assert begun["half a head"].result() == b""


def test_granian_answers_a_request_in_hand_before_its_stop(begun):
    assert begun["stop"].result() == b"HTTP/1.1 200"
