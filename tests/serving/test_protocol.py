"""What only the server can see of connections (S5), without a server."""

import asyncio
import socket
from types import SimpleNamespace
from unittest.mock import Mock

from uvicorn.config import Config

from tests import event_loop
from utilitysvc.serving import protocol


def test_s5_a_stop_ends_although_clients_keep_coming(monkeypatch):
    """Otherwise gunicorn would kill the worker, with what it computes."""
    closed = []

    def accept():
        ours, theirs = socket.socketpair()
        theirs.close()
        return ours, ""

    monkeypatch.setattr(protocol, "ACCEPT_SECONDS", 0.1)
    monkeypatch.setattr(protocol, "listeners", [SimpleNamespace(accept=accept, close=lambda: closed.append(True))])
    event_loop.run(asyncio.wait_for(protocol.drain(Config(lambda *_: None)), 20))
    assert closed == [True]


def test_s5_a_refusal_of_a_connection_that_a_stop_accepts_is_counted(monkeypatch):
    async def app(scope, receive, send): ...

    counted = []
    app.log = SimpleNamespace(count_refusal=counted.append)
    ours, theirs = socket.socketpair()
    theirs.sendall(b"GET / HTTP/1.1\r\nx: " + b"a" * protocol.HEAD_BYTES)
    theirs.close()
    waiting = Mock(accept=Mock(side_effect=[(ours, ""), BlockingIOError]))
    monkeypatch.setattr(protocol, "listeners", [waiting])
    event_loop.run(asyncio.wait_for(protocol.drain(Config(app, proxy_headers=False)), 20))
    assert counted == [431]


def test_s5_a_stop_closes_an_idle_connection_that_it_accepts(monkeypatch):
    """It checks the connection itself: the timer checks those of the server, and may be about to end."""
    ours, theirs = socket.socketpair()
    waiting = Mock(accept=Mock(side_effect=[(ours, ""), BlockingIOError]))
    monkeypatch.setattr(protocol, "listeners", [waiting])
    monkeypatch.setattr(protocol, "BUSY_CHECKS", 1)
    monkeypatch.setattr(protocol.Protocol, "_checks", Mock())
    event_loop.run(asyncio.wait_for(protocol.drain(Config(lambda *_: None, proxy_headers=False)), 20))
    with theirs:
        assert theirs.recv(1) == b""
