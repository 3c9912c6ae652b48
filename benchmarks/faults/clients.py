"""Well-behaved clients: they send requests, read the whole answers, and record how each request ended."""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from benchmarks.measure import connect, exchange, get, post
from tests.service import Service

SMALL = get("/uuid/?count=1&format=standard")
LIVE = get("/health/live/")
TEXT = "The quick brown fox's naïve café — Ünïcödé! " * 20
#: Mixed requests, which clients choose from at random.
MIXED = [
    SMALL,
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
    LIVE,
    post("/text/", json.dumps({"text": TEXT, "operation": "analyze"}).encode()),
    get("/text/?text=Hello+World&operation=snakecase"),
    get("/time/"),
    get("/time/?operation=difference&start=2026-01-01&end=tomorrow"),
    get("/time/?operation=convert_timezone&datetime=now&from_timezone=UTC&to_timezone=Asia/Tokyo"),
]


class Outcome:
    """How the requests of some clients ended, noted by their threads.

    ``refused``: not connected, so that a client could try another instance. ``failed``: connected, but not answered.
    """

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.statuses: Counter[int] = Counter()
        self.errors: Counter[str] = Counter()
        self.refused = 0
        self.lock = threading.Lock()

    @property
    def failed(self) -> int:
        return self.errors.total()

    def wait_for(self, answers: int, patience: float = 120) -> None:
        """Wait until there are so many answers."""
        deadline = time.monotonic() + patience
        while len(self.seconds) < answers:
            if time.monotonic() > deadline:
                raise TimeoutError(f"fewer than {answers:,} answers in {patience:.0f} s")
            time.sleep(0.01)

    def percentile(self, share: float) -> float:
        """Return the percentile in milliseconds, or NaN if there were no answers."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else float("nan")

    def __str__(self) -> str:
        statuses, errors = (
            ", ".join(f"{count} × {kind}" for kind, count in sorted(ends.items()))
            for ends in (self.statuses, self.errors)
        )
        return (
            f"{len(self.seconds)} answered ({statuses}); failed: {errors or 0}; connections refused: {self.refused}; "
            f"p50 {self.percentile(0.5):.1f} ms, p99 {self.percentile(0.99):.1f} ms, "
            f"p99.9 {self.percentile(0.999):.1f} ms, longest {self.percentile(1):.0f} ms"
        )


def _ask(
    stopping: threading.Event,
    outcome: Outcome,
    port: int,
    requests: Sequence[bytes],
    keep: bool,
    pause: float,
    patience: float,
) -> None:
    """Send one request after the other, on the same connection if ``keep`` and unless the server closes it."""
    draw, sock = random.Random(1), None
    while not stopping.is_set():
        request, started, is_kept = draw.choice(requests), time.monotonic(), False
        try:
            sock = sock or connect(port, patience)
        except OSError:
            with outcome.lock:
                outcome.refused += 1
            time.sleep(0.05)
            continue
        try:
            status, is_kept, _ = exchange(sock, request)
        except (OSError, ValueError, KeyError) as exc:
            with outcome.lock:
                outcome.errors[type(exc).__name__] += 1
        else:
            with outcome.lock:
                outcome.statuses[status] += 1
                outcome.seconds.append(time.monotonic() - started)
        if not (is_kept and keep):
            sock.close()
            sock = None
        time.sleep(pause)
    if sock:
        sock.close()


@contextmanager
def asking(
    port: int,
    clients: int = 8,
    *,
    requests: Sequence[bytes] = MIXED,
    keep: bool = True,
    pause: float = 0,
    patience: float = 60,
) -> Iterator[Outcome]:
    """Run clients during the ``with`` block. The outcome that it yields is complete when the block ends."""
    outcome = Outcome()
    with in_threads(clients, _ask, outcome, port, requests, keep, pause, patience):
        yield outcome


@contextmanager
def in_threads(count: int, work: Callable[..., None], *arguments: object) -> Iterator[None]:
    """Run ``work`` in so many threads until the block ends. Its first argument is an event that tells it to end."""
    stopping = threading.Event()
    threads = [threading.Thread(target=work, args=(stopping, *arguments), daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopping.set()
        for thread in threads:
            thread.join(timeout=70)


def report(name: str, said: object, service: Service) -> None:
    """Print what came of a fault, and the first lines of the server's log that tell of an error of its own."""
    print(f"{name}: {said}", *service.alarms()[:3], flush=True)
