"""The kernel's information about the connections of a server on 127.0.0.1."""

from pathlib import Path
from typing import NamedTuple

ESTABLISHED, LISTENING = "01", "0A"


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
    own = f":{port:04X} "
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:] if own in line]
    return [row for row in rows if _port(row[1]) == port]


def _port(address):
    return int(address.partition(":")[2], 16)


def has_read_all(sock):
    """Tell whether the server has taken this client's connection and read what it has sent."""
    connection = connections(sock.getpeername()[1]).get(sock.getsockname()[1])
    return connection == Connection(is_taken=True, unread=0)
