"""Send malformed requests: random bytes, and valid requests with changes that parsers often handle wrongly."""

import random
import re
import socket
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from benchmarks.faults.clients import MIXED, report
from benchmarks.measure import connect, get, post
from tests.service import serving
from tests.tables import rows

REQUESTS = 10_000
CLIENTS = 4
SECONDS = 15  # for one answer; if it takes longer, the request counts as hanging

#: The only 5xx status that a malformed request may get, for an unknown transfer coding (RFC 9112, 6.1).
NOT_IMPLEMENTED = "501"

SEEDS = [
    *MIXED,
    get("/ip/8.8.8.8"),
    post("/ip/", b'{"ips": ["8.8.8.8", "::1", "nonsense"]}'),
    post("/text/", '{"text": "naïve 🏳️‍🌈", "operation": "reverse"}'.encode()),
]
#: Pieces with a meaning for parsers of HTTP, JSON, percent-encoding or numbers.
PIECES = [piece.encode("latin-1") for piece in rows("pieces.tsv")] + [b"[" * 100, b"9" * 5000, b"A" * 9000]


def malformed(draw: random.Random) -> bytes:
    if draw.random() < 0.1:
        return draw.randbytes(draw.randrange(1, 300))
    data = draw.choice(SEEDS)
    for _ in range(draw.randrange(1, 5)):
        place = draw.randrange(len(data) + 1)
        before, after = data[:place], data[place:]
        copied = data[draw.randrange(len(data) + 1) :][: draw.randrange(1, 60)]
        changed = draw.randbytes(1) + after[1:]
        data = before + draw.choice(
            [draw.choice(PIECES) + after, after[draw.randrange(1, 30) :], changed, copied + after, b""]
        )
    return data


def outcome(port: int, request: bytes) -> str:
    """Send one request and shut down the sending side; return the status, ``closed``, or a description of the error."""
    received = b""
    try:
        with connect(port, SECONDS) as sock:
            sock.sendall(request)
            sock.shutdown(socket.SHUT_WR)
            while data := sock.recv(65536):
                received += data
    except TimeoutError:
        return f"HANGS: {request[:200]!r}"
    except OSError:
        pass  # reset while sending or after the answer: judge the bytes that were received
    if not received:
        return "closed"
    found = re.match(rb"HTTP/1\.[0-9] ([1-5][0-9]{2}) ", received)
    if not found or b"Traceback" in received:
        return f"NO ANSWER OF HTTP: {request[:200]!r} -> {received[:200]!r}"
    status = found[1].decode()
    return f"FAULT {status}: {request[:300]!r}" if status[0] == "5" and status != NOT_IMPLEMENTED else status


def run(requests: int = REQUESTS, seed: int = 1) -> None:
    draw = random.Random(seed)
    with serving() as service, ThreadPoolExecutor(CLIENTS) as clients:
        workers, sent = service.workers, [malformed(draw) for _ in range(requests)]
        outcomes = Counter(clients.map(lambda request: outcome(service.port, request), sent))
        said = ", ".join(f"{count} × {kind}" for kind, count in outcomes.most_common(40))
        survived = "the same workers live" if service.workers == workers else "WORKERS DIED"
        report(f"{requests} malformed requests (seed {seed})", f"{said}\n{survived}", service)
