"""The worker: slow clients hold no thread, large requests none of the small ones', and who is refused can read it."""

import http.client
import logging
import os
import selectors
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from utilitysvc.serving.gathering import GATHERED_BYTES, Connection, Lane, State, lane_of
from utilitysvc.serving.lane_pool import LanePool
from utilitysvc.serving.paced_socket import JOINED_BYTES, PacedSocket

from tests.service import ROOT, serving
from tests.serving.test_requests import HOST, JSON, MEBIBYTE, body_of, rest_of, status_of
from utilitysvc.serving import paced_socket, server_refusals, worker

GET = b"GET /uuid/ HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /text/ HTTP/1.1\r\nHost: localhost\r\n"
ABUSERS = 40  # more than all threads of two workers
PROMPT_SECONDS = 4  # on a busy machine; who waits for slow clients waits for ten or more


@pytest.mark.parametrize(
    ("received", "lane"),
    [
        (b"", None),
        (b"G", None),
        (GET, None),
        (GET + b"\r", None),
        (GET + b"\r\n", Lane.QUICK),
        (GET + b"\r\n" + GET, Lane.QUICK),
        (b"\r\n" + GET + b"\r\n", Lane.QUICK),
        (b"no HTTP at all\n", Lane.QUICK),
        (b"GET /\n\n", Lane.QUICK),
        (GET + b"X: " + b"x" * GATHERED_BYTES, Lane.OVERLONG),
        (GET + b"X: " + b"x" * (GATHERED_BYTES - len(GET) - 4), None),
        (POST + b"Content-Length: 0\r\n\r\n", Lane.QUICK),
        (POST + b"Content-Length: 3\r\n\r\nab", None),
        (POST + b"Content-Length: 3\r\n\r\nabc", Lane.QUICK),
        (POST + b"cOnTeNt-LeNgTh:3\r\n\r\nab", None),
        (POST + b"Content-Length: -1\r\n\r\n", Lane.QUICK),
        (POST + b"Content-Length: 99999999999999999999999999\r\n\r\n", Lane.LARGE),
        (POST + b"Content-Length: %d\r\n\r\n" % GATHERED_BYTES, Lane.LARGE),
        (POST + b"Content-Length: 3\r\nExpect: 100-continue\r\n\r\n", Lane.LARGE),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n", Lane.LARGE),
        (POST + b"X-Note: transfer-encoding: chunked\r\n\r\n", Lane.QUICK),
        (b"GET /health/live/ HTTP/1.1\r\nHost: localhost\r\n\r\n", Lane.HEALTH),
        (b"HEAD /health/ready/ HTTP/1.1\r\nHost: localhost\r\n\r\n", Lane.HEALTH),
        (b"GET /healthy/ HTTP/1.1\r\nHost: localhost\r\n\r\n", Lane.QUICK),
        (b"GET /static/swagger-ui/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n", Lane.LARGE),
        (b"POST /batch/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}", Lane.BATCH),
        (b"POST /batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{", None),
        (b"POST /batch/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40000\r\n\r\n", Lane.LARGE),
        (b"GET /batch/ HTTP/1.1\r\nHost: localhost\r\n\r\n", Lane.QUICK),
        (b"POST /health/live/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40000\r\n\r\n", Lane.LARGE),
    ],
)
def test_lane_of(received, lane):
    assert lane_of(received) is lane
    assert lane_of(bytearray(received)) is lane


@pytest.fixture(scope="module")
def port():
    with serving() as service:
        yield service.port


def one_answer(sock):
    """Receive one answer, head and body, of a connection that goes on."""
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


def wait_until(condition):
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def seconds_of(port, request):
    """How long the request takes on a connection of its own; it must succeed."""
    started = time.monotonic()
    with closing(connect(port)) as sock:
        sock.sendall(request + b"Connection: close\r\n\r\n")
        assert status_of(rest_of(sock)) == 200
    return time.monotonic() - started


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
    """However many there are: none of them has a thread of the quick lane, and health has one of its own."""
    with ExitStack() as slow:
        for _ in range(ABUSERS):
            slow.enter_context(closing(connect(port))).sendall(beginning)
        time.sleep(0.2)
        for request in [GET, b"GET /health/live/" + HOST] * 5:
            assert seconds_of(port, request) < PROMPT_SECONDS


