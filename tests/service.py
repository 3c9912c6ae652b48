"""A server in a process of its own, for tests and benchmarks: the service as it is deployed unless another is named."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
START_SECONDS = 30
PATIENCE_SECONDS = 30  # for what takes one or two seconds on a quiet machine
STOP_SECONDS = 40  # more than the 30 that gunicorn gives its workers
LIVE = b"GET /health/live/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
#: What no error may bring into the log of the server.
ALARMS = ("Error while closing", "Traceback", "CRITICAL", "[ERROR] Worker", "[WARNING] Worker", "Internal server error")


class Service:
    """A running server: where it answers, its processes, and what it has written to standard output and error."""

    def __init__(self, port, process, output, errors):
        self.port = port
        self.base = f"http://127.0.0.1:{port}"
        self.process = process
        self.output = output
        self.errors = errors

    @property
    def workers(self):
        return children(self.process.pid)

    def signal(self, number):
        self.process.send_signal(number)

    def alarms(self):
        """Return the lines of the log that tell of an error of the server's own."""
        return [line for line in self.errors.read_text().splitlines() if any(word in line for word in ALARMS)]


def children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def memory(pid, *names):
    """Return the sum in bytes of what Linux counts under these names: VmRSS, VmHWM (its peak), RssAnon, Pss, ...

    Pss is the proportional set size, in which shared pages are shared out among those who share them.
    """
    text = "".join(Path(f"/proc/{pid}/{file}").read_text() for file in ("status", "smaps_rollup"))
    rows = (line.partition(":") for line in text.splitlines())
    return sum(int(value.split()[0]) * 1024 for name, _, value in rows if name in names)


def free_port():
    """Return a port on which a server can listen, and which nothing else is given meanwhile.

    Until this process ends, a socket that does not listen holds it. Linux lets those listen beside it that set
    SO_REUSEADDR, as servers do. A port that was only seen to be free might be taken before its server has started.
    """
    holder = socket.socket()
    holder.bind(("127.0.0.1", 0))
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    port = holder.getsockname()[1]
    holder.detach()  # which leaves it open
    return port


def eventually(condition, pause=0.05, patience=PATIENCE_SECONDS):
    """Wait until ``condition()`` holds. It is asked again after each ``pause`` in seconds."""
    deadline = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(pause)


@contextmanager
def serving(
    *options,
    server="gunicorn",
    application="",
    unix_socket="",
    prefix=(),
    stdout=os.devnull,
    workers=2,
    **environment,
):
    """Serve until the block ends: what gunicorn.conf.py names, unless there is an ``application``.

    ``options``: of the server's command line. ``prefix``: a command that starts the server, as ``prlimit`` does.
    ``unix_socket``: the path to serve on in the place of a port. ``environment``: variables to set.
    """
    port = free_port()
    if unix_socket:
        bind = ["--bind", f"unix:{unix_socket}"]
    else:
        bind = ["--bind", f"127.0.0.1:{port}"] if server == "gunicorn" else ["--port", str(port)]
    # The command itself, not ``python -m``: gunicorn starts itself anew on SIGUSR2.
    command = [
        *prefix,
        str(Path(sys.executable).with_name(server)),
        *bind,
        *options,
        *([application] if application else []),
    ]
    inherited = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}  # pytest's
    with tempfile.NamedTemporaryFile(prefix="service-") as errors, Path(stdout).open("ab") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**inherited, "WEB_CONCURRENCY": str(workers), **environment},
            stdout=output,
            stderr=errors,
        )
        service = Service(port, process, Path(stdout), Path(errors.name))
        try:
            try:
                wait_until_it_answers(unix_socket or port, process)
                while server == "gunicorn" and len(service.workers) < workers:  # one is enough to answer
                    time.sleep(0.02)
            except RuntimeError as exc:
                raise RuntimeError(f"{exc}:\n{service.errors.read_text()}") from None
            yield service
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait(timeout=STOP_SECONDS)


def wait_until_it_answers(address, process):
    """Ask a port of this machine, or a unix socket, until anything is answered."""
    deadline = time.monotonic() + START_SECONDS
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
    while True:
        try:
            with socket.socket(family) as probe:
                probe.settimeout(1)
                probe.connect(address if isinstance(address, str) else ("127.0.0.1", address))
                probe.sendall(LIVE)
                probe.recv(1)
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the server did not start") from None
            time.sleep(0.02)
        else:
            return
