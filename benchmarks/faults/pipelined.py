"""Send unique requests without waiting for answers, in pieces of random sizes. Some clients disconnect early."""

import json
import random
import socket
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import IO

from benchmarks.faults import proxy
from benchmarks.measure import connect, get, post
from tests.service import serving

REQUESTS = 20_000
OF_A_CLIENT = 50
CLIENTS = 16  # at the same time
LEAVING = 0.1  # the share of clients that disconnect before they have all answers
PIECES = (1, 7, 100, 1000, 5000)


def run(requests: int = REQUESTS) -> None:
    with serving(NUM_PROXIES="1") as service:
        _report("direct", ask(service.port, requests), service.alarms())
        if proxy.available():
            with proxy.fronted(service) as port:
                _report("behind nginx", ask(port, requests), service.alarms())


def _report(name: str, outcomes: Counter[str], alarms: list[str]) -> None:
    counts = ", ".join(f"{count:,} {kind}" for kind, count in outcomes.most_common())
    print(f"{REQUESTS:,} pipelined requests, {name}: {counts}", *alarms[:2], flush=True)


def ask(port: int, requests: int) -> Counter[str]:
    """Count the answers: ``right``, ``wrong``, ``missing``, or ``left`` if the client disconnected before them."""
    total: Counter[str] = Counter()
    with ThreadPoolExecutor(CLIENTS) as clients:
        for outcome in clients.map(lambda seed: _client(port, seed), range(requests // OF_A_CLIENT)):
            total += outcome
    return total


def _client(port: int, seed: int) -> Counter[str]:
    rng = random.Random(seed)
    texts = [f"{seed}-{number}" for number in range(OF_A_CLIENT)]
    stops_after = rng.randrange(OF_A_CLIENT) if rng.random() < LEAVING else OF_A_CLIENT
    outcome: Counter[str] = Counter()
    with connect(port) as sock:
        sender = threading.Thread(target=_send, args=(sock, b"".join(_request(rng, text) for text in texts), rng))
        sender.start()
        with sock.makefile("rb") as answers:
            for number, text in enumerate(texts[:stops_after]):
                body = _answer(answers)
                if body is None:
                    outcome["missing"] += stops_after - number
                    break
                outcome["right" if body.get("input") == text else "wrong"] += 1
        outcome["left"] += OF_A_CLIENT - stops_after
        sock.close()
        sender.join()
    return outcome


def _request(rng: random.Random, text: str) -> bytes:
    rounds = rng.choice((1, 1, 1, 1, 1000))
    if rng.random() < 0.5:
        return get(f"/hash/?input={text}&iterations={rounds}")
    body = json.dumps({"input": text, "iterations": rounds}).encode()
    request = post("/hash/", body)
    if rng.random() < 0.5:
        return request
    head = request[: -len(body)].replace(b"Content-Length: %d" % len(body), b"Transfer-Encoding: chunked")
    return head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)


def _send(sock: socket.socket, stream: bytes, rng: random.Random) -> None:
    try:
        while stream:
            size = rng.choice(PIECES)
            sock.sendall(stream[:size])
            stream = stream[size:]
    except OSError:
        return  # the client has closed the connection


def _answer(answers: IO[bytes]) -> dict[str, object] | None:
    """Return the body of the next answer, or None if the connection ends before it."""
    length = 0
    try:
        while (line := answers.readline().lower()) not in (b"\r\n", b""):
            if line.startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
        body = answers.read(length)
    except OSError:
        return None
    return json.loads(body) if length and len(body) == length else None
