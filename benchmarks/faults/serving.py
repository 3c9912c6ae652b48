"""A service of the script's own, as it is deployed, whose processes and words can be looked at."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import ROOT

START_SECONDS = 30
#: The command itself, not ``python -m``: it starts itself anew on SIGUSR2.
GUNICORN = str(Path(sys.executable).with_name("gunicorn"))
#: What a fault must not bring into the log of the server.
ALARMS = ("Traceback", "CRITICAL", "exited with code", "Internal server error")


class Service:
    """A running gunicorn: its port, its processes, what it wrote."""

    def __init__(self, port: int, process: "subprocess.Popen[bytes]", errors: Path) -> None:
        self.port = port
        self.process = process
        self.errors = errors

    @property
    def workers(self) -> list[int]:
        return children(self.process.pid)

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def alarms(self) -> list[str]:
        """Return the lines of the server's log that tell of a fault of its own."""
        return [line for line in self.errors.read_text().splitlines() if any(word in line for word in ALARMS)]

    def resident_bytes(self) -> list[int]:
        """Return the proportional set size of each worker: shared pages are shared out among those who share them."""
        return [proportional_bytes(pid) for pid in self.workers]


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def proportional_bytes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def serving(
    *options: str,
    application: str = "utilitysvc.wsgi",
    prefix: tuple[str, ...] = (),
    stdout: str = os.devnull,
    workers: int = 2,
    **environment: str,
) -> Iterator[Service]:
    """Serve until the block ends. ``prefix`` is a command that starts the server, as ``prlimit`` does."""
    port = free_port()
    with tempfile.NamedTemporaryFile(prefix="faults-") as errors, Path(stdout).open("wb") as output:
        process = subprocess.Popen(
            [*prefix, GUNICORN, "--bind", f"127.0.0.1:{port}", *options, application],
            cwd=ROOT,
            env={**os.environ, "WEB_CONCURRENCY": str(workers), **environment},
            stdout=output,
            stderr=errors,
        )
        service = Service(port, process, Path(errors.name))
        try:
            try:
                wait_for_port(port, process)
                while len(service.workers) < workers:  # gunicorn starts them one after the other
                    time.sleep(0.05)
            except RuntimeError as fault:
                raise RuntimeError(f"{fault}:\n{service.errors.read_text()}") from None
            yield service
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait(timeout=START_SECONDS + 10)


def wait_for_port(port: int, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1) as probe:
                probe.sendall(b"GET /health/live/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                probe.recv(1)
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the server did not start") from None
            time.sleep(0.05)
        else:
            return
