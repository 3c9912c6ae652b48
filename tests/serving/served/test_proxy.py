"""The shipped nginx configuration in front of the service. Its own errors look like those of the service."""

import hashlib
import http.client
import http.server
import json
import re
import shutil
import ssl
import subprocess
import threading
from contextlib import closing
from typing import ClassVar

import pytest

from benchmarks.faults.around import NGINX_IS_MISSING, entered, fronted
from tests.service import free_port
from tests.serving.wire import CLOSE, FILE, HOST, JSON, as_bytes, connect, in_chunks, with_length
from tests.tables import each_row, rows

pytestmark = pytest.mark.skipif(NGINX_IS_MISSING, reason="nginx is not installed")

DETAILED = ["error", "details"]
OF_IP = ["error", "status", "timestamp"]
HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, Authorization",
    "Access-Control-Max-Age": "86400",
}


@pytest.fixture(scope="module")
def behind():
    """The service and the port of nginx."""
    with entered(behind_nginx=True) as found:
        yield found


@pytest.fixture
def port(behind):
    return behind[1]


def ask(port, request):
    """Send a request, and return the answer, the values of its headers, and its body."""
    with connect(port) as sock:
        sock.sendall(request)
        answer = http.client.HTTPResponse(sock)
        answer.begin()
        return answer, answer.headers, answer.read()


@each_row("request_, status, keys", rows("nginx.tsv"))
def test_answer_is_json_with_our_headers(port, request_, status, keys):
    """G7, G12: nginx's own page would be HTML."""
    answer, headers, body = ask(port, as_bytes(request_))
    assert (answer.status, headers["Content-Type"]) == (int(status), "application/json")
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert status == "200" or ("Allow" in headers) == (status == "405")
    assert not keys or list(json.loads(body)) == keys.split(",")
    of_ip = keys.split(",") == OF_IP
    assert {name: headers.get(name) for name in CORS} == (CORS if of_ip else dict.fromkeys(CORS))
    if of_ip:
        assert json.loads(body)["status"] == answer.status
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)", json.loads(body)["timestamp"])


@each_row("method", [b"GET", b"TRACE"])  # which the service answers, and nginx
@each_row(
    "sent, pattern",
    [("mine.1", r"mine\.1"), ("x" * 65, "[0-9a-f]{32}"), ("<a>", "[0-9a-f]{32}"), ("", "[0-9a-f]{32}")],
)
def test_s4_a_request_id_is_echoed_by_whoever_answers(port, method, sent, pattern):
    request = method + b" /uuid/" + HOST + CLOSE + b"X-Request-ID: " + sent.encode() + b"\r\n\r\n"
    assert re.fullmatch(pattern, ask(port, request)[1]["X-Request-ID"])


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl, which makes the certificate, is not installed")
def test_plain_http_on_the_port_of_tls_is_refused_in_json(behind, tmp_path):
    """This is tested with the lines for TLS in the file."""
    key, certificate, tls = tmp_path / "key.pem", tmp_path / "certificate.pem", free_port()
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    subprocess.run([*make, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    lines = [
        ("# listen 443 ssl;", f"listen 127.0.0.1:{tls} ssl;"),
        ("# ssl_certificate /etc/ssl/utilitysvc.pem;", f"ssl_certificate {certificate};"),
        ("# ssl_certificate_key /etc/ssl/utilitysvc.key;", f"ssl_certificate_key {key};"),
    ]
    with fronted(behind[0].port, *lines):
        answer, headers, body = ask(tls, b"GET /uuid/" + HOST + CLOSE + b"\r\n")
        assert (answer.status, headers["Content-Type"], list(json.loads(body))) == (400, "application/json", DETAILED)
        context = ssl.create_default_context(cafile=certificate)
        with closing(http.client.HTTPSConnection("localhost", tls, context=context, timeout=60)) as connection:
            connection.request("GET", "/uuid/")
            assert connection.getresponse().status == 200


def test_service_that_is_gone_is_told_in_json():
    with fronted(free_port()) as port:
        for path, keys in ((b"/ip/", OF_IP), (b"/uuid/", DETAILED)):
            answer, headers, body = ask(port, b"GET " + path + HOST + CLOSE + b"\r\n")
            assert (answer.status, headers["Retry-After"]) == (503, "1")
            assert list(json.loads(body)) == keys


@each_row("framed", [with_length, in_chunks])
@each_row("path", [b"/hash/", b"/hash", b"/text/"])
def test_size_is_refused_by_the_service_where_it_has_a_say(port, path, framed):
    """G10: only the service has the limit, and its error names it."""
    answer, _, body = ask(port, b"POST " + path + HOST + CLOSE + JSON + framed(b" " * 1_500_000))
    assert (answer.status, json.loads(body)["details"]) == (413, "At most 1048576 bytes are accepted")


@each_row("target", [b"/hash", b"/%68ash/", b"http://localhost/hash/", b"//hash/", b"/x/../hash/"])
def test_target_of_a_file_is_handed_on_as_it_came(port, target):
    """G11: the service answers for exactly this path. Only nginx would resolve `//` and `..`."""
    query = b"?algorithm=md5&salt=%26%20"
    answer, _, body = ask(port, b"POST " + target + query + HOST + CLOSE + FILE + with_length(b"abc"))
    resolved = b"//h" in target or b".." in target
    said = json.loads(body)["error"] if resolved else json.loads(body)["salt"]
    assert (answer.status, said) == ((404, "Not found") if resolved else (200, "& "))


@each_row("framed", [with_length, in_chunks])
def test_file_passes_to_its_own_limit(port, framed):
    """H10: the file has five megabytes, and nginx stores none of it."""
    data = b"0123456789abcdef" * 320_000
    answer, _, body = ask(port, b"POST /hash/?algorithm=sha256" + HOST + CLOSE + FILE + framed(data))
    assert (answer.status, json.loads(body)["bytes"]) == (200, len(data))
    assert json.loads(body)["hash"] == hashlib.sha256(data).hexdigest()


@each_row(
    "request_, status",
    [
        (b"POST /hash/" + HOST + FILE + b"Content-Length: 99999999\r\n", 413),
        (b"POST /hash?algorithm=md6" + HOST + FILE + b"Content-Length: 999999\r\n", 400),
        (b"POST /hash/" + HOST + b"Content-Type: application/x-tar\r\nContent-Length: 9999999\r\n", 415),
        (b"PUT /hash/" + HOST + b"Content-Length: 9999999\r\n", 405),
    ],
)
def test_connection_on_which_a_file_was_refused_ends_and_the_answer_says_so(port, request_, status):
    """nginx announced that it would keep the connection, but closed it. One in twenty next requests was lost then."""
    answer, _, body = ask(port, request_ + b"\r\n" + b"x" * 10_000)
    assert (answer.status, answer.will_close, list(json.loads(body))) == (status, True, DETAILED)


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
        with fronted(server.server_port, one_process) as port:
            monkeypatch.setattr(Recorder, "connections", [])
            for _ in range(3):
                assert ask(port, b"POST /hash/" + HOST + type_ + CLOSE + with_length(b"abc"))[0].status == 200
        server.shutdown()
    assert len(set(Recorder.connections)) == connections