@pytest.mark.parametrize("path", [b"/static/swagger-ui/swagger-ui-bundle.js", b"/random/?count=10000", b"/schema/"])
def test_clients_that_read_nothing_hold_up_no_small_request(port, path):
    with ExitStack() as slow:
        for _ in range(ABUSERS):
            sock = slow.enter_context(closing(socket.socket()))
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            sock.connect(("127.0.0.1", port))
            sock.sendall(b"GET " + path + HOST + b"\r\n")
        time.sleep(0.5)
        for request in [GET, b"GET /health/live/" + HOST] * 5:
            assert seconds_of(port, request) < PROMPT_SECONDS


def test_slow_request_is_refused_after_the_time_limit(port):
    """A byte now and then does not begin the limit anew: the whole request has 10 seconds."""
    with closing(connect(port)) as sock:
        started = time.monotonic()
        sock.settimeout(1)
        received = b""
        for byte in GET:
            sock.sendall(bytes([byte]))
            try:
                received = sock.recv(65536)
            except TimeoutError:
                continue
            break
        assert 9 < time.monotonic() - started < 13
    assert status_of(received) == 408
    assert body_of(received) == {"error": "Request Timeout", "details": "The request did not arrive in time"}


def test_head_without_end_is_refused(port):
    with closing(connect(port)) as sock:
        sock.sendall(GET + b"X: " + b"x" * GATHERED_BYTES)
        received = rest_of(sock)
    assert status_of(received) == 431
    assert list(body_of(received)) == ["error", "details"]


def test_who_sends_on_and_reads_late_sees_the_refusal(port):
    """G10: a body of 5 MB, sent whole before the first look at the answer."""
    body = b" " * (5 * MEBIBYTE)
    with closing(connect(port)) as sock:
        sock.sendall(POST + JSON + b"Content-Length: %d\r\n\r\n" % len(body))
        time.sleep(0.2)
        sock.sendall(body)
        time.sleep(0.2)
        received = rest_of(sock)
    assert status_of(received) == 413
    assert body_of(received)["error"] == "Request body too large"


WHOLE = b'{"text":"%s","operation":"uppercase"}' % (b"x" * 100_000)
TOO_LARGE = b" " * (2 * MEBIBYTE)
UNKNOWN = b"POST /nowhere/ HTTP/1.1\r\nHost: localhost\r\n"


@pytest.mark.parametrize("is_chunked", [False, True], ids=["length", "chunked"])
@pytest.mark.parametrize(
    ("beginning", "body", "status", "is_kept"),
    [(POST, WHOLE, 200, True), (POST, TOO_LARGE, 413, False), (UNKNOWN, WHOLE, 404, False)],
    ids=["read whole", "too large", "not read at all"],
)
def test_connection_ends_where_a_body_was_not_read_and_the_answer_says_so(
    port, beginning, body, status, is_kept, is_chunked
):
    """A proxy sends its next request into a connection that is said to be kept; where we close it, that one is lost."""
    framing = b"Transfer-Encoding: chunked\r\n\r\n" if is_chunked else b"Content-Length: %d\r\n\r\n" % len(body)
    with closing(connect(port)) as sock:
        sock.sendall(
            beginning + JSON + framing + (b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body) if is_chunked else body)
        )
        answer = http.client.HTTPResponse(sock)
        answer.begin()
        answer.read()
        assert (answer.status, answer.will_close) == (status, not is_kept)
        sock.sendall(GET + b"Connection: close\r\n\r\n")
        assert rest_of(sock).startswith(b"HTTP/1.1 200 OK") == is_kept


