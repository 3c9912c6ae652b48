"""The wheel, built from the checkout as it stands, and clean environments that it is installed into."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[2]
UV = [sys.executable, "-m", "uv", "--quiet"]
TIMEOUT_SECONDS = 300
CONSTRAINTS = "constraints.txt"
#: Makes the bytecode of the frameworks, which each environment then has from the first one.
USE = """
import django
from django.conf import settings
settings.configure(ROOT_URLCONF="", INSTALLED_APPS=["rest_framework"], REST_FRAMEWORK={"UNAUTHENTICATED_USER": None})
django.setup()
import django.contrib.admin, django.core.asgi, django.core.management.commands.check, rest_framework.test
"""
#: Left out of the copy that is built: it is not source, and files of an older build would get into the wheel.
LEAVINGS = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "dist", "node_modules", "*.mmdb")


def run(*command, **options):
    """Run a command to its end; where it fails, say what it said."""
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False, **options
    )
    assert done.returncode == 0, f"{command[:4]} failed:\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done


def once(factory, name, make):
    """Let the first test process that asks make a result (of JSON's types), and the others read it."""
    shared = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    result = shared / f"{name}.json"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not result.exists():
            result.write_text(json.dumps(make()))
    return json.loads(result.read_text())


def built(factory):
    """The wheel of this test run."""
    return Path(once(factory, "wheel", lambda: str(build(factory.mktemp("wheel")))))


def installed(factory, extras, *others):
    """The interpreter of this test run's environment with extras of the wheel, and other distributions beside it."""
    base = Path(once(factory, "base", lambda: str(base_environment(factory.mktemp("base"), built(factory)))))
    name = "-".join(["env", extras.replace(",", "-"), *others])

    def make():
        return str(environment(base, factory.mktemp(name), built(factory), extras, *others))

    return Path(once(factory, name, make))


def build(folder):
    """Build the wheel in ``folder``, and leave nothing behind in the checkout."""
    shutil.copytree(ROOT, folder / "source", ignore=_leavings)
    run(*UV, "build", "--wheel", "--out-dir", folder, folder / "source")
    (wheel,) = folder.glob("*.whl")
    return wheel


def _leavings(folder, names):
    top = {"build"} if Path(folder) == ROOT else set()
    return LEAVINGS(folder, names) | top


def base_environment(folder, wheel):
    """Make a clean environment with the wheel, and what every app needs; return its folder.

    The versions are those that the tests themselves run on, so that a matrix of these is a matrix of those.
    """
    env = folder / "env"
    run(*UV, "venv", "--relocatable", "--python", sys.executable, env)
    running = sorted({f"{package.name}=={package.version}" for package in metadata.distributions()})
    (env / CONSTRAINTS).write_text("\n".join(running))
    _install(env, wheel.as_uri())
    run(env / "bin" / "python", "-c", USE)
    return env


def environment(base, folder, wheel, extras, *others):
    """Make a clean environment with the wheel, these extras, ``others``, and nothing else; return its interpreter."""
    env = folder / "env"
    shutil.copytree(base, env, symlinks=True, copy_function=os.link)
    _install(env, f"utilitysvc[{extras}] @ {wheel.as_uri()}", *others)
    return env / "bin" / "python"


def _install(env, *distributions):
    run(*UV, "pip", "install", "--python", env / "bin" / "python", "--constraint", env / CONSTRAINTS, *distributions)
