"""The files that deploy the service: checked by linters, run if possible, and compared with the code."""

import contextlib
import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
import yaml

from tests.service import ROOT, free_port, running

BIN = Path(sys.executable).parent
DEPLOY = ROOT / "deploy"
GUNICORN_SETTINGS = ROOT / "utilitysvc" / "serving" / "gunicorn_settings.py"
START_SECONDS = 30
MEMORY = "/dev/shm/"  # noqa: S108  # what nginx.conf names


def succeeds(*command, **environment):
    """Run a command of the virtual environment. If it fails, fail with its output."""
    name, *arguments = command
    result = subprocess.run(
        [BIN / name, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


def test_counts_are_where_the_service_looks_for_them():
    """CACHE_URL, as in the comments of both files, is the address of the server that they start, and reachable."""
    compose = (DEPLOY / "compose.yaml").read_text()
    (host,) = set(re.findall(r"CACHE_URL=redis://([\w-]+):6379/0", compose))
    counts = yaml.safe_load(compose)["services"][host]
    text = (DEPLOY / "kubernetes-counts.yaml").read_text()
    (name,) = set(re.findall(r"CACHE_URL=redis://([\w-]+):6379/0", text))
    pod, service, inward, outward = yaml.safe_load_all(text)
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
    unit.write_text(text.replace("/opt/utilitysvc/.venv/bin/gunicorn", str(BIN / "gunicorn")))
    result = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed")
def test_nginx_takes_its_configuration(tmp_path):
    configuration = tmp_path / "nginx.conf"
    configuration.write_text((DEPLOY / "nginx.conf").read_text().replace(MEMORY, f"{tmp_path}/"))
    result = subprocess.run(["nginx", "-t", "-c", configuration], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_probes_ask_for_paths_that_answer(api):
    text = (DEPLOY / "kubernetes.yaml").read_text() + (ROOT / "Dockerfile").read_text()
    paths = set(re.findall(r"/health/\w+/", text))
    assert paths == {"/health/live/", "/health/ready/"}
    for path in paths:
        assert api.get(path).status_code == 200


def test_grace_before_the_kill_is_longer_than_the_stop():
    deployment, *_ = yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text())
    pod = deployment["spec"]["template"]["spec"]
    pause = int(pod["containers"][0]["lifecycle"]["preStop"]["exec"]["command"][1])
    graceful = int(re.search(r"graceful_timeout = (\d+)", GUNICORN_SETTINGS.read_text())[1])
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert pod["terminationGracePeriodSeconds"] > graceful + pause
    assert int(compose["services"]["service"]["stop_grace_period"].rstrip("s")) > graceful


def test_compose_replaces_the_address_that_nginx_names():
    """The proxy of compose.yaml replaces an address in nginx.conf, which must be there for each server."""
    command = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["proxy"]["command"][-1]
    before, after = re.search(r"s/([^/]+)/([^/]+)/", command).groups()
    text = (DEPLOY / "nginx.conf").read_text()
    assert text.count(f"server {before}") == 3
    assert after.endswith(":8000")


def test_what_compose_starts_is_confined_and_limited():
    """This includes the proxy, which the Internet reaches first."""
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    for service in services.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["mem_limit"]
    deployment, *_ = yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text())
    container = deployment["spec"]["template"]["spec"]["containers"][0]
    limit = int(container["resources"]["limits"]["memory"].removesuffix("Mi"))
    copies = 2 * sum(path.stat().st_size for path in (ROOT / "geodata").glob("*.mmdb")) // 2**20  # in memory: /tmp
    assert int(services["service"]["mem_limit"].removesuffix("m")) >= limit + copies


def test_check_deploy_is_clean_with_the_documented_settings():
    """The settings are read from the block in docs/deployment.md."""
    block = re.search(r"```sh\n(SECURE_.*?)\n```", (ROOT / "docs" / "deployment.md").read_text(), re.DOTALL)[1]
    settings = dict(line.split("=", 1) for line in block.splitlines() if "=" in line)
    output = succeeds(
        "python", "manage.py", "check", "--deploy", "--tag", "security", "--fail-level", "WARNING", **settings
    )
    assert "no issues" in output


def test_tls_at_the_edge():
    """Variables switch HSTS and the redirect on. Health is never redirected (S3)."""
    tls = {"SECURE_SSL_REDIRECT": "true", "SECURE_HSTS_SECONDS": "31536000", "ALLOWED_HOSTS": "127.0.0.1"}
    with running(**tls, NUM_PROXIES="1") as (base, _):
        for forwarded, path, status in [
            ("http", "/uuid/", 301),
            ("https", "/uuid/", 200),
            ("http", "/health/live/", 200),
        ]:
            answer = ask(base, path, **{"X-Forwarded-Proto": forwarded})
            assert answer.status == status
            assert ("Strict-Transport-Security" in answer.headers) == (forwarded == "https")
            assert all(answer.headers[name] for name in ("X-Request-ID", "Content-Length")), (
                "S4: a redirect is an answer like any other"
            )


def test_procfile_serves_on_the_port_that_it_is_given():
    """The Procfile's command is run with PORT, as a platform's buildpack does it."""
    port = free_port()
    environment = {**os.environ, "PORT": str(port), "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    command = [BIN / "honcho", "start", "web"]
    with subprocess.Popen(
        command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as web:
        try:
            assert answers(f"http://127.0.0.1:{port}/health/live/")
        finally:
            web.send_signal(signal.SIGTERM)
            web.wait(timeout=START_SECONDS)


def test_python_version_is_one_that_is_tested():
    version = (ROOT / ".python-version").read_text().strip()
    assert f'"{version}"' in (ROOT / "noxfile.py").read_text()
    assert f"ARG PYTHON=python:{version}-slim\n" in (ROOT / "Dockerfile").read_text()


def test_a_proxy_keeps_its_connections_for_less_long_than_we_do():
    """Otherwise it would send a request on a connection that is just being closed."""
    ours = int(re.search(r"^keepalive = (\d+)", GUNICORN_SETTINGS.read_text(), re.MULTILINE)[1])
    upstream = re.search(r"upstream .*?\n    }", (DEPLOY / "nginx.conf").read_text(), re.DOTALL)[0]
    assert int(re.search(r"keepalive_timeout (\d+)s", upstream)[1]) < ours


def ask(base, path, **headers):
    """Send a GET request, and return the answer without following a redirect."""
    connection = http.client.HTTPConnection(base.removeprefix("http://"), timeout=10)
    with contextlib.closing(connection):
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        return answer


def answers(url):
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(url, timeout=1) as answer:
                return answer.status == 200
        except OSError:
            time.sleep(0.1)
    return False


def test_the_garbage_collector_rests_only_while_the_service_is_loaded():
    """S5: a worker that never collects garbage would keep all objects in reference cycles."""
    told = (
        "import gc\n"
        "from utilitysvc.serving import gunicorn_settings\n"
        "before = gc.isenabled()\n"
        "gunicorn_settings.when_ready(None)\n"
        "print(before, gc.isenabled())"
    )
    run = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "True"]
