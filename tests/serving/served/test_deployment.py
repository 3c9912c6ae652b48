"""The files that deploy the service: checked by linters, run if possible, and compared with the code."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from benchmarks.measure import connect, get, read_answer
from tests.service import ROOT, STOP_SECONDS, free_port, serving, wait_until_it_answers

BIN = Path(sys.executable).parent
DEPLOY = ROOT / "deploy"
COMPOSE, KUBERNETES, COUNTS, NGINX = (
    (DEPLOY / name).read_text() for name in ("compose.yaml", "kubernetes.yaml", "kubernetes-counts.yaml", "nginx.conf")
)
SERVICES = yaml.safe_load(COMPOSE)["services"]
POD = next(yaml.safe_load_all(KUBERNETES))["spec"]["template"]["spec"]
GUNICORN_SETTINGS = (ROOT / "utilitysvc" / "serving" / "gunicorn_settings.py").read_text()


def succeeds(name, *arguments, **environment):
    """Run a command of the virtual environment, or of the system. If it fails, fail with its output."""
    program = BIN / name if (BIN / name).exists() else name
    result = subprocess.run(
        [program, *arguments], cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


def number(pattern, text):
    """Return the number that follows in a text."""
    (found,) = re.findall(rf"{pattern}(\d+)", text)
    return int(found)


def test_counts_are_where_the_service_looks_for_them():
    """CACHE_URL, as in the comments of both files, is the address of the server that they start, and reachable."""
    (host,), (name,) = (set(re.findall(r"CACHE_URL=redis://([\w-]+):6379/0", text)) for text in (COMPOSE, COUNTS))
    counts = SERVICES[host]
    pod, service, inward, outward = yaml.safe_load_all(COUNTS)
    (container,) = pod["spec"]["template"]["spec"]["containers"]
    assert (service["metadata"]["name"], service["spec"]["ports"][0]["port"]) == (name, 6379)
    assert (container["image"], container["args"]) == (counts["image"], counts["command"])
    main = {"app.kubernetes.io/name": "utilitysvc"}
    assert inward["spec"]["ingress"][0]["from"][0]["podSelector"]["matchLabels"] == main
    assert outward["spec"]["podSelector"]["matchLabels"] == main
    assert outward["spec"]["egress"][0]["to"][0]["podSelector"]["matchLabels"] == service["spec"]["selector"]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_takes_its_unit(tmp_path):
    unit = tmp_path / "utilitysvc.service"
    text = (DEPLOY / unit.name).read_text()
    unit.write_text(text.replace("/opt/utilitysvc/.venv/bin/python", str(BIN / "python")))
    assert succeeds("systemd-analyze", "verify", unit) == ""


def test_probes_ask_for_paths_that_answer(api):
    probed = set(re.findall(r"/health/\w+/", KUBERNETES + (ROOT / "Dockerfile").read_text()))
    assert {path: api.get(path).status_code for path in probed} == {"/health/live/": 200, "/health/ready/": 200}


def test_grace_before_the_kill_is_longer_than_the_stop():
    pause = int(POD["containers"][0]["lifecycle"]["preStop"]["exec"]["command"][1])
    graceful = number("graceful_timeout = ", GUNICORN_SETTINGS)
    assert POD["terminationGracePeriodSeconds"] > graceful + pause
    assert int(SERVICES["service"]["stop_grace_period"].rstrip("s")) > graceful


def test_compose_replaces_the_address_that_nginx_names():
    """The proxy of compose.yaml replaces an address in nginx.conf, which must be there for each server."""
    before, after = re.search(r"s/([^/]+)/([^/]+)/", SERVICES["proxy"]["command"][-1]).groups()
    assert NGINX.count(f"server {before}") == 3
    assert after.endswith(":8000")


def test_what_compose_starts_is_confined_and_limited():
    """This includes the proxy, which the Internet reaches first."""
    for service in SERVICES.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["mem_limit"]
    limit = int(POD["containers"][0]["resources"]["limits"]["memory"].removesuffix("Mi"))
    copies = 2 * sum(path.stat().st_size for path in (ROOT / "geodata").glob("*.mmdb")) // 2**20  # in memory: /tmp
    assert int(SERVICES["service"]["mem_limit"].removesuffix("m")) >= limit + copies


def test_check_deploy_is_clean_with_the_documented_settings():
    """The settings are read from the block in docs/deployment.md."""
    block = re.search(r"```sh\n(SECURE_.*?)\n```", (ROOT / "docs" / "deployment.md").read_text(), re.DOTALL)[1]
    settings = dict(line.split("=", 1) for line in block.splitlines() if "=" in line)
    check = ("manage.py", "check", "--deploy", "--tag", "security", "--fail-level", "WARNING")
    assert "no issues" in succeeds("python", *check, **settings)


def test_tls_at_the_edge():
    """Variables switch HSTS and the redirect on. Health is never redirected (S3)."""
    tls = {"SECURE_SSL_REDIRECT": "true", "SECURE_HSTS_SECONDS": "31536000", "ALLOWED_HOSTS": "localhost"}
    with serving(**tls, NUM_PROXIES="1") as service, connect(service.port) as sock:
        for scheme, path, status in [("http", "/uuid/", 301), ("https", "/uuid/", 200), ("http", "/health/live/", 200)]:
            sock.sendall(get(path).replace(b"\r\n\r\n", f"\r\nX-Forwarded-Proto: {scheme}\r\n\r\n".encode()))
            answer = read_answer(sock.makefile("rb"))
            assert answer.status == status
            assert (b"strict-transport-security" in answer.headers) == (scheme == "https")
            assert {b"x-request-id", b"content-length"} <= answer.headers.keys(), "S4: a redirect is an answer like any"


def test_procfile_serves_on_the_port_that_it_is_given():
    """The Procfile's command is run with PORT, as a platform's buildpack does it."""
    port = free_port()
    environment = os.environ | {"PORT": str(port), "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([BIN / "honcho", "start", "web"], env=environment, cwd=ROOT, **quiet) as web:
        try:
            wait_until_it_answers(port, web)
        finally:
            web.send_signal(signal.SIGTERM)
            web.wait(timeout=STOP_SECONDS)


def test_python_version_is_one_that_is_tested():
    version = (ROOT / ".python-version").read_text().strip()
    assert f'"{version}"' in (ROOT / "noxfile.py").read_text()
    assert f"ARG PYTHON=python:{version}-slim\n" in (ROOT / "Dockerfile").read_text()


def test_a_proxy_keeps_its_connections_for_less_long_than_we_do():
    """Otherwise it would send a request on a connection that is just being closed."""
    upstream = re.search(r"upstream .*?\n    }", NGINX, re.DOTALL)[0]
    assert number("keepalive_timeout ", upstream) < number("\nkeepalive = ", GUNICORN_SETTINGS)


def test_the_garbage_collector_rests_only_while_the_service_is_loaded():
    """S5: a worker that never collects garbage would keep all objects in reference cycles."""
    program = """
import gc
from utilitysvc.serving import gunicorn_settings
before = gc.isenabled()
gunicorn_settings.when_ready(None)
print(before, gc.isenabled())
"""
    assert succeeds("python", "-c", program).split() == ["False", "True"]
