"""The caller's address through real servers: rule I9. The shipped nginx behind a CDN, and gunicorn on a Unix socket."""

import contextlib
import http.client
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest

from benchmarks.faults import proxy
from tests.service import free_port, serving, wait_until_it_answers

pytestmark = pytest.mark.slow

CLIENT, CDN, CLAIM = "127.0.0.7", "127.0.0.5", "192.0.2.1"  # addresses of this machine, and what a client claims
SITE = "site.example"
NGINX = pytest.mark.skipif(not proxy.available(), reason="nginx is not installed")
NAMED = ("# set_real_ip_from 203.0.113.0/24;", f"set_real_ip_from {CDN};")

CDN_CONFIGURATION = """
pid {folder}/cdn.pid;
error_log stderr crit;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://127.0.0.1:{origin};
            proxy_bind {cdn};
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto https;
        }}
    }}
}}
"""


@contextlib.contextmanager
def cdn(folder, origin):
    """An nginx as a CDN has it: it appends the address that it sees, and says that its client came by TLS."""
    port = free_port()
    configuration = folder / "cdn.conf"
    configuration.write_text(CDN_CONFIGURATION.format(folder=folder, port=port, origin=origin, cdn=CDN))
    process = subprocess.Popen(["nginx", "-c", configuration, "-g", "daemon off;"])
    try:
        wait_until_it_answers(port, process)
        yield port
    finally:
        process.terminate()
        process.wait(timeout=10)


def ask(port, path="/ip/?output=text", source=CLIENT, **headers):
    """Return status and body of an answer, asked from the address ``source``."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=(source, 0))
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Host": SITE} | headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


FORGED = {"X-Forwarded-For": CLAIM, "X-Forwarded-Proto": "https"}
TLS = {"SECURE_SSL_REDIRECT": "true", "ALLOWED_HOSTS": SITE, "NUM_PROXIES": "1"}


@NGINX
def test_cdn_that_is_named_before_the_shipped_nginx(tmp_path):
    """I9: what it has written is kept, for the address and for TLS; what its client claims is not believed."""
    with serving(**TLS) as service, proxy.fronted(service, NAMED) as origin, cdn(tmp_path, origin) as port:
        assert ask(port) == (200, f"{CLIENT}\n")
        assert ask(port, **FORGED) == (200, f"{CLIENT}\n")
        # Whoever goes around it is a client like any other, whatever it writes.
        assert ask(origin)[0] == 301
        assert ask(origin, **FORGED)[0] == 301
        assert ask(origin, source=CDN)[0] == 301


@NGINX
def test_cdn_that_is_not_named_is_the_caller(tmp_path):
    """I9: none is named in the file as it is shipped, and nobody's word is believed."""
    with serving(NUM_PROXIES="1") as service, proxy.fronted(service) as origin, cdn(tmp_path, origin) as port:
        assert ask(port) == (200, f"{CDN}\n")
        assert ask(origin) == (200, f"{CLIENT}\n")
        assert ask(origin, **FORGED) == (200, f"{CLIENT}\n")
        assert ask(origin, source=CDN, **FORGED) == (200, f"{CDN}\n")


@NGINX
def test_what_a_named_cdn_forgets_is_not_made_up(tmp_path):
    """I9: without its word, or with one that is none, the connection itself counts."""
    with serving(NUM_PROXIES="1") as service, proxy.fronted(service, NAMED) as origin:
        assert ask(origin, source=CDN) == (200, f"{CDN}\n")
        assert ask(origin, source=CDN, **{"X-Forwarded-For": "unknown"}) == (200, f"{CDN}\n")
        assert ask(origin, source=CDN, **{"X-Forwarded-For": f"{CLAIM}, 2001:db8::7"}) == (200, "2001:db8::7\n")


@NGINX
def test_cdn_of_several_layers(tmp_path):
    """I9: each of its own addresses is passed over, from the right."""
    with serving(NUM_PROXIES="1") as service, proxy.fronted(service, NAMED) as origin:
        layers = f"{CLAIM}, {CLIENT}, {CDN}, {CDN}"
        assert ask(origin, source=CDN, **{"X-Forwarded-For": layers}) == (200, f"{CLIENT}\n")


@NGINX
def test_scheme_that_a_named_cdn_says():
    """I9."""
    statuses = {"https": 200, "HTTPS": 200, "http": 301, "": 301, "ftp": 301, "https, http": 301}
    with serving(**TLS) as service, proxy.fronted(service, NAMED) as origin:
        for proto, status in statuses.items():
            headers = {"X-Forwarded-For": CLIENT} | ({"X-Forwarded-Proto": proto} if proto else {})
            assert ask(origin, source=CDN, **headers)[0] == status, proto


@pytest.mark.parametrize(
    ("proxies", "forwarded", "status", "body"),
    [
        ("1", f"{CLAIM}, {CLIENT}", 200, f"{CLIENT}\n"),
        ("2", f"{CLAIM}, {CLIENT}, {CDN}", 200, f"{CLIENT}\n"),
        ("0", CLIENT, 400, "Invalid IP address provided"),
    ],
)
def test_gunicorn_on_a_unix_socket(tmp_path, proxies, forwarded, status, body):
    """I9: there the connection has no address, and the header alone says who calls."""
    path = str(tmp_path / "service.sock")
    with serving(unix_socket=path, NUM_PROXIES=proxies), socket.socket(socket.AF_UNIX) as sock:
        sock.connect(path)
        sock.sendall(
            b"GET /ip/?output=text HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            b"X-Forwarded-For: " + forwarded.encode() + b"\r\n\r\n"
        )
        with contextlib.closing(http.client.HTTPResponse(sock)) as answer:
            answer.begin()
            assert (answer.status, body in answer.read().decode()) == (status, True)


@NGINX
def test_shipped_nginx_reaches_a_unix_socket():
    """I9."""
    with tempfile.TemporaryDirectory() as folder:  # pytest's own are closed to the user as whom nginx works
        Path(folder).chmod(0o755)
        path = f"{folder}/service.sock"
        with serving(unix_socket=path, NUM_PROXIES="1") as service:
            server = (f"server 127.0.0.1:{service.port}", f"server unix:{path}")
            with proxy.fronted(service, server) as port:
                assert ask(port) == (200, f"{CLIENT}\n")
