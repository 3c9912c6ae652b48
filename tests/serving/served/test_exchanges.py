"""Requests as bytes, and how the service answers them as it is deployed: gunicorn with the shipped settings."""

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import connect, exchange, get
from tests.service import ROOT, eventually, memory, serving
from tests.serving.wire import (
    CHUNKED,
    CLOSE,
    GET,
    HOST,
    JSON,
    MEBIBYTE,
    are_answered,
    as_bytes,
    body_of,
    clients_of_each_worker,
    one_answer,
    rest_of,
    send,
    status_of,
)
from tests.tables import each_row, rows

SECRET = b"xyzzy-Geheimnis"
ROWS = rows("exchanges.tsv")


@each_row("request_, statuses, said", ROWS)
def test_exchange(port, request_, statuses, said):
    """G8 to G12, G15, S5: what HTTP does not allow is refused in JSON, and nothing of it is quoted."""
    received = send(port, as_bytes(request_))
    assert ",".join(part[:3].decode() for part in received.split(b"HTTP/1.1 ")[1:]) == statuses.strip("-")
    assert as_bytes(said).lower() in received.lower()
    if statuses[:1] in ("4", "5"):
        assert SECRET not in received
        assert b"content-type: application/json" in received.lower()
        assert list(body_of(received.partition(b"HTTP/1.1 200")[0])) == ["error", "details"]


def test_connection_is_kept_from_answer_to_answer(port):
    """Neither HEAD, nor an error, nor a body that was not read closes it, and each request gets its own answer."""
    with connect(port) as sock:
        for request, status in rows("kept.tsv"):
            sock.sendall(as_bytes(request))
            if request.startswith(("HEAD", "OPTIONS")):
                head = b""
                while not head.endswith(b"\r\n\r\n"):
                    head += sock.recv(1)
                assert status_of(head) == int(status)
            else:
                answer = one_answer(sock)
                assert (answer.status, answer.headers.get(b"connection")) == (int(status), None), request[:80]
                assert json.loads(answer.body)


@each_row("path, key", [("/uuid/?count=2", "uuids"), ("/random/?min=-1000000&max=1000000&count=4", "numbers")])
def test_workers_never_share_a_sequence(deployed, path, key):
    """R2, U2: workers are forked from a process that has loaded the generator, and could all draw the same values.

    All requests draw the same number of bytes, so that a repetition would be seen.
    """
    with clients_of_each_worker(deployed, 4) as clients:
        answers = [exchange(client, get(path)) for client in clients * 5]
    drawn = {tuple(json.loads(body)[key]) for _, _, body in answers}
    assert len(drawn) == len(answers) >= 5 * 8


@each_row("is_chunked", [False, True])
def test_large_body_is_refused_without_being_held(deployed, is_chunked):
    """G10: the answer 413 comes while the client still sends, and what it sends is not taken for requests."""
    piece = ((GET + b"\r\n") * MEBIBYTE)[:MEBIBYTE]
    head = CHUNKED if is_chunked else b"Content-Length: %d\r\n" % (128 * MEBIBYTE)
    with clients_of_each_worker(deployed):  # so that none is still starting, which takes memory
        for pid in deployed.workers:
            Path(f"/proc/{pid}/clear_refs").write_text("5")  # forgets the peak
        before = {pid: memory(pid, "VmHWM") for pid in deployed.workers}
        pieces = [b"100000\r\n%s\r\n" % piece if is_chunked else piece] * 128
        received = send(deployed.port, b"POST /hash/" + HOST + JSON + head + b"\r\n", *pieces)
        assert (status_of(received), received.count(b"HTTP/1.1 ")) == (413, 1)
        assert body_of(received) == {"error": "Request body too large", "details": "At most 1048576 bytes are accepted"}
        assert max(memory(pid, "VmHWM") - peak for pid, peak in before.items()) < 16 * MEBIBYTE


INPUTS = rows("inputs.tsv")
LOGGED = {
    ("GET", "/hash/", 200),
    ("GET", "/hash/", 400),
    ("HEAD", "/hash/", 200),
    ("POST", "/hash/", 200),
    ("GET", "<unknown>", 404),
    ("GET", "/ip/<ip_address>", 404),
    ("<other>", "/uuid/", 405),
    ("GET", "/number/", 200),
}


def test_log_holds_what_was_done_and_nothing_of_the_input(deployed):
    """G15: method, path and status, but never a query, body or address, whatever the request was.

    The log also contains the requests of other tests to this service. Each worker writes the lines of its own requests,
    so the line of the last request may come before others. The service goes on, whatever the tables hold.
    """
    before = deployed.alarms(), deployed.workers
    for request in [*INPUTS, *(request for request, _, _ in ROWS)]:
        send(deployed.port, as_bytes(request))

    def lines():
        return [json.loads(line) for line in deployed.output.read_text().splitlines() if line.endswith("}")]

    eventually(lambda: any(line["id"] == "mine" for line in lines()))
    eventually(lambda: {(line["method"], line["path"], line["status"]) for line in lines()} >= LOGGED)
    written = deployed.output.read_text() + deployed.errors.read_text()
    assert re.findall(r"(?i)xyzzy|192\.0\.2\.7|Traceback|dropping", written) == []
    assert "127.0.0.1" not in re.sub("(Listening at:|Open) http://127.0.0.1", "", written)  # the service's own
    assert are_answered(deployed.port)
    assert (deployed.alarms(), deployed.workers) == before


def test_scheme_is_not_believed_from_our_own_machine(tmp_path):
    """Strict-Transport-Security may be sent only over TLS. Without NUM_PROXIES, no header can claim TLS.

    This includes a proxy on a unix socket, where the peer has no address.
    """
    path = str(tmp_path / "socket")
    request = GET + CLOSE + b"X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: on\r\n\r\n"
    with serving("--bind", f"unix:{path}", SECURE_HSTS_SECONDS="60", FORWARDED_ALLOW_IPS="*") as service:
        for family, address in ((socket.AF_INET, ("127.0.0.1", service.port)), (socket.AF_UNIX, path)):
            with socket.socket(family) as sock:
                sock.connect(address)
                sock.sendall(request)
                received = rest_of(sock)
            assert status_of(received) == 200
            assert b"strict-transport-security" not in received.lower()


def test_malformed_requests_do_not_fill_the_log():
    with serving(workers=1) as service:
        for _ in range(20):
            send(service.port, b"this is no request\r\n\r\n")
        assert service.errors.read_text().count("Invalid HTTP request received.") == 1


def test_no_request_waits_for_what_takes_long_the_first_time():
    """If a worker builds the parser of phrases, which takes a tenth of a second, all of its requests wait meanwhile.

    Metrics are off by default, and are then not even imported. Nor is what generates the schema, which costs a tenth of
    a second: most processes are never asked for it. The ASGI application imports that for WSGI.
    """
    command = """
import sys, utilitysvc.asgi
from timeops.reading import grammar
print(grammar.parser.cache_info().currsize, {"prometheus_client", "drf_spectacular.openapi"} & {*sys.modules})
"""
    assert subprocess.check_output([sys.executable, "-c", command], cwd=ROOT, text=True) == "1 set()\n"


def test_closed_standard_output_gets_no_other_file_its_number():
    """With ``gunicorn >&-``, the first file that was opened got number 1, and then received the log lines."""
    with serving(prefix=("sh", "-c", 'exec "$@" <&- >&-', "sh")) as service:
        opened = [Path(f"/proc/{pid}/fd/{number}").readlink() for pid in service.workers for number in (0, 1)]
    assert set(opened) == {Path(os.devnull)}
