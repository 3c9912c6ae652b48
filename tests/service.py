"""The service as it is deployed: gunicorn with its shipped settings, in a process of its own."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
START_SECONDS = 30


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def running(*arguments, log=subprocess.DEVNULL, **environment):
    """Serve until the block ends; yield the base URL and the process."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", *arguments, "utilitysvc.wsgi"],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=log,
        stderr=log,
    )
    base = f"http://127.0.0.1:{port}"
    try:
        _wait_until_live(base, process)
        yield base, process
    finally:
        process.terminate()
        process.wait(timeout=START_SECONDS)


def _wait_until_live(base, process):
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(f"{base}/health/live/", timeout=1).close()
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return
