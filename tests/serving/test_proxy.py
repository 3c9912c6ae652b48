"""The shipped nginx configuration in front of the service. Its own errors look like those of the service."""

import hashlib
import http.client
import http.server
import json
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
from contextlib import closing
from types import SimpleNamespace
from typing import ClassVar

import pytest

from benchmarks.faults import proxy
from tests.service import free_port, serving
from tests.serving.test_requests import CHUNKED, HOST, JSON

pytestmark = pytest.mark.skipif(not proxy.available(), reason="nginx is not installed")

CLOSE = b"Connection: close\r\n"
FILE = b"Content-Type: application/octet-stream\r\n"
DETAILED = ["error", "details"]
OF_IP = ["error", "status", "timestamp"]
CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, Authorization",
    "Access-Control-Max-Age": "86400",
}


@pytest.fixture(scope="module")
def service():
    with serving(NUM_PROXIES="1") as service:
        yield service


@pytest.fixture(scope="module")
def port(service):
    with proxy.fronted(service) as port:
        yield port


def ask(port, request):
    """Send a request, and return the status, headers and body of the answer."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=60)) as sock:
        sock.sendall(request)
        answer = http.client.HTTPResponse(sock)
        answer.begin()
        return answer.status, answer.headers, answer.read()


@pytest.mark.parametrize(
    ("request_", "status", "keys"),
    [
        (b"GET /uuid/ HTTP/1.1\r\n\r\n", 400, DETAILED),
        (b"junk\r\n\r\n", 400, DETAILED),
        (b"get /uuid/" + HOST + b"\r\n", 400, DETAILED),
        (b"POST /ip/" + HOST + b"Content-Length: x\r\n\r\n", 400, OF_IP),
        (b"GET /refused" + HOST + CLOSE + b"\r\n", 404, DETAILED),
        (b"GET /file" + HOST + CLOSE + b"\r\n", 404, DETAILED),
        (b"TRACE /uuid/" + HOST + CLOSE + b"\r\n", 405, DETAILED),
        (b"TRACE /ip/8.8.8.8" + HOST + CLOSE + b"\r\n", 405, OF_IP),
        (b"TRACE /password?length=3" + HOST + CLOSE + b"\r\n", 405, ["error"]),
        (b"PROPFIND /uuid/" + HOST + CLOSE + b"\r\n", 405, DETAILED),
        (b"POST /text/" + HOST + CLOSE + JSON + b"Content-Length: 9999999\r\n\r\n", 413, DETAILED),
        (b"POST /password/" + HOST + CLOSE + JSON + b"Content-Length: 9999999\r\n\r\n", 413, ["error"]),
        (b"POST /ip/" + HOST + CLOSE + JSON + b"Content-Length: 9999999\r\n\r\n", 413, OF_IP),
        (b"GET /uuid/?x=" + b"a" * 20_000 + HOST + b"\r\n", 414, DETAILED),
        (b"GET /uuid/" + HOST + b"".join(b"X%d: %s\r\n" % (n, b"x" * 8000) for n in range(8)) + b"\r\n", 431, DETAILED),
        (b"POST /hash/" + HOST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501, DETAILED),
        (b"GET /uuid/ HTTP/3.0\r\nHost: localhost\r\n\r\n", 505, DETAILED),
    ],
)
def test_refusal_is_json_with_our_headers(port, request_, status, keys):
    """G7, G12: nginx's own page would be HTML."""
    answered, headers, body = ask(port, request_)
    assert (answered, list(json.loads(body))) == (status, keys)
    assert headers["Content-Type"] == "application/json"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert ("Allow" in headers) == (status == 405)
    of_ip = keys == OF_IP
    assert {name: headers.get(name) for name in CORS} == (CORS if of_ip else dict.fromkeys(CORS))
    if of_ip:
        assert json.loads(body)["status"] == status
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)", json.loads(body)["timestamp"])


@pytest.mark.parametrize(
    ("sent", "pattern"),
    [("mine.1", r"mine\.1"), ("x" * 65, "[0-9a-f]{32}"), ("<a>", "[0-9a-f]{32}"), ("", "[0-9a-f]{32}")],
)
@pytest.mark.parametrize("method", [b"GET", b"TRACE"], ids=["the service", "nginx"])
def test_s4_a_request_id_is_echoed_by_whoever_answers(port, method, sent, pattern):
    request = method + b" /uuid/" + HOST + CLOSE + b"X-Request-ID: " + sent.encode() + b"\r\n\r\n"
    assert re.fullmatch(pattern, ask(port, request)[1]["X-Request-ID"])


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl, which makes the certificate, is not installed")
def test_plain_http_on_the_port_of_tls_is_refused_in_json(service):
    """This is tested with the lines for TLS in the file."""
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
        make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
        subprocess.run([*make, "-keyout", key, "-out", certificate], check=True, capture_output=True)
        tls = free_port()
        lines = [
            ("# listen 443 ssl;", f"listen 127.0.0.1:{tls} ssl;"),
            ("# ssl_certificate /etc/ssl/utilitysvc.pem;", f"ssl_certificate {certificate};"),
            ("# ssl_certificate_key /etc/ssl/utilitysvc.key;", f"ssl_certificate_key {key};"),
        ]
        with proxy.fronted(service, *lines):
            status, headers, body = ask(tls, b"GET /uuid/" + HOST + CLOSE + b"\r\n")
            assert (status, headers["Content-Type"], list(json.loads(body))) == (400, "application/json", DETAILED)
            context = ssl.create_default_context(cafile=certificate)
            with closing(http.client.HTTPSConnection("localhost", tls, context=context, timeout=60)) as connection:
                connection.request("GET", "/uuid/")
                assert connection.getresponse().status == 200


