"""The front (S5): slow clients occupy no thread, large requests delay no small ones, and refusals arrive whole."""

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.service import ROOT, eventually, serving
from tests.serving.tcp import has_read_all, is_listening
from tests.serving.test_requests import HOST, JSON, MEBIBYTE, body_of, rest_of, status_of
from utilitysvc.console import assets

GET = b"GET /uuid/ HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /text/ HTTP/1.1\r\nHost: localhost\r\n"
BUNDLE = f"/{assets.current().root}swagger-ui/swagger-ui-bundle.js".encode()
ABUSERS = 40  # more than all threads of two workers
STOP_SECONDS = 25  # less than graceful_timeout, at which gunicorn kills its workers


@pytest.fixture
def port(deployed):
    return deployed.port


def one_answer(sock):
    """Receive one answer, head and body, on a connection that stays open."""
    received = b""
    while b"\r\n\r\n" not in received:
        piece = sock.recv(1)
        assert piece
        received += piece
    length = int(received.lower().partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0])
    while length:
        piece = sock.recv(length)
        assert piece
        received += piece
        length -= len(piece)
    return received


def connect(port):
    sock = socket.create_connection(("127.0.0.1", port), timeout=30)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def are_answered(port, requests):
    """Send each request on a separate connection, and tell whether all are answered."""
    for request in requests:
        with closing(connect(port)) as sock:
            sock.sendall(request + b"Connection: close\r\n\r\n")
            if status_of(rest_of(sock)) != 200:
                return False
    return True


def is_ended(sock):
    """Return whether the server has closed or reset the connection, even if not all that it sent has been read."""
    return bool(sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)) or peek(sock) == b""


def peek(sock):
    """Return bytes that have arrived without reading them: empty if the server has closed, None if there are none."""
    sock.setblocking(False)
    try:
        return sock.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return None
    finally:
        sock.settimeout(30)


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        GET,
        POST + JSON + b"Content-Length: 20\r\n\r\n{",
        POST + JSON + b"Content-Length: 1000000\r\n\r\n{",
        POST + JSON + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
        POST + JSON + b"Content-Length: 20\r\nExpect: 100-continue\r\n\r\n",
        GET + b"Connection: close\r\n\r\n",
    ],
    ids=["silent", "half a head", "half a body", "half a large body", "half a chunk", "expecting", "never closing"],
)
def test_slow_clients_hold_up_no_small_request(port, beginning):
    """This holds for any number of them. If requests waited for them, the server would have ended them meanwhile."""
    waiting = []
    with ExitStack() as slow:
        for _ in range(ABUSERS):
            sock = slow.enter_context(closing(connect(port)))
            sock.sendall(beginning)
            waiting.append(sock)
        assert are_answered(port, [GET, b"GET /health/live/" + HOST] * 2)
        assert not any(map(is_ended, waiting)) or b"close" in beginning


@pytest.mark.parametrize("path", [BUNDLE, b"/random/?count=10000"])
def test_clients_that_read_nothing_hold_up_no_small_request(port, path):
    waiting = []
    with ExitStack() as slow:
        for _ in range(ABUSERS):
            sock = slow.enter_context(closing(socket.socket()))
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            sock.connect(("127.0.0.1", port))
            sock.sendall(b"GET " + path + HOST + b"\r\n")
            waiting.append(sock)
        assert are_answered(port, [GET, b"GET /health/live/" + HOST] * 2)
        assert not any(map(is_ended, waiting))


def test_who_sends_on_and_reads_late_sees_the_refusal(port):
    """G10: the client sends the whole body of 5 MB before it reads the answer."""
    body = b" " * (5 * MEBIBYTE)
    with closing(connect(port)) as sock:
        sock.sendall(POST + JSON + b"Content-Length: %d\r\n\r\n" % len(body))
        time.sleep(0.2)
        sock.sendall(body)
        time.sleep(0.2)
        received = one_answer(sock)
    assert status_of(received) == 413
    assert body_of(received)["error"] == "Request body too large"


WHOLE = b'{"text":"%s","operation":"uppercase"}' % (b"x" * 100_000)
TOO_LARGE = b" " * (2 * MEBIBYTE)
UNKNOWN = b"POST /nowhere/ HTTP/1.1\r\nHost: localhost\r\n"


