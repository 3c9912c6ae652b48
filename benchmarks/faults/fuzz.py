"""Send malformed requests: random bytes, and valid requests with changes that parsers often handle wrongly."""

import json
import random
import re
import socket
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from benchmarks.faults.clients import MIXED
from benchmarks.measure import connect, get, post
from tests.service import serving

REQUESTS = 10_000
CLIENTS = 4
SECONDS = 15  # for one answer; if it takes longer, the request counts as hanging

#: The only 5xx status that a malformed request may get, for an unknown transfer coding (RFC 9112, 6.1).
NOT_IMPLEMENTED = 501

SEEDS = [
    *MIXED,
    get("/ip/8.8.8.8"),
    post("/ip/", b'{"ips": ["8.8.8.8", "::1", "nonsense"]}'),
    post("/text/", json.dumps({"text": "naïve 🏳️‍🌈", "operation": "reverse"}).encode()),
]
#: Pieces with a meaning for parsers of HTTP, JSON, percent-encoding or numbers.
PIECES = [
    b"\r\n", b"\n", b"\r", b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"%", b"%00", b"%ff", b"%u0041", b"&", b"=", b"?", b"#",
    b"+", b"/", b"//", b"/../", b"\\", b'"', b"{", b"}", b"[" * 100, b"null", b"NaN", b"1e999", b"-0", b"9" * 5000,
    b"\xf0\x9f\x8f\xb3", b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: gzip\r\n", b"Content-Length: -1\r\n",
    b"Content-Length: 99999999999\r\n", b"Host: \xff\r\n", b"Expect: nothing\r\n", b"Accept: text/plain;q=nan\r\n",
    b"Content-Type: application/json; charset=\xff\r\n", b"X-Request-ID: \t\r\n", b"X-Forwarded-For: ,,,\r\n",
    b" HTTP/9.9", b"HTTP/0.9", b"CONNECT ", b"OPTIONS * ", b"A" * 9000, b"0\r\n\r\n", b"ffffffffff\r\n",
    b"5;x=\x01\r\n",
]  # fmt: skip


def malformed(rng: random.Random) -> bytes:
    if rng.random() < 0.1:
        return rng.randbytes(rng.randrange(1, 300))
    data = bytearray(rng.choice(SEEDS))
    for _ in range(rng.randrange(1, 5)):
        place = rng.randrange(len(data) + 1)
        match rng.randrange(5):
            case 0:
                data[place:place] = rng.choice(PIECES)
            case 1:
                del data[place : place + rng.randrange(1, 30)]
            case 2:
                data[place : place + 1] = rng.randbytes(1)
            case 3:
                data[place:place] = data[rng.randrange(len(data) + 1) :][: rng.randrange(1, 60)]
            case 4:
                data = data[:place] or data
    return bytes(data)


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
    status = re.match(rb"HTTP/1\.[0-9] ([1-5][0-9]{2}) ", received)
    if not status or b"Traceback" in received:
        return f"NO ANSWER OF HTTP: {request[:200]!r} -> {received[:200]!r}"
    if status[1][0:1] == b"5" and int(status[1]) != NOT_IMPLEMENTED:
        return f"FAULT {status[1].decode()}: {request[:300]!r}"
    return status[1].decode()


def run(requests: int = REQUESTS, seed: int = 1) -> None:
    rng = random.Random(seed)
    with serving() as service, ThreadPoolExecutor(CLIENTS) as clients:
        workers = service.workers
        outcomes = Counter(
            clients.map(lambda request: outcome(service.port, request), [malformed(rng) for _ in range(requests)])
        )
        survived = service.workers == workers
        print(
            f"{requests} malformed requests (seed {seed}):",
            ", ".join(f"{n} × {kind}" for kind, n in outcomes.most_common(40)),
        )
        print("the same workers live" if survived else "WORKERS DIED", *service.alarms()[:5], flush=True)
