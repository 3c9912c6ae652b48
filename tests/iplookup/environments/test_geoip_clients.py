"""Rule I15: MaxMind's official clients work with the service if only their host is changed.

They use only TLS, so the tests run the shipped nginx in front of the service, with a certificate of their own.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmarks.faults.around import NGINX_IS_MISSING, fronted
from tests.clients import npm_packages
from tests.iplookup.test_geoip_web_service import write_databases
from tests.service import free_port, serving
from tests.tables import rows
from utilitysvc.access.tokens import entry, new_token

pytestmark = [
    pytest.mark.skipif(NGINX_IS_MISSING, reason="nginx is not installed"),
    pytest.mark.skipif(not shutil.which("openssl"), reason="openssl, which makes the certificate, is not installed"),
]

CLIENTS = Path(__file__).parents[1] / "maxmind_clients"


@pytest.fixture(scope="module")
def certificate():
    """Make a key and a certificate for localhost."""
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
        make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
        make += ["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate]
        subprocess.run(make, check=True, capture_output=True)
        yield key, certificate


@contextmanager
def behind_tls(certificate, **environment):
    """Run the service behind nginx and yield its host."""
    key, public = certificate
    port = free_port()
    lines = [
        ("# listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("# ssl_certificate /etc/ssl/utilitysvc.pem;", f"ssl_certificate {public};"),
        ("# ssl_certificate_key /etc/ssl/utilitysvc.key;", f"ssl_certificate_key {key};"),
    ]
    with serving(NUM_PROXIES="1", **environment) as service, fronted(service.port, *lines):
        yield f"localhost:{port}"


@pytest.fixture(scope="module")
def open_to_all(certificate, tmp_path_factory):
    databases = tmp_path_factory.mktemp("databases")
    write_databases(databases)
    with behind_tls(certificate, GEOIP_PATH=str(databases)) as host:
        yield host


@pytest.fixture(scope="module")
def keys():
    """A key for each client, since the calls of each key are counted."""
    return {"python": new_token(), "node": new_token()}


@pytest.fixture(scope="module")
def guarded(certificate, keys, tmp_path_factory):
    """Yield the host of a service that requires a key and allows two calls a day with it (S6, S7)."""
    databases = tmp_path_factory.mktemp("databases")
    write_databases(databases)
    tokens = ",".join(entry(name, key) for name, key in keys.items())
    # One worker, since each worker counts only its own calls.
    with behind_tls(certificate, workers=1, GEOIP_PATH=str(databases), API_TOKENS=tokens, RATE_LIMIT="2/day") as host:
        yield host


def run(command, certificate, **options):
    trust = dict.fromkeys(("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"), certificate[1])
    done = subprocess.run(
        command, env=os.environ | trust, capture_output=True, text=True, timeout=120, check=False, **options
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(("program", "answers"), rows("clients.json"))
def test_i15_client(certificate, open_to_all, guarded, keys, program, answers):
    """There is no test of missing permissions, since every key allows everything."""
    command = [sys.executable, CLIENTS / "python.py"]
    if program == "node":
        command = ["node", npm_packages("maxmind", CLIENTS, ["node.mjs"]) / "node.mjs"]
    assert run([*command, open_to_all, guarded, keys[program]], certificate) == answers
