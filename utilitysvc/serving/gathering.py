"""What has arrived of a request, and whether that is enough to give it a thread."""

from enum import Enum
from typing import Any

from gunicorn.http.body import ChunkedReader
from gunicorn.http.message import Request
from gunicorn.workers.gthread import TConn

__all__ = ["Connection", "Lane", "LargeRequest", "State", "gather", "lane_of"]

#: A request of up to this size, head and body together, is small, and waited for as a whole.
GATHERED_BYTES = 32 * 1024
RECEIVED_BYTES = 16 * 1024


class Lane(Enum):
    """Where a request goes."""

    QUICK = "small requests, and all that the parser will refuse"
    LARGE = "bodies that are large, or do not say how large they are, and files, which may be read slowly"
    BATCH = "batches, each of which may take a second of computing and megabytes of answers"
    HEALTH = "health probes, which must pass however busy the others are"
    OVERLONG = "no thread: a head that is longer than any we answer"
    GONE = "no thread: the client has left"


class State(Enum):
    WAITING = "for a request, or for the rest of one"
    ANSWERING = "a request has been handed to a thread"
    LINGERING = "what the client still sends is read and thrown away, so that it can read its last answer"


class Connection(TConn):
    """A connection, with what has arrived of its next request.

    ``expires``: when it is given up if its state is still the same then, by the monotonic clock.
    ``drained``: how many bytes were read and thrown away after its last answer.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.state = State.WAITING
        self.is_watched = False
        self.received = bytearray()
        self.expires = 0.0
        self.drained = 0


class LargeRequest(Request):
    """A request that ends its connection where it is answered before its body was read whole, as a body too large is.

    The answer then says so (https://www.rfc-editor.org/rfc/rfc9112#section-9.6). Gunicorn promises to keep the
    connection, and closes it nevertheless where more than 64 KiB are left: the next request of a proxy is lost in it.
    """

    def should_close(self) -> bool:
        return bool(super().should_close()) or not self.is_read_whole()

    def is_read_whole(self) -> bool:
        reader = self.body.reader
        return reader.parser is None if isinstance(reader, ChunkedReader) else reader.length == 0


def lane_of(received: bytes | bytearray) -> Lane | None:
    """Return the lane for what has arrived, or None where more has to come before it can be said.

    What is no HTTP goes to a thread at once, whose parser refuses it. Where a request ends is not decided here but by
    that parser: a sender whose length is misread here waits in vain, and no other notices.
    """
    end = received.find(b"\r\n\r\n")
    if end < 0:
        if received.count(b"\n") > received.count(b"\r\n"):  # a bare line feed, which the parser refuses
            return Lane.QUICK
        return Lane.OVERLONG if len(received) >= GATHERED_BYTES else None
    head = received[: end + 2].lower()
    # A client that expects "100 Continue" sends its body only when a thread has said so.
    if b"\r\ntransfer-encoding:" in head or b"\r\nexpect:" in head:
        return Lane.LARGE
    length = head.partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0].strip()[:20]
    whole = end + 4 + (int(length) if length.isdigit() else 0)
    if whole > GATHERED_BYTES:
        return Lane.LARGE
    if whole > len(received):
        return None
    if received.startswith((b"GET /health/", b"HEAD /health/")):
        return Lane.HEALTH
    if received.startswith(b"POST /batch"):
        return Lane.BATCH
    return Lane.LARGE if received.startswith(b"GET /static/") else Lane.QUICK


def gather(conn: Connection) -> Lane | None:
    """Receive what is there without waiting for it; return the lane where that is enough to say."""
    while (lane := lane_of(conn.received)) is None:
        try:
            data = conn.sock.recv(RECEIVED_BYTES)
        except BlockingIOError:
            return None
        except OSError:
            return Lane.GONE
        if not data:  # the client has ended its side: a thread answers what it sent, whole or not
            return Lane.QUICK if conn.received else Lane.GONE
        conn.received += data
    return lane