@pytest.mark.parametrize("is_chunked", [False, True], ids=["length", "chunked"])
@pytest.mark.parametrize(
    ("beginning", "body", "status"),
    [(POST, WHOLE, 200), (POST, TOO_LARGE, 413), (UNKNOWN, WHOLE, 404)],
    ids=["read whole", "too large", "not read at all"],
)
def test_connection_is_kept_where_a_body_was_not_read(port, beginning, body, status, is_chunked):
    """A proxy sends its next request on a kept connection, so the server must skip the rest of the body."""
    framing = b"Transfer-Encoding: chunked\r\n\r\n" if is_chunked else b"Content-Length: %d\r\n\r\n" % len(body)
    with closing(connect(port)) as sock:
        sock.sendall(
            beginning + JSON + framing + (b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body) if is_chunked else body)
        )
        answer = http.client.HTTPResponse(sock)
        answer.begin()
        answer.read()
        assert (answer.status, answer.will_close) == (status, False)
        sock.sendall(GET + b"Connection: close\r\n\r\n")
        assert status_of(rest_of(sock)) == 200


def test_no_request_is_read_from_a_body_that_was_not_asked_for(port):
    """If the client gets a refusal instead of 100 Continue, it may leave the body out, or send it."""
    with closing(connect(port)) as sock:
        sock.sendall(POST + JSON + b"Expect: 100-continue\r\nContent-Length: 5000000\r\n\r\n")
        sock.sendall(GET + b"\r\n")
        received = rest_of(sock)
    assert (status_of(received), received.count(b"HTTP/1.1 ")) == (413, 1)
    assert b"\r\nconnection: close\r\n" in received


def test_stop_waits_for_nobody_who_has_not_finished_asking():
    """When its worker stops, the rest of a request has one second to arrive, not ten, after which it would get 408."""
    with serving() as service, ExitStack() as slow:
        waiting = []
        for beginning in [b"", GET, POST + JSON + b"Content-Length: 20\r\n\r\n{"] * 10:
            waiting.append(slow.enter_context(closing(connect(service.port))))
            waiting[-1].sendall(beginning)
        late = slow.enter_context(closing(connect(service.port)))
        late.sendall(GET)
        eventually(lambda: all(map(has_read_all, [*waiting, late])))
        service.process.terminate()
        eventually(lambda: not is_listening(service.port))
        late.sendall(b"\r\n")
        assert status_of(rest_of(late)) == 200
        service.process.wait(timeout=STOP_SECONDS)
        assert b" 408 " not in b"".join(map(rest_of, waiting))


TOLD_TO_STOP_BEFORE_IT_CAN_LISTEN = """
import signal
exec(open("gunicorn.conf.py").read())
as_shipped = post_fork

def post_fork(server, worker):
    as_shipped(server, worker)
    os.kill(os.getpid(), signal.SIGTERM)
"""


def iter_until(lines, last):
    for line in lines:
        yield line
        if last in line:
            return


