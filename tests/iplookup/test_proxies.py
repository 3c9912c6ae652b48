"""Rule I9: the caller's address through real servers: the shipped nginx behind a CDN, and gunicorn on a Unix socket."""

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

# Two addresses of this machine, and an address that a client forges.
CLIENT, CDN, CLAIM = "127.0.0.7", "127.0.0.5", "192.0.2.1"
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
    """Run an nginx like that of a CDN: it appends its peer's address, and reports that the client used TLS."""
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
    """Send a request from the address ``source``; return status and body of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=(source, 0))
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Host": SITE} | headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


FORGED = {"X-Forwarded-For": CLAIM, "X-Forwarded-Proto": "https"}
TLS = {"SECURE_SSL_REDIRECT": "true", "ALLOWED_HOSTS": SITE, "NUM_PROXIES": "1"}


@NGINX
def test_named_cdn_in_front_of_the_shipped_nginx(tmp_path):
    """I9: nginx believes the address and scheme that this CDN reports, but not those that the CDN's client forges."""
    with serving(**TLS) as service, proxy.fronted(service, NAMED) as origin, cdn(tmp_path, origin) as port:
        assert ask(port) == (200, f"{CLIENT}\n")
        assert ask(port, **FORGED) == (200, f"{CLIENT}\n")
        # Nobody else is believed, and the CDN's networks only with the header.
        assert ask(origin)[0] == 301
        assert ask(origin, **FORGED)[0] == 301
        assert ask(origin, source=CDN)[0] == 301


@NGINX
def test_unnamed_cdn_is_the_caller(tmp_path):
    """I9: the shipped file names no CDN, so nginx believes nobody's headers."""
    with serving(NUM_PROXIES="1") as service, proxy.fronted(service) as origin, cdn(tmp_path, origin) as port:
        assert ask(port) == (200, f"{CDN}\n")
        assert ask(origin) == (200, f"{CLIENT}\n")
        assert ask(origin, **FORGED) == (200, f"{CLIENT}\n")
        assert ask(origin, source=CDN, **FORGED) == (200, f"{CDN}\n")


@NGINX
def test_named_cdn_without_a_valid_header(tmp_path):
    """I9: if the header is missing or has no address, the address of the connection is used."""
    with serving(NUM_PROXIES="1") as service, proxy.fronted(service, NAMED) as origin:
        assert ask(origin, source=CDN) == (200, f"{CDN}\n")
        assert ask(origin, source=CDN, **{"X-Forwarded-For": "unknown"}) == (200, f"{CDN}\n")
        assert ask(origin, source=CDN, **{"X-Forwarded-For": f"{CLAIM}, 2001:db8::7"}) == (200, "2001:db8::7\n")


@NGINX
def test_cdn_of_several_layers(tmp_path):
    """I9: the CDN's own addresses are skipped, from the right."""
    with serving(NUM_PROXIES="1") as service, proxy.fronted(service, NAMED) as origin:
        layers = f"{CLAIM}, {CLIENT}, {CDN}, {CDN}"
        assert ask(origin, source=CDN, **{"X-Forwarded-For": layers}) == (200, f"{CLIENT}\n")


@NGINX
def test_scheme_that_a_named_cdn_reports():
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
    """I9: a Unix socket has no address, so only the header tells the caller."""
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
    with tempfile.TemporaryDirectory() as folder:  # nginx's user cannot read pytest's temporary folders
        Path(folder).chmod(0o755)
        path = f"{folder}/service.sock"
        with serving(unix_socket=path, NUM_PROXIES="1") as service:
            server = (f"server 127.0.0.1:{service.port}", f"server unix:{path}")
            with proxy.fronted(service, server) as port:
                assert ask(port) == (200, f"{CLIENT}\n")
