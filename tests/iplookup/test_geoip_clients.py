"""MaxMind's official clients against the service, unchanged but for their host: rule I15.

They speak TLS alone, so the shipped nginx stands before the service, with a certificate made here.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from benchmarks.faults import proxy
from tests.iplookup.test_geoip_web_service import write_databases
from tests.service import free_port, serving

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not proxy.available(), reason="nginx is not installed"),
    pytest.mark.skipif(not shutil.which("openssl"), reason="openssl, which makes the certificate, is not installed"),
]

CLIENTS = Path(__file__).parent / "maxmind_clients"


@pytest.fixture(scope="module")
def served():
    """The host of a service behind TLS, and its certificate."""
    with tempfile.TemporaryDirectory() as folder:
        databases = Path(folder, "databases")
        databases.mkdir()
        write_databases(databases)
        key, certificate, port = f"{folder}/key.pem", f"{folder}/certificate.pem", free_port()
        make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
        make += ["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate]
        subprocess.run(make, check=True, capture_output=True)
        lines = [
            ("# listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
            ("# ssl_certificate /etc/ssl/utilitysvc.pem;", f"ssl_certificate {certificate};"),
            ("# ssl_certificate_key /etc/ssl/utilitysvc.key;", f"ssl_certificate_key {key};"),
        ]
        with serving(NUM_PROXIES="1", GEOIP_PATH=str(databases)) as service, proxy.fronted(service, *lines):
            yield f"localhost:{port}", certificate


def run(command, certificate, **options):
    trust = dict.fromkeys(("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"), certificate)
    done = subprocess.run(
        command, env=os.environ | trust, capture_output=True, text=True, timeout=120, check=False, **options
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_i15_python(served):
    host, certificate = served
    assert run([sys.executable, CLIENTS / "python.py", host], certificate) == {
        "country": "GB",
        "city": ["London", "ENG", 100],
        "network": ["81.2.69.0/24", "81.2.69.142"],
        "insights": ["Example", True, True],
        "organization": "Quad9",
        "reserved": "AddressNotFoundError",
        "me": "AddressNotFoundError",
        "not found": "AddressNotFoundError",
        "invalid": "InvalidRequestError",
        "async": "London",
        "another path": "HTTPError",
    }


@pytest.mark.skipif(not (shutil.which("npm") and shutil.which("node")), reason="npm and node are not installed")
def test_i15_node(served, tmp_path):
    host, certificate = served
    for name in ("package.json", "package-lock.json", "node.mjs"):
        shutil.copy(CLIENTS / name, tmp_path)
    install = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    subprocess.run(install, cwd=tmp_path, check=True, capture_output=True, timeout=300)
    found = run(["node", "node.mjs", host], certificate, cwd=tmp_path)
    assert found["country"]["country"]["isoCode"] == "GB"
    city = found["city"]
    assert (city["city"]["names"]["fr"], city["location"]["accuracyRadius"]) == ("Londres", 100)
    assert (city["traits"]["isp"], city["traits"]["network"]) == ("Andrews & Arnold", "81.2.69.0/24")
    insights = found["insights"]
    assert (insights["traits"]["isTorExitNode"], insights["country"]["isInEuropeanUnion"]) == (True, True)
    assert found["network"]["traits"]["organization"] == "Quad9"
    assert found["reserved"] == {"code": "IP_ADDRESS_RESERVED", "status": 400}
    assert found["notFound"] == {"code": "IP_ADDRESS_NOT_FOUND", "status": 404}
    assert found["invalid"] == {"code": "IP_ADDRESS_INVALID"}
