"""Start servers in separate processes, send requests over one connection, and measure the CPU time of a worker."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import service

# Our service reads gunicorn.conf.py, which turns on the access log. The peers get no configuration and no log.
OWN = ("--workers", "1", "--keep-alive", "60")
PLAIN = (*OWN, "--config", "/dev/null", "--worker-class", "gthread", "--threads", "4")
HEAD = (
    "{} {} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: python-requests/2.32.3\r\n"
    "Accept-Encoding: gzip, deflate\r\nAccept: */*\r\nConnection: keep-alive\r\n"
)


def get(path: str) -> bytes:
    """Return a GET request with the headers that browsers and HTTP libraries send."""
    return f"{HEAD.format('GET', path)}\r\n".encode()


def post(path: str, body: bytes, content_type: str = "application/json") -> bytes:
    head = f"{HEAD.format('POST', path)}Content-Type: {content_type}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def connect(port: int, seconds: float = 60) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", port), timeout=seconds)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def exchange(sock: socket.socket, request: bytes) -> tuple[int, bool, bytes]:
    """Send a request and read its whole answer; return the status, whether the connection stays open, and the body.

    It does little work, so that the worker has the CPU for itself.
    """
    sock.sendall(request)
    received = b""
    while b"\r\n\r\n" not in received:
        received += _some(sock)
    head, _, body = received.partition(b"\r\n\r\n")
    headers = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    parts, missing = [body], int(headers[b"content-length"]) - len(body)
    while missing > 0:
        parts.append(_some(sock))
        missing -= len(parts[-1])
    return int(head[9:12]), headers.get(b"connection") != b"close", b"".join(parts)


def _some(sock: socket.socket) -> bytes:
    data = sock.recv(262_144)
    if not data:
        raise ConnectionError("closed before the answer was whole")
    return data


@contextmanager
def serving(*options: str, application: str = "", **variables: str) -> Iterator[tuple[int, int]]:
    """Serve with one worker until the block ends; yield the port and the process id of the worker."""
    with service.serving(*(options or OWN), application=application, workers=1, **variables) as served:
        yield served.port, served.workers[0]


def cpu_seconds(pid: int) -> float:
    """Return user and system time of all threads of a process, in units of a nanosecond (Linux's schedstat)."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def cpu_per_request(port: int, pid: int, request: bytes, count: int) -> float:
    """Send a request ``count`` times over one connection; return the worker's CPU seconds for each."""
    with connect(port) as sock:
        status, _, body = exchange(sock, request)
        if status != 200:
            raise RuntimeError(f"{status}: {body[:200]!r}")
        before = cpu_seconds(pid)
        for _ in range(count):
            exchange(sock, request)
        return (cpu_seconds(pid) - before) / count