def test_service_that_is_gone_is_told_in_json():
    with proxy.fronted(SimpleNamespace(port=free_port())) as port:
        for path, keys in ((b"/ip/", OF_IP), (b"/uuid/", DETAILED)):
            status, headers, body = ask(port, b"GET " + path + HOST + CLOSE + b"\r\n")
            assert (status, headers["Retry-After"]) == (503, "1")
            assert list(json.loads(body)) == keys


@pytest.mark.parametrize("framing", ["length", "chunked"])
@pytest.mark.parametrize("path", [b"/hash/", b"/hash", b"/text/"])
def test_size_is_refused_by_the_service_where_it_has_a_say(port, path, framing):
    """G10: only the service has the limit, and its error names it."""
    size = 1_500_000
    length = b"Content-Length: %d\r\n\r\n" % size
    body = b" " * size if framing == "length" else b"%x\r\n%s\r\n0\r\n\r\n" % (size, b" " * size)
    head = b"POST " + path + HOST + CLOSE + JSON + (length if framing == "length" else CHUNKED + b"\r\n")
    status, _, answer = ask(port, head + body)
    assert status == 413
    assert json.loads(answer)["details"] == "At most 1048576 bytes are accepted"


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /uuid/ HTTP/1.0\r\n\r\n",
        b"GET /uuid/" + HOST + b"Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n",
        b"GET /uuid/" + HOST + CLOSE + b"Upgrade: h2c\r\n\r\n",
    ],
    ids=["HTTP/1.0 without a host", "websocket", "h2c"],
)
def test_what_the_service_answers_is_passed_on(port, request_):
    assert ask(port, request_)[0] == 200


@pytest.mark.parametrize(
    "target",
    [b"/hash", b"//hash/", b"/%68ash/", b"http://localhost/hash/", b"/x/../hash/"],
    ids=lambda target: target.decode(),
)
def test_target_of_a_file_is_handed_on_as_it_came(port, target):
    """G11: the service answers for exactly this path. Only nginx would resolve `//` and `..`."""
    file = HOST + CLOSE + FILE + b"Content-Length: 3\r\n\r\nabc"
    status, _, body = ask(port, b"POST " + target + b"?algorithm=md5&salt=%26%20" + file)
    if b"//h" in target or b".." in target:
        assert (status, json.loads(body)["error"]) == (404, "Not found")
    else:
        assert (status, json.loads(body)["salt"]) == (200, "& ")


@pytest.mark.parametrize("framing", ["length", "chunked"])
def test_file_passes_to_its_own_limit(port, framing):
    """H10: the file has five megabytes, and nginx stores none of it."""
    data = b"0123456789abcdef" * 320_000
    head = b"POST /hash/?algorithm=sha256" + HOST + CLOSE + b"Content-Type: application/octet-stream\r\n"
    if framing == "length":
        request = head + b"Content-Length: %d\r\n\r\n" % len(data) + data
    else:
        request = head + CHUNKED + b"\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(data), data)
    status, _, body = ask(port, request)
    answer = json.loads(body)
    assert (status, answer["bytes"]) == (200, len(data))
    assert answer["hash"] == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"POST /hash/" + HOST + FILE + b"Content-Length: 99999999\r\n", 413),
        (b"POST /hash?algorithm=md6" + HOST + FILE + b"Content-Length: 999999\r\n", 400),
        (b"POST /hash/" + HOST + b"Content-Type: application/x-tar\r\nContent-Length: 9999999\r\n", 415),
        (b"PUT /hash/" + HOST + b"Content-Length: 9999999\r\n", 405),
    ],
    ids=["too large", "unknown algorithm", "another type", "put"],
)
def test_connection_on_which_a_file_was_refused_ends_and_the_answer_says_so(port, request_, status):
    """nginx announced that it would keep the connection, but closed it. One in twenty next requests was lost then."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=60)) as sock:
        sock.sendall(request_ + b"\r\n" + b"x" * 10_000)
        answer = http.client.HTTPResponse(sock)
        answer.begin()
        assert (answer.status, answer.will_close) == (status, True)
        assert list(json.loads(answer.read())) == DETAILED


class Recorder(http.server.BaseHTTPRequestHandler):
    """A server in place of the service, which records the connection of each request."""

    protocol_version = "HTTP/1.1"
    connections: ClassVar[list[int]] = []

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.connections.append(self.client_address[1])
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self):
        self.do_POST()

    def log_message(self, *arguments):
        """Log nothing."""


@pytest.mark.parametrize(("type_", "connections"), [(JSON, 1), (FILE, 3)], ids=["kept", "a file's own"])
def test_a_file_has_a_connection_of_its_own_to_the_service(monkeypatch, type_, connections):
    """A worker that stops may close a kept connection, and nginx cannot send a lost file again."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Recorder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        one_process = ("worker_processes auto", "worker_processes 1")  # each worker of nginx keeps its own connections
        with proxy.fronted(SimpleNamespace(port=server.server_port), one_process) as port:
            monkeypatch.setattr(Recorder, "connections", [])
            for _ in range(3):
                assert ask(port, b"POST /hash/" + HOST + type_ + CLOSE + b"Content-Length: 3\r\n\r\nabc")[0] == 200
        server.shutdown()
    assert len(set(Recorder.connections)) == connections
