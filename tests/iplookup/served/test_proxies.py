"""Rule I9: the caller's address through real servers: the shipped nginx behind a CDN, and gunicorn on a Unix socket."""

import contextlib
import http.client
import socket
import tempfile
from pathlib import Path

import pytest

from benchmarks.faults.around import NGINX_IS_MISSING, fronted, nginx
from tests.service import free_port, serving

# Two addresses of this machine, and an address that a client forges.
CLIENT, CDN, CLAIM = "127.0.0.7", "127.0.0.5", "192.0.2.1"
SITE = "site.example"
NGINX = pytest.mark.skipif(NGINX_IS_MISSING, reason="nginx is not installed")
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
    with nginx(configuration, port):
        yield port


def ask(port, path="/ip/?output=text", source=CLIENT, **headers):
    """Send a request from the address ``source``; return status and body of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=(source, 0))
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Host": SITE} | headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


FORGED = {"X-Forwarded-For": CLAIM, "X-Forwarded-Proto": "https"}
TLS = {"SECURE_SSL_REDIRECT": "true", "ALLOWED_HOSTS": SITE, "NUM_PROXIES": "1"}


@pytest.fixture(scope="module")
def redirecting():
    """The origin of a service that redirects to TLS, behind an nginx that names the CDN."""
    with serving(**TLS) as service, fronted(service.port, NAMED) as origin:
        yield origin


@pytest.fixture(scope="module")
def behind_one_proxy():
    with serving(NUM_PROXIES="1") as service:
        yield service


@pytest.fixture(scope="module")
def naming(behind_one_proxy):
    """The origin of a service behind an nginx that names the CDN."""
    with fronted(behind_one_proxy.port, NAMED) as origin:
        yield origin


@NGINX
def test_named_cdn_in_front_of_the_shipped_nginx(tmp_path, redirecting):
    """I9: nginx believes the address and scheme that this CDN reports, but not those that the CDN's client forges."""
    with cdn(tmp_path, redirecting) as port:
        assert ask(port) == (200, f"{CLIENT}\n")
        assert ask(port, **FORGED) == (200, f"{CLIENT}\n")
    # Nobody else is believed, and the CDN's networks only with the header.
    assert ask(redirecting)[0] == 301
    assert ask(redirecting, **FORGED)[0] == 301
    assert ask(redirecting, source=CDN)[0] == 301


@NGINX
def test_unnamed_cdn_is_the_caller(tmp_path, behind_one_proxy):
    """I9: the shipped file names no CDN, so nginx believes nobody's headers."""
    with fronted(behind_one_proxy.port) as origin, cdn(tmp_path, origin) as port:
        assert ask(port) == (200, f"{CDN}\n")
        assert ask(origin) == (200, f"{CLIENT}\n")
        assert ask(origin, **FORGED) == (200, f"{CLIENT}\n")
        assert ask(origin, source=CDN, **FORGED) == (200, f"{CDN}\n")


@NGINX
def test_named_cdn_without_a_valid_header(naming):
    """I9: if the header is missing or has no address, the address of the connection is used."""
    assert ask(naming, source=CDN) == (200, f"{CDN}\n")
    assert ask(naming, source=CDN, **{"X-Forwarded-For": "unknown"}) == (200, f"{CDN}\n")
    assert ask(naming, source=CDN, **{"X-Forwarded-For": f"{CLAIM}, 2001:db8::7"}) == (200, "2001:db8::7\n")


@NGINX
def test_cdn_of_several_layers(naming):
    """I9: the CDN's own addresses are skipped, from the right."""
    layers = f"{CLAIM}, {CLIENT}, {CDN}, {CDN}"
    assert ask(naming, source=CDN, **{"X-Forwarded-For": layers}) == (200, f"{CLIENT}\n")


@NGINX
def test_scheme_that_a_named_cdn_reports(redirecting):
    """I9."""
    statuses = {"https": 200, "HTTPS": 200, "http": 301, "": 301, "ftp": 301, "https, http": 301}
    for proto, status in statuses.items():
        headers = {"X-Forwarded-For": CLIENT} | ({"X-Forwarded-Proto": proto} if proto else {})
        assert ask(redirecting, source=CDN, **headers)[0] == status, proto


def asked_on_socket(path, forwarded):
    """Ask the service at a unix socket; return status and body of the answer."""
    with socket.socket(socket.AF_UNIX) as sock:
        sock.connect(path)
        sock.sendall(
            b"GET /ip/?output=text HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            b"X-Forwarded-For: " + forwarded.encode() + b"\r\n\r\n"
        )
        with contextlib.closing(http.client.HTTPResponse(sock)) as answer:
            answer.begin()
            return answer.status, answer.read().decode()


@pytest.fixture(scope="module")
def on_unix_socket():
    """A service behind one proxy, and the path of its socket."""
    with tempfile.TemporaryDirectory() as folder:  # nginx's user cannot read pytest's temporary folders
        Path(folder).chmod(0o755)
        path = f"{folder}/service.sock"
        with serving(unix_socket=path, NUM_PROXIES="1") as service:
            yield service, path


def test_only_the_header_tells_the_caller_on_a_unix_socket(on_unix_socket):
    """I9."""
    _, path = on_unix_socket
    assert asked_on_socket(path, f"{CLAIM}, {CLIENT}") == (200, f"{CLIENT}\n")


@NGINX
def test_shipped_nginx_reaches_a_unix_socket(on_unix_socket):
    """I9."""
    service, path = on_unix_socket
    with fronted(service.port, (f"server 127.0.0.1:{service.port}", f"server unix:{path}")) as port:
        assert ask(port) == (200, f"{CLIENT}\n")
