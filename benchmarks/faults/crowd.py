"""Measure small requests, health probes and static files beside crowds of idle, slow or silent clients."""

import contextlib
import json
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator

from benchmarks.faults.clients import Outcome, address_of, asking, connect
from benchmarks.faults.slow import LARGE
from benchmarks.measure import get, post
from tests.service import serving

SECONDS = 8
SMALL = get("/uuid/?count=1&format=standard")
LIVE = get("/health/live/")
SLOW_BODY = post("/text/", json.dumps({"text": "x" * 1_000_000, "operation": "uppercase"}).encode())
RECEIVE_BUFFER = 4096

Begin = Callable[[socket.socket], None]


def idle(sock: socket.socket) -> None:
    """Get an answer and keep the connection open."""
    sock.sendall(SMALL)
    sock.recv(65536)


def half_a_head(sock: socket.socket) -> None:
    sock.sendall(SMALL[:40])


def slow_body(sock: socket.socket) -> None:
    """Send half of a body of 1 MB, and no more."""
    sock.sendall(SLOW_BODY[:500_000])


def slow_reader(sock: socket.socket) -> None:
    """Request an answer of 1 MB and do not read it."""
    sock.sendall(LARGE)


CROWDS: dict[str, tuple[int, Begin]] = {
    "4,000 idle connections": (4000, idle),
    "500 half heads": (500, half_a_head),
    "200 slow bodies of 1 MB": (200, slow_body),
    "64 slow readers": (64, slow_reader),
}


def run(seconds: float = SECONDS) -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for name, (count, begin) in CROWDS.items():
        with serving() as service, _crowd(service.port, count, begin):
            style = get(address_of(service.port, "console.css"))
            outcomes: dict[str, Outcome] = {}
            with contextlib.ExitStack() as clients:
                for kind, request in (("small", SMALL), ("health", LIVE), ("file of the page", style)):
                    client = asking(service.port, 1, requests=[request], keep=False, pause=0.02, patience=5)
                    outcomes[kind] = clients.enter_context(client)
                time.sleep(seconds)
            held = sum(service.resident_bytes()) / 1024**2
            alarms = service.alarms()[:2]
        figures = "; ".join(f"{kind} {_figures(outcome)}" for kind, outcome in outcomes.items())
        print(f"{name}: {figures}; workers {held:.0f} MiB", *alarms, flush=True)


def _figures(outcome: Outcome) -> str:
    failed = sum(outcome.failed.values()) + outcome.refused
    return f"p99 {outcome.percentile(0.99):.1f} ms, longest {outcome.percentile(1):.0f} ({failed} failed)"


@contextlib.contextmanager
def _crowd(port: int, count: int, begin: Begin) -> Iterator[None]:
    """Keep so many clients connected. If the server closes a connection, the client opens a new one."""
    stopping = threading.Event()

    def keep(share: int) -> None:
        """Keep many connections in one thread, since they only have to stay open."""
        sockets: list[socket.socket] = []
        while not stopping.wait(0.2):
            sockets = [sock for sock in sockets if not _is_closed(sock)]
            while len(sockets) < share and not stopping.is_set():
                with contextlib.suppress(OSError):
                    sock = connect(port, 5)
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
                    begin(sock)
                    sock.setblocking(False)
                    sockets.append(sock)
        for sock in sockets:
            sock.close()

    threads = [threading.Thread(target=keep, args=(count // 4,), daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(3)
    try:
        yield
    finally:
        stopping.set()
        for thread in threads:
            thread.join()


def _is_closed(sock: socket.socket) -> bool:
    try:
        return sock.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
