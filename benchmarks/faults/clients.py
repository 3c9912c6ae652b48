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
#: The end of a request whose client was not connected, and could try another instance.
REFUSED = "refused"


class Outcome:
    """How the requests of some clients ended: for each its status, or in words why there is none, and the seconds.

    ``may_connect``: False makes each client end when its connection is closed.
    """

    def __init__(self):
        self.ended = []
        self.may_connect = True

    @property
    def ends(self):
        return Counter(end for end, _ in self.ended)

    @property
    def failed(self):
        """The number of requests that were sent and got no whole answer."""
        return sum(isinstance(end, str) and end != REFUSED for end, _ in self.ended)

    @property
    def seconds(self):
        """Those of the answered requests."""
        return [seconds for end, seconds in self.ended if isinstance(end, int)]

    def wait_for(self, answers):
        """Wait until there are so many answers."""
        eventually(lambda: len(self.seconds) >= answers, patience=120)

    def __str__(self):
        ends = ", ".join(f"{count} × {end}" for end, count in self.ends.most_common())
        ordered = sorted(self.seconds) or [float("nan")]
        times = (f"p{share:g} {ordered[int((len(ordered) - 1) * share / 100)] * 1000:.1f}" for share in (50, 99, 99.9))
        return f"{ends}; {self.failed} failed; {', '.join(times)}, longest {ordered[-1] * 1000:.0f} ms"


@contextmanager
def asking(port, clients=8, *, requests=MIXED, keep=True, pause=0, patience=60):
    """Run clients during the ``with`` block. The outcome that it yields is complete when the block ends.

    Each sends one request after the other, on the same connection if ``keep`` and unless the server closes it.
    """
    outcome = Outcome()

    def ask(stopping):
        draw, sock = random.Random(1), None
        while (sock or outcome.may_connect) and not stopping.is_set():
            end = REFUSED
            started, is_kept = time.monotonic(), False
            try:
                sock = sock or connect(port, patience)
                end = "no answer"
                end, headers, _ = exchange(sock, draw.choice(requests))
                is_kept = keep and headers.get(b"connection") != b"close"
            except (OSError, ValueError) as exc:
                end = end if end == REFUSED else type(exc).__name__
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


def report(name, said, service):
    """Print what came of a fault, and the first errors in the server's log; the death of a worker is one."""
    print(f"{name}: {said}", *service.alarms()[:3], flush=True)
