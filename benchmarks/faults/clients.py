"""Well-behaved clients: they send requests, read the whole answers, and record how each request ended."""

import random
import threading
import time
from collections import Counter
from contextlib import contextmanager

from benchmarks.measure import ask, connect, exchange
from tests.service import eventually
from tests.tables import rows

#: Mixed requests, which clients choose from at random.
MIXED = [ask(path, body) for path, body in rows("mixed.json")]
SMALL, LIVE, *_ = MIXED


class Outcome:
    """How the requests of some clients ended: for each its status, or in words why there is none, and the seconds.

    ``REFUSED``: not connected, so that a client could try another instance. Others that have no status failed.
    """

    REFUSED = "refused"

    def __init__(self):
        self.ended = []

    @property
    def seconds(self):
        """Those of the answered requests."""
        return [seconds for end, seconds in self.ended if isinstance(end, int)]

    @property
    def statuses(self):
        return Counter(end for end, _ in self.ended if isinstance(end, int))

    @property
    def errors(self):
        return Counter(end for end, _ in self.ended if isinstance(end, str) and end != self.REFUSED)

    @property
    def refused(self):
        return sum(end == self.REFUSED for end, _ in self.ended)

    @property
    def failed(self):
        return self.errors.total()

    def wait_for(self, answers, patience=120):
        """Wait until there are so many answers."""
        eventually(lambda: len(self.seconds) >= answers, patience=patience)

    def percentile(self, share):
        """Return the percentile in milliseconds, or NaN if there were no answers."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else float("nan")

    def __str__(self):
        statuses, errors = (
            ", ".join(f"{count} × {kind}" for kind, count in sorted(ends.items()))
            for ends in (self.statuses, self.errors)
        )
        return (
            f"{len(self.seconds)} answered ({statuses}); failed: {errors or 0}; connections refused: {self.refused}; "
            f"p50 {self.percentile(0.5):.1f} ms, p99 {self.percentile(0.99):.1f} ms, "
            f"p99.9 {self.percentile(0.999):.1f} ms, longest {self.percentile(1):.0f} ms"
        )


@contextmanager
def asking(
    port,
    clients=8,
    *,
    requests=MIXED,
    keep=True,
    pause=0,
    patience=60,
):
    """Run clients during the ``with`` block. The outcome that it yields is complete when the block ends.

    Each sends one request after the other, on the same connection if ``keep`` and unless the server closes it.
    """
    outcome = Outcome()

    def ask(stopping):
        draw, sock = random.Random(1), None
        while not stopping.is_set():
            end = Outcome.REFUSED
            started, is_kept = time.monotonic(), False
            try:
                sock = sock or connect(port, patience)
                end = "no answer"
                end, headers, _ = exchange(sock, draw.choice(requests))
                is_kept = keep and headers.get(b"connection") != b"close"
            except (OSError, ValueError) as exc:
                end = end if end == Outcome.REFUSED else type(exc).__name__
            outcome.ended.append((end, time.monotonic() - started))
            if sock and not is_kept:
                sock.close()
                sock = None
            time.sleep(pause if isinstance(end, int) else max(pause, 0.05))
        if sock:
            sock.close()

    with in_threads(clients, ask):
        yield outcome


@contextmanager
def in_threads(count, work):
    """Run ``work`` in so many threads until the block ends. Its argument is an event that tells it to end."""
    stopping = threading.Event()
    threads = [threading.Thread(target=work, args=(stopping,), daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopping.set()
        for thread in threads:
            thread.join(timeout=70)


def report(name, said, service, workers=()):
    """Print what came of a fault, whether ``workers`` still live, and the first errors in the server's log."""
    survived = ("the same workers live" if service.workers == workers else "WORKERS DIED",) if workers else ()
    print(f"{name}: {said}", *survived, *service.alarms()[:3], flush=True)
