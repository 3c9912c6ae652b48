"""The service on Granian: each row of the table in docs/architecture.md."""

import time

import pytest

from tests.serving.served import test_front
from tests.serving.wire import CLOSE, GET, HOST, answer_to, as_bytes, body_of, status_of
from tests.tables import each_row, rows
from utilitysvc.description import catalogue


@pytest.fixture
def server(on_granian):
    return on_granian


@each_row("request_, status, said", rows("granian.tsv"))
def test_g8_to_g12_hold_there_too(port, request_, status, said):
    received = answer_to(port, as_bytes(request_))
    assert status_of(received) == int(status)
    assert as_bytes(said) in received


@each_row("function", catalogue.functions())
def test_every_function_answers(port, function):
    for method in {*function.methods} & {"GET", "POST"}:
        received = answer_to(port, method.encode() + b" " + function.path.encode() + HOST + CLOSE + b"\r\n")
        assert status_of(received) < 500
        assert b"\r\ncache-control: no-store\r\n" in received.lower()


def test_workers_never_share_a_sequence(port):
    """R2, U2: Granian starts its workers as new processes."""
    seen = {body_of(answer_to(port, GET + CLOSE + b"\r\n"))["uuids"][0] for _ in range(40)}
    assert len(seen) == 40


def test_g15_nothing_of_a_request_is_logged(server):
    """Granian's own log line would contain the path, which may contain an IP address. The page's command logs none."""
    answer_to(server.port, b"GET /ip/8.8.8.8/?secret=xyzzy" + HOST + CLOSE + b"\r\n")
    time.sleep(0.2)
    assert "8.8.8.8" not in server.output.read_text() + server.errors.read_text()


test_s5_idle_clients_hold_up_nobody = test_front.test_s5_idle_clients_hold_up_nobody
test_s5_pipelined_requests = test_front.test_s5_pipelined_requests_are_answered_in_order_however_they_are_cut
