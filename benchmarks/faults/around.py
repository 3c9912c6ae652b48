"""What a service is put into: nginx with the shipped configuration before it, and a control group with a limit."""

import os
import shutil
import subprocess
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.service import ROOT, free_port, serving, wait_until_it_answers

CONFIGURATION = ROOT / "deploy" / "nginx.conf"
NGINX_IS_MISSING = shutil.which("nginx") is None
#: How a service can be asked here, in words, and whether that is ``behind_nginx``.
WAYS = {"direct": False} if NGINX_IS_MISSING else {"direct": False, "behind nginx": True}


@contextmanager
def nginx(configuration, port):
    """Run nginx with the file ``configuration``, which lets it listen on ``port``."""
    process = subprocess.Popen(["nginx", "-c", str(configuration), "-g", "daemon off;"])
    try:
        wait_until_it_answers(port, process)
        yield
    finally:
        process.terminate()
        process.wait(timeout=10)


@contextmanager
def fronted(port_of_service, *replaced):
    """Start nginx and yield its port.

    The configuration is the shipped file with other ports and folders, and with the replacements in ``replaced``.
    """
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="faults-", dir="/dev/shm") as folder:
        text = CONFIGURATION.read_text()
        for shipped, here in (
            ("127.0.0.1:8000", f"127.0.0.1:{port_of_service}"),
            ("listen 8080", f"listen 127.0.0.1:{port}"),
            ("/dev/shm/", f"{folder}/"),
            ("/tmp/nginx.pid", f"{folder}/nginx.pid"),
            *replaced,
        ):
            assert shipped in text, f"deploy/nginx.conf does not hold {shipped}"
            text = text.replace(shipped, here)
        configuration = Path(folder, "nginx.conf")
        configuration.write_text(text)
        Path(folder).chmod(0o755)
        with nginx(configuration, port):
            yield port


@contextmanager
def entered(*, behind_nginx, **variables):
    """Serve, and yield the service with the port at which it is to be asked: its own, or that of nginx before it."""
    proxies = {"NUM_PROXIES": "1"} if behind_nginx else {}
    with serving(**proxies, **variables) as service, ExitStack() as stack:
        yield service, stack.enter_context(fronted(service.port)) if behind_nginx else service.port


FIRST = Path("/sys/fs/cgroup/memory")  # version 1 of the kernel's interface
PARENT, LIMIT, PEAK = (
    (FIRST, "memory.limit_in_bytes", "memory.max_usage_in_bytes")
    if FIRST.exists()
    else (FIRST.parent, "memory.max", "memory.peak")
)


@contextmanager
def confined(limit_bytes):
    """Make a control group (cgroup) with a limit of memory, as container runtimes do, and remove it after the block.

    Yield the command that starts another command in it, and a function that returns its peak in bytes: private memory
    of its processes, and pages of their files.
    """
    folder = PARENT / f"utilitysvc-{os.getpid()}"
    folder.mkdir()
    try:
        (folder / LIMIT).write_text(str(limit_bytes))
        prefix = ("sh", "-c", f'echo $$ > {folder}/cgroup.procs; exec "$@"', "sh")
        yield prefix, lambda: int((folder / PEAK).read_text())
    finally:
        folder.rmdir()


def unconfinable():
    """Return why groups cannot be made on this machine, or an empty text if they can."""
    try:
        with confined(64 * 1024 * 1024) as (_, peak_bytes):
            peak_bytes()
    except OSError as exc:
        return f"No control group with a limit of memory can be made here: {exc}"
    return ""
