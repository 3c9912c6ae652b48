"""Clients that tests install once beside the project, where they are kept until what is wanted of them changes."""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.service import ROOT

INSTALLED = ROOT / ".venv-clients"
INSTALL_SECONDS = 600


@contextmanager
def once(folder: Path, wanted: str) -> Iterator[bool]:
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


def npm_packages(name: str, source: Path, programs: Iterable[str] = ()) -> Path:
    """Return a folder with the packages that ``source`` locks, and copies of its ``programs``; skip without npm."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("npm, which installs the TypeScript clients, is not here")
    folder = INSTALLED / name
    wanted = "".join((source / file).read_text() for file in ("package-lock.json", *programs))
    with once(folder, wanted) as needed:
        if needed:
            folder.mkdir()
            for file in ("package.json", "package-lock.json", *programs):
                shutil.copy(source / file, folder)
            install(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], cwd=folder)
    return folder


def install(command: list[str | os.PathLike[str]], cwd: Path = ROOT) -> None:
    subprocess.run(command, capture_output=True, timeout=INSTALL_SECONDS, check=True, cwd=cwd)
