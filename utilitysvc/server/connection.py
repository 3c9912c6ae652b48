"""One client's connection: what has arrived from it and what is still to be sent to it, neither ever waited for."""

import errno
import socket
from typing import Any

from gunicorn.http.errors import LimitRequestHeaders

from utilitysvc.server.framing import MAX_HEAD_BYTES, Frame, Progress

__all__ = ["Connection"]

RECEIVE_BYTES = 64 * 1024


class Connection:
    """Stands for the socket where gunicorn's parser and response expect one.

    The parser reads from what has arrived. What the response writes is kept, and leaves in one piece, its head and
    its body together.
    """

    def __init__(self, sock: socket.socket, client: Any, server: Any, parser: Any, max_body: int) -> None:
        sock.setblocking(False)
        self.socket = sock
        self.fd = sock.fileno()
        self.client = client
        self.server = server
        self.parser = parser(self)
        self.max_body = max_body
        self.received = bytearray()
        self.unsent = bytearray()
        self.frame = Frame(max_body)
        self.on_event: Any = None  # what the worker does when the socket is ready
        self.since = 0.0  # monotonic time at which the present wait began,
        self.deadline = 0.0  # and at which it is given up
        self.held = 0  # bytes in both buffers, as the worker last counted them
        self.last = False  # the request at hand is the last one
        self.starvation: Exception | None = None  # why there is no more of it to read

    # What the worker does with it

    def receive(self) -> bool:
        """Take what has arrived; return whether the client has ended its side."""
        try:
            data = self.socket.recv(RECEIVE_BYTES)
        except BlockingIOError:
            return False
        self.received += data
        return not data

    def progress(self) -> Progress:
        """Return what there is of the next request."""
        progress = self.frame.advance(self.received)
        if progress is Progress.LAST:
            self.last = True
            if not self.frame.head_is_whole:
                del self.received[MAX_HEAD_BYTES:]
                self.starvation = LimitRequestHeaders("the head is too large")
        return progress

    def next_request(self) -> None:
        """Turn to what the client has sent behind the request that was answered."""
        ahead = self.parser.unreader.take_buffered()
        if ahead:
            self.received[:0] = ahead
        self.frame = Frame(self.max_body)

    def flush(self) -> bool:
        """Send what the socket takes; return whether that was all."""
        while self.unsent:
            try:
                sent = self.socket.send(self.unsent)
            except BlockingIOError:
                return False
            if sent == len(self.unsent):
                self.unsent.clear()
            else:
                del self.unsent[:sent]
        return True

    # What gunicorn takes for the socket

    def recv(self, size: int) -> bytes:
        if not self.received:
            raise self.starvation or ConnectionResetError(errno.ECONNRESET, "the request is not whole")
        data = bytes(self.received[:size])
        del self.received[:size]
        return data

    def sendall(self, data: bytes) -> None:
        self.unsent += data

    def send(self, data: bytes) -> int:
        """Gunicorn's own 100 Continue, which the worker has sent long before: the body is here."""
        return len(data)