def test_worker_that_is_stopped_while_it_starts_stops(tmp_path):
    """Otherwise a service that is stopped right after its start takes thirty seconds, on a busy machine one in six."""
    configuration = tmp_path / "conf.py"
    configuration.write_text(TOLD_TO_STOP_BEFORE_IT_CAN_LISTEN)
    process = subprocess.Popen(
        [Path(sys.executable).with_name("gunicorn"), "--config", configuration, "--bind", "127.0.0.1:0"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
    )
    told = threading.Timer(25, process.kill)  # less than graceful_timeout
    told.start()
    with process, closing(process.stderr):
        written = "".join(iter_until(process.stderr, "was sent SIGTERM"))
        assert "was sent SIGTERM" in written
        assert told.is_alive(), "it stopped only since its master was gone"
        assert "Traceback" not in written
        told.cancel()
        process.kill()


def test_requests_that_arrive_together_are_all_answered(port):
    with closing(connect(port)) as sock:
        sock.sendall((GET + b"\r\n") * 3 + GET + b"Connection: close\r\n\r\n")
        assert rest_of(sock).count(b"HTTP/1.1 200 OK") == 4


# Some tenths of a second of computing, in which the client can do other things.
DEAR = b"GET /hash/?input=x&algorithm=sha512&rounds=10000 HTTP/1.1\r\nHost: localhost\r\n"


def test_request_that_comes_before_the_last_answer_is_answered_next(port):
    with closing(connect(port)) as sock:
        for _ in range(3):
            sock.sendall(DEAR + b"\r\n")
            time.sleep(0.05)
            sock.sendall(GET[:20])
            time.sleep(0.05)
            sock.sendall(GET[20:] + b"\r\n")
            assert b'"hash":' in one_answer(sock)
            assert b'"uuids":' in one_answer(sock)


def test_client_that_ends_its_side_before_its_answer_gets_it(port):
    with closing(connect(port)) as sock:
        sock.sendall(DEAR + b"\r\n")
        time.sleep(0.05)
        sock.shutdown(socket.SHUT_WR)
        assert status_of(rest_of(sock)) == 200


def test_connection_is_kept_from_request_to_request(port):
    """Requests of every size are sent, because the server does not watch the client while a thread answers."""
    with closing(connect(port)) as sock:
        for _ in range(20):
            sock.sendall(GET + b"\r\n")
            assert b'"uuids":' in one_answer(sock)
            sock.sendall(POST + JSON + b"Content-Length: %d\r\n\r\n" % len(WHOLE))
            sock.sendall(WHOLE)
            assert b'"XXXX' in one_answer(sock)


def test_body_that_is_announced_is_asked_for(port):
    body = b'{"text": "abc", "operation": "uppercase"}'
    with closing(connect(port)) as sock:
        sock.sendall(
            POST + JSON + b"Expect: 100-continue\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(body)
        )
        assert sock.recv(100).startswith(b"HTTP/1.1 100 Continue")
        sock.sendall(body)
        received = rest_of(sock)
    assert body_of(received)["result"] == "ABC"


def test_client_that_ends_its_side_is_answered(port):
    """The connection is half-closed, as by ``nc -N``."""
    with closing(connect(port)) as sock:
        sock.sendall(GET + b"\r\n")
        sock.shutdown(socket.SHUT_WR)
        assert status_of(rest_of(sock)) == 200


def test_answers_without_a_body_arrive(port):
    """The connection is kept, so that no later write sends the head along."""
    with closing(connect(port)) as sock:
        for method in (b"HEAD", b"OPTIONS", b"HEAD"):
            sock.sendall(GET.replace(b"GET", method) + b"\r\n")
            received = b""
            while not received.endswith(b"\r\n\r\n"):
                received += sock.recv(65536)
            assert status_of(received) == 200


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_stop_closes_idle_connections_and_answers_what_is_computed(number):
    with serving() as service, ExitStack() as clients:
        for _ in range(50):
            idle = clients.enter_context(closing(connect(service.port)))
            idle.sendall(GET + b"\r\n")
            one_answer(idle)
        dear = clients.enter_context(closing(connect(service.port)))
        dear.sendall(DEAR + b"\r\n")
        eventually(lambda: has_read_all(dear))
        service.signal(number)
        assert b'"hash":' in one_answer(dear)
        service.process.wait(timeout=STOP_SECONDS)
        assert service.alarms() == []


@pytest.mark.skipif(not shutil.which("prlimit"), reason="prlimit is not installed")
def test_stop_with_more_clients_than_descriptors_loses_no_answer():
    """Every client for which there is a descriptor is answered. If many connect at once, libuv closes the others."""
    request = GET + b"Connection: close\r\n\r\n"
    with serving(workers=1, prefix=("prlimit", "--nofile=128:128")) as service, ExitStack() as clients:
        dear = clients.enter_context(closing(connect(service.port)))
        dear.sendall(DEAR + b"\r\n")
        waiting = [clients.enter_context(closing(connect(service.port))) for _ in range(300)]
        for sock in waiting:
            sock.sendall(request)
        eventually(lambda: has_read_all(dear))
        service.process.terminate()
        assert b'"hash":' in one_answer(dear)
        statuses = [status_of(received) for received in map(rest_of, waiting) if received]
        service.process.wait(timeout=30)
        assert set(statuses) <= {200, 503}
        assert statuses.count(200) >= 60
        assert service.alarms() == []
