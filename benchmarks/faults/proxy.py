"""Run nginx with the shipped configuration in front of a service, on a free port."""

import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.service import ROOT, Service, free_port, wait_until_it_answers

CONFIGURATION = ROOT / "deploy" / "nginx.conf"


def available() -> bool:
    return shutil.which("nginx") is not None


@contextlib.contextmanager
def fronted(service: Service, *replaced: tuple[str, str]) -> Iterator[int]:
    """Start nginx and yield its port.

    The configuration is the shipped file with other ports and folders, and with the replacements in ``replaced``.
    """
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="faults-", dir="/dev/shm") as folder:
        text = CONFIGURATION.read_text()
        for shipped, here in (
            ("127.0.0.1:8000", f"127.0.0.1:{service.port}"),
            ("listen 8080", f"listen 127.0.0.1:{port}"),
            ("/dev/shm/", f"{folder}/"),
            ("/tmp/nginx.pid", f"{folder}/nginx.pid"),
            *replaced,
        ):
            if shipped not in text:
                raise RuntimeError(f"deploy/nginx.conf does not hold {shipped}")
            text = text.replace(shipped, here)
        configuration = Path(folder, "nginx.conf")
        configuration.write_text(text)
        Path(folder).chmod(0o755)
        process = subprocess.Popen(["nginx", "-c", str(configuration), "-g", "daemon off;"])
        try:
            wait_until_it_answers(port, process)
            yield port
        finally:
            process.terminate()
            process.wait(timeout=10)
