"""Small requests, health probes and files of the page beside crowds of slow clients, and beside expensive requests."""

import itertools
import os
import resource
import socket
import time
from contextlib import ExitStack, contextmanager, suppress
from typing import NamedTuple

import django

from benchmarks.faults.around import WAYS, entered
from benchmarks.faults.clients import LIVE, MIXED, SMALL, asking, in_threads, report
from benchmarks.measure import ask, connect, get, post
from tests.service import memory
from utilitysvc.console import assets

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "utilitysvc.settings")
django.setup()

THREADS = 4  # in which all clients of a crowd live, since they only have to stay open
#: A request with a larger answer than the kernel buffers for one connection.
LARGE = post("/text/", b'{"text": "%s", "operation": "uppercase"}' % (b"the quick brown fox " * 50_000))
STATIC = f"/{assets.root()}"


class Crowd(NamedTuple):
    """So many clients, of which each sends ``beginning``, then ``more`` byte by byte, one in each ``pause`` seconds."""

    count: int
    beginning: bytes
    more: bytes = b""
    pause: float = 0.5


CROWDS = {
    "idle connections": Crowd(4000, SMALL),
    "who send nothing": Crowd(400, b""),
    "half heads": Crowd(500, SMALL[:40]),
    "heads, one byte every half second": Crowd(400, SMALL[:40], b"X-Slow: "),
    "heads, one byte every eight seconds": Crowd(400, SMALL[:40], b"X-Slow: ", 8),
    "bodies of 1 MB, one byte every half second": Crowd(400, LARGE[: LARGE.index(b"{")], LARGE[-1000:]),
    "bodies of 1 MB that stop half way": Crowd(200, LARGE[:500_000]),
    "who do not read 1 MB": Crowd(64, LARGE),
    "who do not read a file of 1.4 MB": Crowd(400, get(f"{STATIC}swagger-ui/swagger-ui-bundle.js")),
    "who ask to close and do not": Crowd(400, SMALL.replace(b"keep-alive", b"close")),
}
#: A million bytes of distinct characters, which are more expensive to analyse than any other text.
TEXT = "".join(map(chr, range(0x10000, 0x10000 + 250_000)))
ROUNDS = {"input": "hello", "algorithm": "md5,sha1,sha256,sha512,sha3-256,sha3-512", "iterations": 10_000}
#: What each of some clients keeps running.
EXPENSIVE = {
    "texts of 1 MB analysed": [ask("/text/", {"text": TEXT, "operation": "analyze"})],
    "hashes of 10,000 rounds": [get("/hash/?input=hello&algorithm=sha512&iterations=10000")],
    "batches of a second": [ask("/batch/", {"calls": [{"path": "/hash/", "parameters": ROUNDS}] * 100})],
    "mixed small requests": MIXED,
}
ASKED = {"small": SMALL, "health": LIVE, "file of the page": get(f"{STATIC}console.css")}


def slow():
    """Print how others are answered beside each crowd."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for (name, crowd), (way, behind_nginx) in itertools.product(CROWDS.items(), WAYS.items()):
        with entered(behind_nginx=behind_nginx) as (service, port):
            _measure(f"{crowd.count:,} {name}, {way}", service, port, crowded(port, crowd))


def busy(clients=16):
    """Print how others are answered beside clients that keep expensive requests running."""
    for name, requests in EXPENSIVE.items():
        with entered(behind_nginx=False) as (service, port):
            _measure(f"{clients} × {name}", service, port, asking(port, clients, requests=requests, patience=120))


def _measure(name, service, port, company, seconds=8):
    with company:
        time.sleep(3)
        with ExitStack() as stack:
            # Open a connection each time, so that the kernel chooses the worker, as it does for probes and proxies.
            outcomes = {
                kind: stack.enter_context(asking(port, 1, requests=[one], keep=False, pause=0.02, patience=5))
                for kind, one in ASKED.items()
            }
            time.sleep(seconds)
        held = sum(memory(pid, "Pss") for pid in service.workers) / 1024**2
    said = [f"\n    {kind}: {outcome}" for kind, outcome in outcomes.items()]
    report(name, f"workers {held:.0f} MiB{''.join(said)}", service)


@contextmanager
def crowded(port, crowd):
    """Keep so many clients connected. If the server closes a connection, the client opens a new one."""

    def keep(stopping):
        clients = []
        more = itertools.cycle(crowd.more)
        while not stopping.is_set():
            clients = [sock for sock in clients if not is_closed(sock)]
            while len(clients) < crowd.count // THREADS and not stopping.is_set():
                with suppress(OSError):
                    clients.append(_begun(port, crowd.beginning))
            stopping.wait(crowd.pause)
            if crowd.more:
                byte = bytes([next(more)])
                for sock in clients:
                    with suppress(OSError):
                        sock.send(byte)
        for sock in clients:
            sock.close()

    with in_threads(THREADS, keep):
        yield


def _begun(port, beginning):
    sock = connect(port, 5)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.sendall(beginning)
    if beginning == SMALL:
        sock.recv(65536)  # a connection is idle once its answer has been read
    sock.setblocking(False)
    return sock


def is_closed(sock):
    """Tell without reading. A connection that the server has closed, with an answer unread, is not reset."""
    try:
        return sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
