"""Measure small requests, health probes and files of the page beside crowds of idle, slow, silent or greedy clients."""

import re
import resource
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import NamedTuple

from benchmarks.faults import proxy
from benchmarks.faults.clients import LIVE, SMALL, asking, in_threads, report
from benchmarks.measure import connect, exchange, get, post

SECONDS = 8
THREADS = 4  # in which all clients of a crowd live, since they only have to stay open
RECEIVE_BUFFER = 4096
#: A request with a larger answer than the kernel buffers for one connection.
LARGE = post("/text/", b'{"text": "%s", "operation": "uppercase"}' % (b"the quick brown fox " * 50_000))


class Crowd(NamedTuple):
    """So many clients, of which each sends ``beginning``, then ``more`` byte by byte, one in each ``pause`` seconds."""

    count: int
    beginning: bytes
    more: bytes = b""
    pause: float = 0.5


FILE = b"a file of the page"  # stands for the request, which differs between releases
CROWDS = {
    "idle connections": Crowd(4000, SMALL),
    "who send nothing": Crowd(400, b""),
    "half heads": Crowd(500, SMALL[:40]),
    "heads, one byte every half second": Crowd(400, SMALL[:40], b"X-Slow: " * 100),
    "heads, one byte every eight seconds": Crowd(400, SMALL[:40], b"X-Slow: ", 8),
    "bodies of 1 MB, one byte every half second": Crowd(400, LARGE[: LARGE.index(b"{")], LARGE[-1000:]),
    "bodies of 1 MB that stop half way": Crowd(200, LARGE[:500_000]),
    "who do not read 1 MB": Crowd(64, LARGE),
    "who do not read a file of 1.4 MB": Crowd(400, FILE),
    "who ask to close and do not": Crowd(400, SMALL.replace(b"keep-alive", b"close")),
}


def run(seconds: float = SECONDS) -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for name, crowd in CROWDS.items():
        for way, behind_nginx in proxy.ways().items():
            with proxy.entered(behind_nginx=behind_nginx) as (service, port), ExitStack() as stack:
                stack.enter_context(crowded(port, crowd))
                time.sleep(3)
                asked = {"small": SMALL, "health": LIVE, "file of the page": file_request(service.port, "console.css")}
                outcomes = {
                    kind: stack.enter_context(asking(port, 1, requests=[one], keep=False, pause=0.02, patience=5))
                    for kind, one in asked.items()
                }
                time.sleep(seconds)
                held = sum(service.resident_bytes()) / 1024**2
                stack.close()
                figures = "; ".join(
                    f"{kind} p99 {outcome.percentile(0.99):.1f} ms, longest {outcome.percentile(1):.0f} "
                    f"({len(outcome.seconds)} answered, {outcome.failed + outcome.refused} failed)"
                    for kind, outcome in outcomes.items()
                )
                report(f"{crowd.count:,} {name}, {way}", f"{figures}; workers {held:.0f} MiB", service)


def file_request(port: int, name: str) -> bytes:
    """Return the request for a static file, whose path differs between releases."""
    with connect(port) as sock:
        _, _, page = exchange(sock, get("/").replace(b"*/*", b"text/html").replace(b"gzip, deflate", b"identity"))
    return get("/" + re.findall(r"static/[0-9a-f]+/", page.decode())[0] + name)


@contextmanager
def crowded(port: int, crowd: Crowd) -> Iterator[None]:
    """Keep so many clients connected. If the server closes a connection, the client opens a new one."""
    if crowd.beginning == FILE:
        crowd = crowd._replace(beginning=file_request(port, "swagger-ui/swagger-ui-bundle.js"))
    with in_threads(THREADS, _keep, port, crowd._replace(count=crowd.count // THREADS)):
        yield


def _keep(stopping: threading.Event, port: int, crowd: Crowd) -> None:
    clients: dict[socket.socket, tuple[int, float]] = {}  # for each the bytes of ``more`` that it has sent, and when
    while not stopping.wait(0.2):
        for sock, (sent, when) in list(clients.items()):
            if is_closed(sock):
                del clients[sock]
            elif sent < len(crowd.more) and time.monotonic() > when + crowd.pause:
                with suppress(OSError):
                    sock.send(crowd.more[sent : sent + 1])
                clients[sock] = sent + 1, time.monotonic()
        while len(clients) < crowd.count and not stopping.is_set():
            with suppress(OSError):
                clients[_begun(port, crowd.beginning)] = 0, time.monotonic()
    for sock in clients:
        sock.close()


def _begun(port: int, beginning: bytes) -> socket.socket:
    sock = connect(port, 5)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
    sock.sendall(beginning)
    if beginning == SMALL:
        sock.recv(65536)  # a connection is idle once its answer has been read
    sock.setblocking(False)
    return sock


def is_closed(sock: socket.socket) -> bool:
    """Tell without reading. A connection that the server has closed, with an answer unread, is not reset."""
    try:
        return sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
