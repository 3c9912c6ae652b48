"""Requests that parsers often handle wrongly: malformed ones, and pipelined ones that are cut at random places."""

import json
import random
import re
import socket
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from benchmarks.faults.around import WAYS, entered
from benchmarks.faults.clients import MIXED, report
from benchmarks.measure import connect, get, post, read_answer
from tests.service import serving
from tests.serving.wire import HOST, JSON, in_chunks
from tests.tables import rows

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


def malformed(draw):
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


def outcome(port, request):
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


def fuzz(requests=10_000, seed=1):
    draw = random.Random(seed)
    with serving() as service, ThreadPoolExecutor(4) as clients:
        sent = [malformed(draw) for _ in range(requests)]
        outcomes = Counter(clients.map(lambda request: outcome(service.port, request), sent))
        _report(f"{requests:,} malformed requests (seed {seed})", outcomes, service)


def _report(name, counts, service):
    report(name, ", ".join(f"{count:,} × {kind}" for kind, count in counts.most_common(40)), service)


OF_A_CLIENT = 50
LEAVING = 0.1  # the share of clients that disconnect before they have all answers


def pipelined(requests=20_000):
    for way, behind_nginx in WAYS.items():
        with entered(behind_nginx=behind_nginx) as (service, port):
            _report(f"{requests:,} pipelined requests, {way}", ask_pipelined(port, requests), service)


def ask_pipelined(port, requests):
    """Send unique requests without waiting for the answers; some clients disconnect early.

    Count the answers: ``right``, ``wrong``, ``missing``, or ``left`` if the client disconnected before them.
    """
    with ThreadPoolExecutor(16) as clients:
        return sum(clients.map(lambda seed: _pipelining(port, seed), range(requests // OF_A_CLIENT)), Counter())


def _pipelining(port, seed):
    draw = random.Random(seed)
    texts = [f"{seed}-{number}" for number in range(OF_A_CLIENT)]
    stops_after = draw.randrange(OF_A_CLIENT) if draw.random() < LEAVING else OF_A_CLIENT
    stream = b"".join(_request(draw, text) for text in texts)

    def send():
        """Send the stream in pieces of random sizes."""
        start = 0
        with suppress(OSError):  # the client has closed the connection
            while start < len(stream):
                end = start + draw.choice((1, 7, 100, 1000, 5000))
                sock.sendall(stream[start:end])
                start = end

    found = Counter(left=OF_A_CLIENT - stops_after)
    with connect(port) as sock, sock.makefile("rb") as answers:
        sender = threading.Thread(target=send)
        sender.start()
        with suppress(OSError):
            for text in texts[:stops_after]:
                found["right" if json.loads(read_answer(answers).body).get("input") == text else "wrong"] += 1
        found["missing"] = OF_A_CLIENT - found.total()
    sender.join()
    return +found


def _request(draw, text):
    rounds = draw.choice((1, 1, 1, 1, 1000))
    got = get(f"/hash/?input={text}&iterations={rounds}")
    body = json.dumps({"input": text, "iterations": rounds}).encode()
    in_parts = b"POST /hash/" + HOST + JSON + in_chunks(body)
    return draw.choice((got, got, post("/hash/", body), in_parts))
