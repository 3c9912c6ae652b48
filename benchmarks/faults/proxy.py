"""Run nginx with the shipped configuration in front of a service, on a free port."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.service import ROOT, Service, free_port, serving, wait_until_it_answers

CONFIGURATION = ROOT / "deploy" / "nginx.conf"


def available() -> bool:
    return shutil.which("nginx") is not None


@contextmanager
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


@contextmanager
def entered(*, behind_nginx: bool) -> Iterator[tuple[Service, int]]:
    """Serve, and yield the service with the port at which it is to be asked: its own, or that of nginx before it."""
    with serving(NUM_PROXIES="1") as service:
        if behind_nginx:
            with fronted(service) as port:
                yield service, port
        else:
            yield service, service.port


def ways() -> dict[str, bool]:
    """Return how a service can be asked here, in words, and whether that is ``behind_nginx``."""
    return {"direct": False, "behind nginx": True} if available() else {"direct": False}
