"""Well-behaved clients: they send requests, read the whole answers, and record how each request ended."""

import contextlib
import json
import random
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmarks.measure import connect, exchange, get, post

TEXT = "The quick brown fox's naïve café — Ünïcödé! " * 20

#: Mixed requests, which clients choose from at random.
MIXED = [
    get("/uuid/?count=1&format=standard"),
    get("/uuid/?count=20"),
    get("/random/?min=1&max=49&count=6&sorted=true"),
    get("/number/?min=0&max=1&decimal=true&precision=4"),
    get("/password/?length=20"),
    get("/hash/?input=hello"),
    get("/hash/?input=hello&algorithm=sha512&iterations=100"),
    post("/hash/", b'{"input": "hello", "algorithm": ["md5", "sha1", "crc32"]}'),
    post("/uuid/", b'{"count": 5, "format": "urn"}'),
    get("/hash/algorithms/"),
    get("/ip/81.2.69.142"),
    get("/health/live/"),
    post("/text/", json.dumps({"text": TEXT, "operation": "analyze"}).encode()),
    get("/text/?text=Hello+World&operation=snakecase"),
    get("/time/"),
    get("/time/?operation=difference&start=2026-01-01&end=tomorrow"),
    get("/time/?operation=convert_timezone&datetime=now&from_timezone=UTC&to_timezone=Asia/Tokyo"),
]


def address_of(port: int, file: str) -> str:
    """Return the path of a static file, which differs between releases."""
    with connect(port) as sock:
        _, _, page = exchange(sock, get("/").replace(b"*/*", b"text/html").replace(b"gzip, deflate", b"identity"))
    found = re.search(rb"static/[0-9a-f]+/", page)
    if not found:
        raise RuntimeError("the page names no file")
    return f"/{found[0].decode()}{file}"


@dataclass
class Outcome:
    """The results of the requests of one or several clients."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)  # connected, but not answered
    refused: int = 0  # not connected, so that the client could try another instance
    clients: "list[Client]" = field(default_factory=list)  # clients that are still running

    def wait_for(self, answers: int, patience: float = 120) -> None:
        """Wait until the running clients together have so many answers."""
        deadline = time.monotonic() + patience
        while sum(len(client.outcome.seconds) for client in self.clients) < answers:
            if time.monotonic() > deadline:
                raise TimeoutError(f"fewer than {answers:,} answers in {patience:.0f} s")
            time.sleep(0.01)

    def add(self, other: "Outcome") -> None:
        self.seconds += other.seconds
        self.statuses += other.statuses
        self.failed += other.failed
        self.refused += other.refused

    def percentile(self, share: float) -> float:
        """Return the percentile in milliseconds, or NaN if there were no answers."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else float("nan")

    def __str__(self) -> str:
        statuses = ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items()))
        failed = ", ".join(f"{count} × {kind}" for kind, count in sorted(self.failed.items())) or "0"
        return (
            f"{len(self.seconds)} answered ({statuses}); failed: {failed}; connections refused: {self.refused}; "
            f"p50 {self.percentile(0.5):.1f} ms, p99 {self.percentile(0.99):.1f} ms, "
            f"p99.9 {self.percentile(0.999):.1f} ms, longest {self.percentile(1):.0f} ms"
        )


class Client(threading.Thread):
    """Send one request after the other until it is stopped, on the same connection unless the server closes it."""

    def __init__(self, port: int, requests: list[bytes], *, keep: bool, pause: float, patience: float) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.requests = requests
        self.keep = keep
        self.pause = pause
        self.patience = patience
        self.outcome = Outcome()
        self.stopping = threading.Event()
        self.connection: socket.socket | None = None

    def run(self) -> None:
        rng = random.Random(1)
        while not self.stopping.is_set():
            self._ask(rng.choice(self.requests))
            if self.pause:
                time.sleep(self.pause)
        self._close()

    def _ask(self, request: bytes) -> None:
        started = time.monotonic()
        try:
            self.connection = self.connection or connect(self.port, self.patience)
        except OSError:
            self.outcome.refused += 1
            time.sleep(0.05)
            return
        try:
            status, kept, _ = exchange(self.connection, request)
        except (OSError, ValueError, KeyError) as exc:
            self.outcome.failed[type(exc).__name__] += 1
            self._close()
            return
        self.outcome.seconds.append(time.monotonic() - started)
        self.outcome.statuses[status] += 1
        if not (kept and self.keep):
            self._close()

    def _close(self) -> None:
        if self.connection:
            self.connection.close()
            self.connection = None


@contextlib.contextmanager
def asking(
    port: int,
    clients: int = 8,
    *,
    requests: list[bytes] = MIXED,
    keep: bool = True,
    pause: float = 0,
    patience: float = 60,
) -> Iterator[Outcome]:
    """Run clients during the ``with`` block. The outcome that it yields is complete when the block ends."""
    threads = [Client(port, requests, keep=keep, pause=pause, patience=patience) for _ in range(clients)]
    for thread in threads:
        thread.start()
    total = Outcome(clients=threads)
    try:
        yield total
    finally:
        for thread in threads:
            thread.stopping.set()
        for thread in threads:
            thread.join(timeout=70)
            total.add(thread.outcome)
