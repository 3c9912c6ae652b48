"""The official clients of the Model Context Protocol, installed once next to the project and kept until they change.

The two Python SDKs need different versions of the same packages, so each has its own environment.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients import INSTALLED, install, npm_packages, once

SCRIPTS = Path(__file__).parent / "clients"
SDKS = {"Python 1.x": "mcp==1.30.0", "Python 2.x": "mcp==2.3.0"}
CLIENT_SECONDS = 180


def visit(sdk, visits, calls):
    """Let a client make the calls in each visit, which is a server and a mode; return what it saw in each."""
    client = _python_client(sdk) if sdk in SDKS else [shutil.which("node"), _node_packages() / "typescript.mjs"]
    return ask(client, calls, json.dumps(visits))


def _python_client(sdk):
    """Return the command of an SDK's client, or skip the test if there is no uv to install it."""
    uv = shutil.which("uv", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if uv is None:
        pytest.skip("uv, which installs the Python clients, is not here")
    version = sdk.removeprefix("Python ")
    folder = INSTALLED / f"python-{version}"
    with once(folder, SDKS[sdk]) as needed:
        if needed:
            install([uv, "venv", "--quiet", "--python", sys.executable, folder])
            install([uv, "pip", "install", "--quiet", "--python", folder / "bin" / "python", SDKS[sdk]])
    return [folder / "bin" / "python", SCRIPTS / f"python{version[0]}.py"]


def inspector():
    """Return the command of the Inspector."""
    return [_newer_node(), _package("inspector") / "clients" / "launcher" / "build" / "index.js", "--cli"]


def conformance_suite():
    """Return the command of the protocol's own tests of a server."""
    return [_newer_node(), _package("conformance") / "dist" / "index.js", "server"]


def ask(client, *arguments, expected=0):
    """Run a client and return what it printed, which is JSON."""
    return json.loads(run(client, *arguments, expected=expected))


def run(client, *arguments, expected=0):
    """Run a client and return what it printed."""
    done = subprocess.run(
        [*client, *arguments],
        capture_output=True,
        text=True,
        timeout=CLIENT_SECONDS,
        check=False,
        cwd=INSTALLED,
        env=os.environ | {"HOME": str(INSTALLED)},  # the Inspector writes files to the home directory
    )
    assert done.returncode == expected, done.stdout + done.stderr
    return done.stdout


def _package(name):
    return _node_packages() / "node_modules" / "@modelcontextprotocol" / name


def _newer_node():
    """Return a node that is newer than that of most systems, which some clients need. It is one of the packages."""
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    node = _node_packages() / "node_modules" / f"node-linux-{machine}" / "bin" / "node"
    if not node.exists():
        pytest.skip(f"there is no node for {platform.machine()} among the packages")
    return node


def _node_packages():
    return npm_packages("node", SCRIPTS, ["typescript.mjs"])
