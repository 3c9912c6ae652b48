"""Requests over sockets, as bytes, and what the kernel knows of the connections of a server on 127.0.0.1."""

import json
import re
import socket
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import connect, exchange, read_answer
from tests.service import eventually

MEBIBYTE = 1024 * 1024
HOST = b" HTTP/1.1\r\nHost: localhost\r\n"
CLOSE = b"Connection: close\r\n"
JSON = b"Content-Type: application/json\r\n"
FILE = b"Content-Type: application/octet-stream\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"
GET = b"GET /uuid/" + HOST
LIVE = b"GET /health/live/" + HOST
POST = b"POST /text/" + HOST + JSON
#: Some tenths of a second of computing, in which the client can do other things.
DEAR = b"GET /hash/?input=x&algorithm=md5,sha1,sha256,sha512,sha3-256,sha3-512,whirlpool&iterations=10000" + HOST
ESTABLISHED, LISTENING = "01", "0A"
OWN_SOCKETS = 4  # more than a worker has open before a client comes


def as_bytes(text):
    """Return the bytes of a row: Latin-1, in which ``{x*70000}`` stands for so many x."""
    filled = re.sub(r"\{([^{}]{1,6})\*(\d+)\}", lambda found: found[1] * int(found[2]), text, flags=re.DOTALL)
    return filled.encode("latin-1")


def with_length(body):
    """Return the end of a request with this body."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def in_chunks(*parts):
    """Return the end of a request whose body comes in these chunks."""
    return CHUNKED + b"\r\n" + b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (*parts, b""))


def send(port, *pieces):
    """Send bytes unchanged, close the sending side, and return all bytes that come back."""
    with connect(port) as sock:
        with suppress(OSError):  # it may be closed while we send
            for piece in pieces:
                sock.sendall(piece)
            sock.shutdown(socket.SHUT_WR)
        return rest_of(sock)


def answer_to(port, request):
    """Send a request that asks to close, and return all that comes back. The client does not end its side first."""
    with connect(port) as sock:
        sock.sendall(request)
        return rest_of(sock)


def rest_of(sock):
    """Receive until the other side closes or resets the connection."""
    received = b""
    with suppress(ConnectionResetError):
        while piece := sock.recv(65536):
            received += piece
    return received


def one_answer(sock):
    """Receive one answer on a connection that stays open, and nothing of the next one."""
    return read_answer(sock.makefile("rb", buffering=0))


def status_of(received):
    return int(received.split(b" ", 2)[1])


def body_of(received):
    return json.loads(received.partition(b"\r\n\r\n")[2])


def are_answered(port, requests=(GET, LIVE)):
    """Send each request twice on a separate connection, and tell whether all are answered."""
    return all(status_of(answer_to(port, request + CLOSE + b"\r\n")) == 200 for request in (*requests, *requests))


class Connection(NamedTuple):
    is_taken: bool  # by a process; before that it waits in the queue of the socket that listens
    unread: int  # bytes that have arrived and that the server has not read


def connections(port):
    """Return the connections that a server keeps open on its ``port``, by the client's port."""
    return {
        _port(row[2]): Connection(row[9] != "0", int(row[4].partition(":")[2], 16))
        for row in _rows(port)
        if row[3] == ESTABLISHED
    }


def is_listening(port):
    return any(row[3] == LISTENING for row in _rows(port))


def _rows(port):
    rows = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
    return [row for row in rows if _port(row[1]) == port]


def _port(address):
    return int(address.partition(":")[2], 16)


def has_read_all(sock):
    """Tell whether the server has taken this client's connection and read what it has sent."""
    connection = connections(sock.getpeername()[1]).get(sock.getsockname()[1])
    return connection == Connection(is_taken=True, unread=0)


def sockets(pid):
    """Return how many sockets a process has open."""
    count = 0
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed since it was listed
            count += str(file.readlink()).startswith("socket:")
    return count


@contextmanager
def clients_of_each_worker(service, least=1):
    """Open connections, each with an answer, until every worker has so many. A connection stays with its worker."""
    eventually(lambda: max(map(sockets, service.workers)) <= OWN_SOCKETS)  # connections of earlier tests are gone
    with ExitStack() as stack:
        clients = []

        def are_enough():
            clients.append(stack.enter_context(connect(service.port)))
            exchange(clients[-1], GET + b"\r\n")
            return min(map(sockets, service.workers)) >= OWN_SOCKETS + least

        eventually(are_enough)
        yield clients
