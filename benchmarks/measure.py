"""Start servers in separate processes, send requests over one connection, and measure CPU time."""

import socket
import time
from collections.abc import Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

import orjson

from tests import service

# Our service reads gunicorn.conf.py, which turns on the access log. The bare function has no configuration and no log.
OWN = ("--workers", "1", "--keep-alive", "60")
PLAIN = (*OWN, "--config", "/dev/null", "--worker-class", "gthread", "--threads", "4")
HEAD = (
    "{} {} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: python-requests/2.32.3\r\n"
    "Accept-Encoding: gzip, deflate\r\nAccept: */*\r\nConnection: keep-alive\r\n"
)


def get(path):
    """Return a GET request with the headers that browsers and HTTP libraries send."""
    return f"{HEAD.format('GET', path)}\r\n".encode()


def post(path, body):
    head = f"{HEAD.format('POST', path)}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def ask(path, parameters=None):
    """Return a GET request, or the POST of parameters as JSON if there are any."""
    return get(path) if parameters is None else post(path, orjson.dumps(parameters))


def connect(port, seconds=60):
    sock = socket.create_connection(("127.0.0.1", port), timeout=seconds)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


class Answer(NamedTuple):
    status: int
    headers: Mapping[bytes, bytes]  # their names and values in lower case
    body: bytes


def exchange(sock, request):
    sock.sendall(request)
    return read_answer(sock.makefile("rb"))


def read_answer(stream):
    """Read one whole answer, and nothing behind it where the stream has no buffer."""
    first, headers, body = stream.readline(), {}, b""
    while line := stream.readline().strip():
        name, _, value = line.lower().partition(b": ")
        headers[name] = value
    length = int(headers.get(b"content-length", b"0")) if first else 1
    while len(body) < length:
        piece = stream.read(length - len(body))
        if not piece:
            raise ConnectionError("closed before the answer was whole")
        body += piece
    return Answer(int(first[9:12]), headers, body)


@contextmanager
def serving(*options, application="", **variables):
    """Serve with one worker until the block ends; yield the port and the process id of the worker."""
    with service.serving(*(options or OWN), application=application, workers=1, **variables) as served:
        yield served.port, served.workers[0]


def cpu_seconds(pid):
    """Return user and system time of all threads of a process, in units of a nanosecond (Linux's schedstat)."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def cpu_per_request(port, pid, request, count, calls=1):
    """Send a request of so many calls ``count`` times over one connection; return the worker's CPU seconds a call."""
    with connect(port) as sock:
        status, _, body = exchange(sock, request)
        if status != 200:
            raise RuntimeError(f"{status}: {body[:200]!r}")
        before = cpu_seconds(pid)
        for _ in range(count):
            exchange(sock, request)
        return (cpu_seconds(pid) - before) / (count * calls)


def least_cpu(work, repeats=5):
    """Return the CPU seconds of this process, the lowest of several runs: other work only makes a run slower."""
    seconds = []
    for _ in range(repeats):
        before = time.process_time()
        work()
        seconds.append(time.process_time() - before)
    return min(seconds)


def in_turn(works, rounds):
    """Return the seconds that each work returned in so many rounds, in which all take turns."""
    return zip(*([work() for work in works] for _ in range(rounds)), strict=True)


def ratios(seconds, others):
    """Return the ratio of each round."""
    return [own / other for own, other in zip(seconds, others, strict=True)]


def beside_the_first(title, works, rounds):
    """Return a table of works: the median in µs, and of the rounds' ratios to the first its median and middle half."""
    table, all_seconds = [[title, "µs | ratio"]], list(in_turn(works.values(), rounds))
    for name, seconds in zip(works, all_seconds, strict=True):
        lower, middle, upper = quantiles(ratios(seconds, all_seconds[0]), n=4)
        table.append([name, f"{median(seconds) * 1e6:.0f} | {middle:.2f} ({lower:.2f} to {upper:.2f})"])
    return table
