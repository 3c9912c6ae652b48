"""The official clients of the Model Context Protocol, installed once beside the project and kept until they change.

The two Python SDKs need other versions of the same packages, so that each has an environment of its own.
"""

import fcntl
import json
import os
import platform
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.service import ROOT

SCRIPTS = Path(__file__).parent / "clients"
INSTALLED = ROOT / ".venv-clients"
SDKS = {"1.x": "mcp==1.30.0", "2.x": "mcp==2.3.0"}
INSTALL_SECONDS = 600
CLIENT_SECONDS = 180


def python_client(sdk):
    """Return how to run the client of an SDK, or skip where there is no uv to install it."""
    uv = shutil.which("uv", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if uv is None:
        pytest.skip("uv, which installs the Python clients, is not here")
    folder = INSTALLED / f"python-{sdk}"
    with _once(folder, SDKS[sdk]) as needed:
        if needed:
            _run([uv, "venv", "--quiet", "--python", sys.executable, folder], INSTALL_SECONDS)
            _run([uv, "pip", "install", "--quiet", "--python", folder / "bin" / "python", SDKS[sdk]], INSTALL_SECONDS)
    return [folder / "bin" / "python", SCRIPTS / f"python{sdk[0]}.py"]


def typescript_client():
    """Return how to run the TypeScript clients, or skip where there is no npm to install them."""
    return [shutil.which("node"), _node_packages() / "typescript.mjs"]


def inspector():
    """Return how to run the Inspector's command line."""
    return [_newer_node(), _package("inspector") / "clients" / "launcher" / "build" / "index.js", "--cli"]


def conformance_suite():
    """Return how to run the protocol's own tests of a server."""
    return [_newer_node(), _package("conformance") / "dist" / "index.js", "server"]


def ask(client, *arguments, expected=0):
    """Run a client and return what it printed, which is JSON."""
    return json.loads(run(client, *arguments, expected=expected))


def run(client, *arguments, expected=0):
    """Run a client and return what it printed."""
    done = _run([*client, *arguments], CLIENT_SECONDS, check=False, cwd=INSTALLED)
    assert done.returncode == expected, done.stdout + done.stderr
    return done.stdout


def _package(name):
    return _node_packages() / "node_modules" / "@modelcontextprotocol" / name


def _newer_node():
    """Some want a newer node than most systems have; it is among the packages."""
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    node = _node_packages() / "node_modules" / f"node-linux-{machine}" / "bin" / "node"
    if not node.exists():
        pytest.skip(f"there is no node for {platform.machine()} among the packages")
    return node


def _node_packages():
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("npm, which installs the TypeScript clients, is not here")
    folder = INSTALLED / "node"
    wanted = "".join((SCRIPTS / name).read_text() for name in ("package-lock.json", "typescript.mjs"))
    with _once(folder, wanted) as needed:
        if needed:
            folder.mkdir()
            for name in ("package.json", "package-lock.json", "typescript.mjs"):
                shutil.copy(SCRIPTS / name, folder)
            _run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], INSTALL_SECONDS, cwd=folder)
    return folder


@contextmanager
def _once(folder, wanted):
    """Say whether ``folder`` is to be filled: it is not there, or holds something else. Other processes wait."""
    INSTALLED.mkdir(exist_ok=True)
    mark = folder.with_suffix(".installed")
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        needed = not mark.exists() or mark.read_text() != wanted
        if needed:
            mark.unlink(missing_ok=True)
            shutil.rmtree(folder, ignore_errors=True)
        yield needed
        mark.write_text(wanted)


def _run(command, seconds, *, check=True, **options):
    environment = os.environ | {"HOME": str(INSTALLED)} if not check else None  # the Inspector keeps files at home
    return subprocess.run(
        command, capture_output=True, text=True, timeout=seconds, check=check, env=environment, **options
    )
