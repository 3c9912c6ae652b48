"""How many writes an answer takes: each is a system call, and wakes the client."""

import asyncio

import pytest

from tests import event_loop
from utilitysvc.serving.joined_writes import JoinedWrites

HEAD = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n"


class Recorder(asyncio.Transport):
    """Records the bytes that are written to the socket."""

    def __init__(self):
        super().__init__()
        self.written = []

    def write(self, data):
        assert not self.is_closing(), "uvloop raises RuntimeError"
        self.written.append(bytes(data))

    def is_closing(self):
        return self.written[-1:] == ["closed"]

    def close(self):
        self.written.append("closed")


@pytest.mark.parametrize(
    ("writes", "sent"),
    [
        ((HEAD, b"{}"), [HEAD + b"{}"]),
        ((HEAD,), [HEAD]),
        ((HEAD, b"{", b"}"), [HEAD + b"{", b"}"]),
        ((HEAD, b"{}", HEAD, b"[]"), [HEAD + b"{}", HEAD + b"[]"]),
        ((HEAD, memoryview(b"{}")), [HEAD + b"{}"]),
        ((HEAD, b"ends like a head\r\n\r\n", b"more"), [HEAD + b"ends like a head\r\n\r\n", b"more"]),
        ((b"a piece\r\n\r\n", b"the next"), [b"a piece\r\n\r\nthe next"]),
    ],
)
@pytest.mark.parametrize("is_closed", [False, True])
def test_a_head_is_sent_with_what_follows_it_and_never_kept_back(writes, sent, is_closed):
    recorder = Recorder()

    async def answer():
        transport = JoinedWrites(recorder, asyncio.get_running_loop())
        for data in writes:
            transport.write(data)
        if is_closed:
            transport.close()
        await asyncio.sleep(0)

    event_loop.run(answer())
    assert recorder.written == [*sent, *(["closed"] if is_closed else [])]


@pytest.mark.parametrize(("data", "sent"), [(HEAD, []), (b"{}", [b"{}"])])
def test_nothing_is_written_after_the_client_has_left(data, sent):
    recorder = Recorder()

    async def answer():
        transport = JoinedWrites(recorder, asyncio.get_running_loop())
        transport.write(data)
        recorder.close()  # the event loop closes the transport if the client resets the connection
        transport.write(b"more")
        await asyncio.sleep(0)

    event_loop.run(answer())
    assert recorder.written == [*sent, "closed"]
