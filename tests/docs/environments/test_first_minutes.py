"""The README's first command on a machine that lacks something: the reason is told, and nothing is left in the way."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service import ROOT, free_port, wait_until_it_answers

TIMEOUT_SECONDS = 120
#: A Python that is too old, one that fails while it makes the environment, as on a full disk, and one that makes it of
#: nothing but itself and whose pip reaches nothing.
OLD = """#!/bin/sh
case "$*" in
    --version) echo Python 3.10.1 ;;
    *) exit 1 ;;
esac
"""
FULL = f"""#!/bin/sh
case "$*" in
    "-m venv .venv") mkdir -p .venv/bin && touch .venv/bin/python && exit 1 ;;
    *) exec {sys.executable} "$@" ;;
esac
"""
ALONE = f"""#!/bin/sh
case "$*" in
    "-m venv .venv") mkdir -p .venv/bin && ln -s "$0" .venv/bin/python ;;
    *"pip install"*) echo No matching distribution found && exit 1 ;;
    *) exec {sys.executable} "$@" ;;
esac
"""


@pytest.fixture
def checkout(tmp_path):
    """What `make run` reads before it serves."""
    for name in ("Makefile", "requirements.txt"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def make_run(checkout, python, **environment):
    done = subprocess.run(
        ["make", "run", f"PYTHON={python}"],
        cwd=checkout,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    assert done.returncode != 0
    return done.stdout + done.stderr


def interpreter(folder, script):
    path = folder / "python"
    path.write_text(script)
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (OLD, "utilitysvc needs Python 3.11 or newer. {python} is: Python 3.10.1"),
        (FULL, "No virtual environment could be made"),
    ],
)
def test_failed_environment_is_removed_and_the_reason_told(checkout, script, said):
    python = interpreter(checkout, script)
    assert said.format(python=python) in make_run(checkout, python)
    assert not (checkout / ".venv").exists()


def test_python_that_is_not_there_is_told(checkout):
    said = make_run(checkout, "python3.99")
    assert "utilitysvc needs Python 3.11 or newer" in said
    assert "make run PYTHON=" in said


def test_missing_venv_module_is_told_with_its_package(checkout):
    """Debian's python3 without python3-venv has no ensurepip."""
    (checkout / "ensurepip.py").write_text("raise ImportError")
    assert "apt-get install python3-venv" in make_run(checkout, sys.executable, PYTHONPATH=str(checkout))
    assert not (checkout / ".venv").exists()


def test_packages_out_of_reach_are_told_each_time(checkout):
    """The environment itself is whole then: the next run goes on from there."""
    python = interpreter(checkout, ALONE)
    for _ in range(2):
        said = make_run(checkout, python)
        assert "No matching distribution found" in said
        assert "The packages could not be installed" in said
    assert (checkout / ".venv/bin/python").exists()


def test_server_stops_with_make():
    """The recipe replaces its shell by the server (exec), which make then stops when it is stopped."""
    port = free_port()
    environment = Path(sys.executable).parents[1]
    command = ["make", "run", f"PORT={port}", f"VENV={environment}", "-o", f"{environment}/.service"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as make:
        wait_until_it_answers(port, make)
        (server,) = map(int, Path(f"/proc/{make.pid}/task/{make.pid}/children").read_text().split())
        make.terminate()
        make.wait(timeout=TIMEOUT_SECONDS)
    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)