def test_stop_waits_for_nobody_who_has_not_finished_asking():
    """A half request has two seconds to arrive when its worker stops, not ten; who has asked is answered."""
    with serving() as service, ExitStack() as slow:
        for beginning in [b"", GET, POST + JSON + b"Content-Length: 20\r\n\r\n{"] * 10:
            slow.enter_context(closing(connect(service.port))).sendall(beginning)
        late = slow.enter_context(closing(connect(service.port)))
        late.sendall(GET)
        time.sleep(0.2)
        started = time.monotonic()
        service.process.terminate()
        time.sleep(0.5)
        late.sendall(b"\r\n")
        assert status_of(rest_of(late)) == 200
        service.process.wait(timeout=30)
        assert time.monotonic() - started < 9


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
    """Else a service that is stopped just after its start takes thirty seconds: one of six on a busy machine."""
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
        written = "".join(iter_until(process.stderr, "Worker exiting"))
        assert "Worker exiting" in written
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
    """Of every size, since what arrives while a thread answers is no longer watched."""
    with closing(connect(port)) as sock:
        for _ in range(20):
            sock.sendall(GET + b"\r\n")
            assert b'"uuids":' in one_answer(sock)
            sock.sendall(POST + JSON + b"Content-Length: %d\r\n\r\n" % len(WHOLE))
            sock.sendall(WHOLE)
            assert b'"XXXX' in one_answer(sock)


def are_told_to_close(port):
    """Of three connections that are opened one after the other, which are not to be kept."""
    with ExitStack() as stack:
        heads = []
        for _ in range(3):
            sock = stack.enter_context(closing(connect(port)))
            sock.sendall(GET + b"\r\n")
            heads.append(one_answer(sock).partition(b"\r\n\r\n")[0].lower())
    return [b"\r\nconnection: close" in head for head in heads]


def test_connections_that_would_fill_a_worker_are_not_kept():
    """Of ten, threads take eight; whoever comes third is told to come anew. Those of before may not be over at once."""
    with serving("--worker-connections", "10", workers=1) as service:
        deadline = time.monotonic() + 30
        while (told := are_told_to_close(service.port)) != [False, False, True] and time.monotonic() < deadline:
            time.sleep(0.1)
    assert told == [False, False, True]


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
    """Half-closed, as by ``nc -N``."""
    with closing(connect(port)) as sock:
        sock.sendall(GET + b"\r\n")
        sock.shutdown(socket.SHUT_WR)
        assert status_of(rest_of(sock)) == 200


def test_pool_wakes_the_thread_that_became_idle_last():
    """And begins another only where none is idle; what finds none waits in the order of its arrival."""
    pool = LanePool("test", 2)
    names, done = [], threading.Semaphore(0)
    gates = [threading.Event() for _ in range(4)]

    def job(number, gate):
        names.append((number, threading.current_thread()))
        gate.wait(30)
        done.release()

    for number, gate in enumerate(gates):
        pool.submit(partial(job, number, gate))
        wait_until(lambda number=number: len(names) == min(number + 1, 2))
    gates[1].set()
    wait_until(lambda: len(names) == 3)
    gates[2].set()
    wait_until(lambda: len(names) == 4)
    gates[0].set()
    assert done.acquire(timeout=30)
    gates[3].set()
    for _ in range(3):
        assert done.acquire(timeout=30)
    assert [number for number, _ in names] == [0, 1, 2, 3]
    (_, first), (_, second), (_, third), (_, fourth) = sorted(names, key=lambda pair: pair[0])
    assert first is not second
    assert second is third is fourth
    wait_until(lambda: len(pool._idle) == 2)
    for number in range(4, 10):  # each after the other: the same thread each time
        pool.submit(partial(job, number, gates[0]))
        assert done.acquire(timeout=30)
        wait_until(lambda: len(pool._idle) == 2)
    assert len({thread for _, thread in names[4:]}) == 1


def test_pool_begins_no_second_thread_where_one_is_idle():
    pool = LanePool("alone", 8)
    done = threading.Semaphore(0)
    for _ in range(20):
        pool.submit(done.release)
        assert done.acquire(timeout=30)
        wait_until(lambda: pool._idle)
    assert [thread.name for thread in threading.enumerate()].count("alone") == 1


@pytest.fixture
def pair(monkeypatch):
    """A paced socket in a thread's mode with little patience, and its client."""
    monkeypatch.setattr(paced_socket, "PATIENCE_SECONDS", 0.3)
    ours, client = socket.socketpair()
    with closing(PacedSocket(fileno=ours.detach())) as paced, client:
        paced.setblocking(True)
        paced.renew()
        yield paced, client


def test_reading_has_a_limit_that_no_single_byte_begins_anew(pair):
    paced, client = pair
    started = time.monotonic()
    with pytest.raises(TimeoutError):  # noqa: PT012  # which of the reads fails is not for us to say
        while True:
            client.sendall(b"x")
            paced.recv(100)
            time.sleep(0.05)
            paced.recv(100)
    assert time.monotonic() - started < 2


