"""Send unique requests without waiting for answers, in pieces of random sizes. Some clients disconnect early."""

import json
import random
import socket
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from benchmarks.faults import proxy
from benchmarks.faults.clients import report
from benchmarks.measure import connect, get, post, read_answer

REQUESTS = 20_000
OF_A_CLIENT = 50
CLIENTS = 16  # at the same time
LEAVING = 0.1  # the share of clients that disconnect before they have all answers
PIECES = (1, 7, 100, 1000, 5000)


def run(requests: int = REQUESTS) -> None:
    for way, behind_nginx in proxy.ways().items():
        with proxy.entered(behind_nginx=behind_nginx) as (service, port):
            counts = ask(port, requests).most_common()
            said = ", ".join(f"{count:,} {kind}" for kind, count in counts)
            report(f"{requests:,} pipelined requests, {way}", said, service)


def ask(port: int, requests: int) -> Counter[str]:
    """Count the answers: ``right``, ``wrong``, ``missing``, or ``left`` if the client disconnected before them."""
    with ThreadPoolExecutor(CLIENTS) as clients:
        return sum(clients.map(lambda seed: _client(port, seed), range(requests // OF_A_CLIENT)), Counter())


def _client(port: int, seed: int) -> Counter[str]:
    draw = random.Random(seed)
    texts = [f"{seed}-{number}" for number in range(OF_A_CLIENT)]
    stops_after = draw.randrange(OF_A_CLIENT) if draw.random() < LEAVING else OF_A_CLIENT
    outcome = Counter(left=OF_A_CLIENT - stops_after)
    with connect(port) as sock:
        stream = b"".join(_request(draw, text) for text in texts)
        sender = threading.Thread(target=_send, args=(sock, stream, draw))
        sender.start()
        answers = sock.makefile("rb")
        for number, text in enumerate(texts[:stops_after]):
            try:
                body = json.loads(read_answer(answers).body)
            except OSError:
                outcome["missing"] += stops_after - number
                break
            outcome["right" if body.get("input") == text else "wrong"] += 1
        answers.close()
        sock.close()
        sender.join()
    return +outcome


def _request(draw: random.Random, text: str) -> bytes:
    rounds = draw.choice((1, 1, 1, 1, 1000))
    if draw.random() < 0.5:
        return get(f"/hash/?input={text}&iterations={rounds}")
    body = json.dumps({"input": text, "iterations": rounds}).encode()
    request = post("/hash/", body)
    if draw.random() < 0.5:
        return request
    head = request[: -len(body)].replace(b"Content-Length: %d" % len(body), b"Transfer-Encoding: chunked")
    return head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)


def _send(sock: socket.socket, stream: bytes, draw: random.Random) -> None:
    with suppress(OSError):  # the client has closed the connection
        while stream:
            size = draw.choice(PIECES)
            sock.sendall(stream[:size])
            stream = stream[size:]
