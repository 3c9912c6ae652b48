"""Where a request ends in bytes that arrive piecemeal (RFC 9112, section 6).

Gunicorn's parser reads until it has what it wants, and a thread waits with it. So that no thread does, a request is
handed to the parser only when all of it has arrived, and this module says when. It decides nothing else: what is
malformed is handed over as it is, as the last request of its connection, and the parser refuses it.
"""

import enum
import re

__all__ = ["MAX_CHUNKS", "MAX_HEAD_BYTES", "Frame", "Progress"]

MAX_HEAD_BYTES = 64 * 1024  # request line and header fields together
MAX_CHUNKS = 16_384  # a chunk costs the parser some 4 µs, and a body may consist of chunks of one byte
MAX_CHUNK_LINE_BYTES = 8190

_CONTENT_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,15})[ \t]*\r\n")
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:[ \t]*chunked[ \t]*\r\n")
_EXPECT = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*\r\n")
_CHUNK_SIZE = re.compile(rb"([0-9a-fA-F]{1,8})[ \t]*(?:;.*)?", re.DOTALL)


class Progress(enum.Enum):
    """What has arrived of the request at the beginning of the bytes."""

    PARTIAL = enum.auto()
    WHOLE = enum.auto()
    LAST = enum.auto()  # not whole, and no more of it is wanted: malformed, or larger than is accepted


class Frame:
    """Follows one request as its bytes are added to a buffer, looking at each of them once."""

    __slots__ = ("_after", "_chunk", "_chunks", "_decoded", "_max_body", "_need", "_searched", "expects_continue")

    def __init__(self, max_body: int) -> None:
        """``max_body``: bytes of the largest body that is waited for; of a larger one the application sees a part."""
        self._max_body = max_body
        self._searched = 0  # no blank line begins before here
        self._after = 0  # where the body begins, once the head is whole
        self._need = 0  # where the request ends, once that is known
        self._chunk = 0  # where the next chunk begins; 0 where the body is not chunked
        self._chunks = 0
        self._decoded = 0
        self.expects_continue = False

    @property
    def head_is_whole(self) -> bool:
        return self._after > 0

    def advance(self, data: bytearray) -> Progress:
        """Return the progress of the request with which ``data`` begins; more bytes may be appended between calls."""
        if not self._after and (progress := self._read_head(data)):
            return progress
        if self._chunk and (progress := self._read_chunks(data)):
            return progress
        return Progress.WHOLE if len(data) >= self._need else Progress.PARTIAL

    def _read_head(self, data: bytearray) -> Progress | None:
        end = data.find(b"\r\n\r\n", self._searched)
        if end < 0:
            self._searched = max(0, len(data) - 3)
            # A line that ends in a bare LF will never complete the head, and the parser refuses it at once.
            hopeless = len(data) > MAX_HEAD_BYTES or data.count(b"\n") != data.count(b"\r\n")
            return Progress.LAST if hopeless else Progress.PARTIAL
        if end > MAX_HEAD_BYTES:
            return Progress.LAST
        self._after = self._need = end + 4
        head = bytes(data[: end + 2]).lower()
        lengths, codings = head.count(b"\r\ncontent-length"), head.count(b"\r\ntransfer-encoding")
        if lengths + codings == 0:
            return None
        if lengths + codings > 1:
            return Progress.LAST
        self.expects_continue = _EXPECT.search(head) is not None
        if codings:
            self._chunk = self._after
            return None if _CHUNKED.search(head) else Progress.LAST
        length = _CONTENT_LENGTH.search(head)
        if not length or int(length[1]) > self._max_body:
            return Progress.LAST
        self._need += int(length[1])
        return None

    def _read_chunks(self, data: bytearray) -> Progress | None:
        while True:
            end = data.find(b"\r\n", self._chunk)
            if end < 0:
                return Progress.LAST if len(data) - self._chunk > MAX_CHUNK_LINE_BYTES else Progress.PARTIAL
            size = _CHUNK_SIZE.fullmatch(data, self._chunk, end)
            if not size or self._chunks == MAX_CHUNKS or end - self._chunk > MAX_CHUNK_LINE_BYTES:
                return Progress.LAST
            length = int(size[1], 16)
            if length == 0:
                return self._read_trailers(data, end + 2)
            following = end + 2 + length + 2
            if len(data) < following:
                # More than the limit must be there for the application to see that it is more.
                arrived = self._decoded + min(len(data) - end - 2, length)
                return Progress.LAST if arrived > self._max_body else Progress.PARTIAL
            self._decoded += length
            self._chunks += 1
            self._chunk = following

    def _read_trailers(self, data: bytearray, start: int) -> Progress | None:
        if data[start : start + 2] == b"\r\n":
            self._need = start + 2
            return None
        end = data.find(b"\r\n\r\n", start)
        if end < 0:
            return Progress.LAST if len(data) - start > MAX_HEAD_BYTES else Progress.PARTIAL
        self._need = end + 4
        return None