def test_prompt_client_keeps_its_allowance(pair):
    paced, client = pair
    for _ in range(100):
        client.sendall(b"x" * 1000)
        assert len(paced.recv(1000)) == 1000
    assert 0.2 < paced.allowance <= 0.3


def test_answer_that_nobody_takes_is_given_up(pair):
    paced, client = pair
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    started = time.monotonic()
    with pytest.raises(TimeoutError):
        paced.sendall(b"x" * MEBIBYTE * 8)
    assert time.monotonic() - started < 2


def test_head_and_body_leave_in_one_packet(pair):
    paced, client = pair
    client.setblocking(False)
    paced.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n")
    with pytest.raises(BlockingIOError):
        client.recv(100)
    paced.sendall(b"body")
    assert client.recv(100).endswith(b"\r\n\r\nbody")


def test_head_is_not_kept_from_a_client_that_is_waited_for(pair):
    paced, client = pair
    client.settimeout(PROMPT_SECONDS)
    paced.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    with pytest.raises(TimeoutError):
        paced.recv(1)
    assert client.recv(100) == b"HTTP/1.1 200 OK\r\n\r\n"


@pytest.mark.parametrize("size", [0, 1, JOINED_BYTES, JOINED_BYTES + 1, MEBIBYTE])
def test_answers_of_every_size_arrive_whole_and_in_order(pair, size):
    paced, client = pair
    body = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    received = []
    reader = threading.Thread(target=lambda: received.extend(iter(lambda: client.recv(65536), b"")))
    reader.start()
    paced.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    paced.sendall(body)
    paced.flush()
    paced.shutdown(socket.SHUT_WR)
    reader.join()
    assert b"".join(received) == b"HTTP/1.1 200 OK\r\n\r\n" + body


def test_answers_without_a_body_arrive(port):
    """On a kept connection, where nothing that follows would push the head out."""
    with closing(connect(port)) as sock:
        for method in (b"HEAD", b"OPTIONS", b"HEAD"):
            sock.sendall(GET.replace(b"GET", method) + b"\r\n")
            received = b""
            while not received.endswith(b"\r\n\r\n"):
                received += sock.recv(65536)
            assert status_of(received) == 200


def test_sign_of_life_is_given_once_a_second(monkeypatch):
    given = []
    monkeypatch.setattr(worker.ThreadWorker, "notify", lambda _worker: given.append(time.monotonic()))
    busy = worker.Worker.__new__(worker.Worker)
    busy.notice_due = 0.0
    until = time.monotonic() + 1.5
    while time.monotonic() < until:
        busy.notify()
        time.sleep(0.01)
    assert len(given) == 2


@pytest.mark.parametrize("state", State)
def test_connection_that_ended_in_the_same_round_is_left_alone(state):
    """The poller hands over all events of a round, those too of what the first of them has closed."""
    ours, client = socket.socketpair()
    busy = worker.Worker.__new__(worker.Worker)
    busy.nr_conns = 1
    with closing(selectors.DefaultSelector()) as busy.poller, client:
        conn = Connection(None, PacedSocket(fileno=ours.detach()), None, None)
        busy.connections = {conn}
        busy._watch(conn)
        client.sendall(b"\r\n")
        ((key, _),) = busy.poller.select(30)
        conn.state = state
        busy._drop(conn)
        key.data(key.fileobj)
        assert (busy.nr_conns, busy.connections) == (0, set())


def test_large_request_that_waited_too_long_is_refused(monkeypatch):
    """Its client, or the proxy between, is about to give it up: 503 with the time after which to ask again."""
    monkeypatch.setattr(worker.util, "write_error", server_refusals.write_refusal)
    ours, client = socket.socketpair()
    with ours, client:
        waited = SimpleNamespace(sock=ours, expires=time.monotonic() - 1)
        busy = worker.Worker.__new__(worker.Worker)
        busy.log = logging.getLogger(__name__)
        assert busy._handle_large(waited) is False
        received = client.recv(65536)
    assert status_of(received) == 503
    assert b"\r\nRetry-After: 5\r\n" in received
    assert "large requests" in body_of(received)["details"]
