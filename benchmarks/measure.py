"""Start servers in separate processes, send requests over one connection, and measure the CPU time of a worker."""

import socket
from contextlib import contextmanager
from pathlib import Path

from tests import service
from tests.service import ROOT

__all__ = [
    "ASYNCIO",
    "GRANIAN",
    "GRANIAN_ASGI",
    "OWN",
    "PLAIN",
    "ROOT",
    "UVICORN",
    "UVLOOP",
    "Connection",
    "cpu_per_request",
    "cpu_seconds",
    "get",
    "post",
    "serving",
]

# Our service reads gunicorn.conf.py, which turns on the access log. The peers get no configuration and no log.
OWN = ("gunicorn", "--workers", "1", "--keep-alive", "60")
PLAIN = (*OWN, "--config", "/dev/null", "--worker-class", "gthread", "--threads", "4")
UVICORN = ("uvicorn", "--log-level", "warning", "--no-access-log", "--timeout-keep-alive", "60")
ASYNCIO = (*UVICORN, "--loop", "asyncio", "--http", "h11")
UVLOOP = (*UVICORN, "--loop", "uvloop", "--http", "httptools")
GRANIAN = ("granian", "--interface", "wsgi", "--workers", "1", "--blocking-threads", "4", "--log-level", "warning")

GRANIAN_ASGI = ("granian", "--interface", "asgi", "--workers", "1", "--no-ws", "--log-level", "warning")


class Connection:
    """One keep-alive HTTP/1.1 connection. It does little work, so that the worker has the CPU for itself."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request):
        """Send the bytes of a request; return the status and body of the answer."""
        self.socket.sendall(request)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._receive()
        head, _, body = received.partition(b"\r\n\r\n")
        headers = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        parts, size = [body], len(body)
        if b"content-length" in headers:
            length = int(headers[b"content-length"])
            while size < length:
                parts.append(self._receive())
                size += len(parts[-1])
        else:  # chunked, which Django sends without CommonMiddleware
            while not parts[-1].endswith(b"0\r\n\r\n"):
                parts.append(self._receive())
        return int(head.split(b" ", 2)[1]), b"".join(parts)

    def _receive(self):
        data = self.socket.recv(262144)
        if not data:
            raise ConnectionError("the server closed the connection")
        return data

    def close(self):
        self.socket.close()


def get(path):
    """Return a GET request with the headers that browsers and HTTP libraries send."""
    return (
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: python-requests/2.32.3\r\n"
        "Accept-Encoding: gzip, deflate\r\nAccept: */*\r\nConnection: keep-alive\r\n\r\n"
    ).encode()


def post(path, body):
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: python-requests/2.32.3\r\n"
        "Accept-Encoding: gzip, deflate\r\nAccept: */*\r\nConnection: keep-alive\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body


@contextmanager
def serving(server, application, **environment):
    """Start a server by its command; yield its port and the process id of a worker."""
    name, *options = server
    workers = int(environment.pop("WEB_CONCURRENCY", "1"))
    with service.serving(*options, server=name, application=application, workers=workers, **environment) as served:
        yield served.port, (served.workers or [served.process.pid])[0]


def cpu_seconds(pid):
    """Return user and system time of all threads of a process, in units of a nanosecond (Linux's schedstat)."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def cpu_per_request(port, pid, request, count):
    """Send a request ``count`` times over one connection; return the worker's CPU seconds for each."""
    connection = Connection(port)
    status, body = connection.ask(request)
    if status != 200:
        raise RuntimeError(f"{status}: {body[:200]!r}")
    before = cpu_seconds(pid)
    for _ in range(count):
        connection.ask(request)
    used = cpu_seconds(pid) - before
    connection.close()
    return used / count
