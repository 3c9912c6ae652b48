"""Measure the requests of a well-behaved client beside many slow, silent or greedy clients."""

import contextlib
import errno
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator

from benchmarks.faults import proxy
from benchmarks.faults.clients import address_of, asking, connect
from benchmarks.measure import get, post
from tests.service import Service, serving

ABUSERS = 400  # fifty times the number of threads for small requests in two workers
SECONDS = 10

#: A request with a larger answer than the kernel buffers for one connection.
LARGE = post("/text/", json.dumps({"text": "the quick brown fox " * 50_000, "operation": "uppercase"}).encode())
SMALL = get("/uuid/?count=1&format=standard")


def silent(sock: socket.socket, stopping: threading.Event) -> None:
    """Connect and send nothing."""


def half_a_head(sock: socket.socket, stopping: threading.Event) -> None:
    """Send the beginning of a request, and no more."""
    sock.sendall(SMALL[:40])


def dribbling_head(sock: socket.socket, stopping: threading.Event) -> None:
    """Send a head that never ends, one byte each half second."""
    sock.sendall(SMALL[:40])
    _dribble(sock, b"X-Slow: ", stopping)


def patient_head(sock: socket.socket, stopping: threading.Event) -> None:
    """Send a head that never ends, one byte every eight seconds. A limit of ten seconds for each read never ends it."""
    sock.sendall(SMALL[:40])
    _dribble(sock, b"X-Slow: ", stopping, seconds=8)


def dribbling_body(sock: socket.socket, stopping: threading.Event) -> None:
    """Announce a body of 1 MB, and send one byte of it each half second."""
    head, _, _ = post("/text/", b"x" * 1_000_000).partition(b"\r\n\r\n")
    sock.sendall(head + b"\r\n\r\n")
    _dribble(sock, b'{"text": "', stopping)


def never_reading(sock: socket.socket, stopping: threading.Event) -> None:
    """Request a large answer and do not read it."""
    sock.sendall(LARGE)


def never_reading_a_file(sock: socket.socket, stopping: threading.Event) -> None:
    """Request the largest of our static files and do not read it."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.sendall(get(address_of(sock.getpeername()[1], "swagger-ui/swagger-ui-bundle.js")))


def never_closing(sock: socket.socket, stopping: threading.Event) -> None:
    """Ask the server to close the connection, and do not close the client's side."""
    sock.sendall(SMALL.replace(b"keep-alive", b"close"))


Abuse = Callable[[socket.socket, threading.Event], None]

KINDS: list[Abuse] = [
    silent,
    half_a_head,
    dribbling_head,
    patient_head,
    dribbling_body,
    never_reading,
    never_reading_a_file,
    never_closing,
]


def _dribble(sock: socket.socket, data: bytes, stopping: threading.Event, seconds: float = 0.5) -> None:
    for index in range(len(data) + 1000):
        if stopping.wait(seconds):
            return
        sock.sendall(data[index : index + 1] or b"x")


@contextlib.contextmanager
def abusers(port: int, kind: Abuse) -> Iterator[None]:
    """Keep ABUSERS clients of this kind connected. If the server closes a connection, the client opens a new one."""
    stopping = threading.Event()

    def abuse() -> None:
        while not stopping.is_set():
            with contextlib.suppress(OSError), connect(port, 5) as sock:
                kind(sock, stopping)
                _wait_for_reset(sock, stopping)

    threads = [threading.Thread(target=abuse, daemon=True) for _ in range(ABUSERS)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopping.set()
        for thread in threads:
            thread.join(timeout=20)


def _wait_for_reset(sock: socket.socket, stopping: threading.Event) -> None:
    """Wait, without reading, until the server closes the connection or the script ends."""
    while not stopping.wait(0.5):
        if sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) in (errno.ECONNRESET, errno.EPIPE):
            return


def run(seconds: float = SECONDS) -> None:
    for kind in KINDS:
        with serving(NUM_PROXIES="1") as service:
            _measure("alone", service, service.port, kind, seconds)
        if proxy.available():
            with serving(NUM_PROXIES="1") as service, proxy.fronted(service) as port:
                _measure("behind nginx", service, port, kind, seconds)


def _measure(name: str, service: Service, port: int, kind: Abuse, seconds: float) -> None:
    with abusers(port, kind):
        time.sleep(2)
        with asking(port, 1, requests=[SMALL], keep=False, pause=0.02, patience=5) as outcome:
            time.sleep(seconds)
        held = sum(service.resident_bytes()) / 1e6
    print(f"{name}, {ABUSERS} × {kind.__name__}: {outcome}; workers {held:.0f} MB", *service.alarms()[:2], flush=True)
