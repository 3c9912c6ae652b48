"""B12: ``utilitysvc serve``, from a folder that has nothing of the checkout."""

import re
import signal
import socket
import subprocess
import threading
import urllib.request
from contextlib import contextmanager

import pytest

from tests.command.process import COMMAND, ENVIRONMENT, SECONDS, run


@contextmanager
def served(folder, *options, **variables):
    """Serve from ``folder``, at any free port, until the block ends. Yields the page's address and the lines so far."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--workers", "1", *options],
        cwd=folder,
        env={**ENVIRONMENT, **variables},
        stderr=subprocess.PIPE,
        text=True,
    )
    late = threading.Timer(SECONDS, process.kill)
    late.start()
    with process:
        try:
            lines, opened = [], None
            for line in process.stderr:
                lines.append(line)
                if opened := re.search(r"Open (http://\S+) in a browser, or call it\. Ctrl-C stops it\.", line):
                    break
            assert opened, "".join(lines)
            yield opened[1], "".join(lines)
            process.send_signal(signal.SIGINT)
            said = process.communicate()[0]
            assert (process.returncode, said) == (0, None)
        finally:
            late.cancel()
            process.kill()


def get(address, accept="*/*"):
    with urllib.request.urlopen(urllib.request.Request(address, headers={"Accept": accept}), timeout=SECONDS) as answer:
        return answer.read()


def test_b12_serves_the_page_the_functions_and_the_databases(tmp_path):
    """And leaves nothing behind in the folder in which it was started."""
    with served(tmp_path, "--host", "127.0.0.1") as (address, lines):
        assert address.startswith("http://127.0.0.1:")
        assert b"<!doctype html>" in get(address, "text/html").lower()
        assert get(f"{address}hash/?input=hello&algorithm=md5&output=text") == b"5d41402abc4b2a76b9719d911017c592\n"
        assert b"United States" in get(f"{address}ip/8.8.8.8/")
        warnings = [line for line in lines.splitlines() if "WARNING" in line]
        assert [line for line in warnings if "are older than" not in line] == []  # the databases of a checkout grow old
    assert list(tmp_path.iterdir()) == []


def test_b12_serves_without_a_database_and_says_so(tmp_path):
    """I8: because /ip/ is one function of eight. Here at an address of IPv6."""
    with served(tmp_path, "--host", "::1", GEOIP_PATH=str(tmp_path / "nowhere")) as (address, lines):
        assert lines.count(f"ERROR iplookup.folders: no usable location database in {tmp_path}/nowhere. ") == 1
        assert address.startswith("http://[::1]:")
        assert get(f"{address}uuid/?output=text")


def test_b12_a_taken_port_is_one_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("serve", "--host", "127.0.0.1", cwd=tmp_path, env={**ENVIRONMENT, "PORT": port})
    *_, last = done.stderr.splitlines()
    assert done.returncode == 1
    assert last == f"Cannot serve at 127.0.0.1, port {port}: Address already in use. Choose another by PORT or --port."
    assert "Traceback" not in done.stderr
    assert done.stderr.count("Cannot serve") == done.stderr.count(port) == 1


@pytest.mark.parametrize(
    ("variables", "status", "error"),
    [
        ({"PORT": "x"}, 1, "PORT must be an integer from 0 to 65535, not 'x'"),
        ({"WEB_CONCURRENCY": "0"}, 2, "WEB_CONCURRENCY must be an integer of at least 1, not '0'"),
        ({"WEB_CONCURRENCY": "abc"}, 2, "WEB_CONCURRENCY must be an integer of at least 1, not 'abc'"),
    ],
)
def test_b12_a_variable_that_cannot_be_served_with_is_one_line(tmp_path, variables, status, error):
    done = run("serve", cwd=tmp_path, env={**ENVIRONMENT, **variables})
    assert done.returncode == status
    (line,) = done.stderr.split("\n\n")[-1].strip().splitlines()
    assert error in line
