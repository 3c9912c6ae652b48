"""The table of environment variables in docs/deployment.md has those that the code reads, with their defaults."""

import os
import re
import subprocess
import sys

import pytest

from hashing.conf import DEFAULT_MAX_FILE_BYTES
from tests.service import ROOT
from utilitysvc.kit.conf import DEFAULT_MAX_BODY_BYTES

SECTION = (ROOT / "docs" / "deployment.md").read_text().partition("## Environment variables\n")[2].partition("\n## ")[0]
ROWS = {
    name: default
    for names, default in re.findall(r"^\| (`[A-Z].*?) \| (.*?) \|", SECTION, re.MULTILINE)
    for name in re.findall(r"`(\w+)`", names)
}
#: Read by Python's tempfile, and by one command of manage.py.
ELSEWHERE = {"TMPDIR"} | {f"GEOIPUPDATE_{name}" for name in ("ACCOUNT_ID", "LICENSE_KEY", "EDITION_IDS", "DB_DIR")}
#: Not for an operator: which settings Django takes, what gunicorn or systemd hands over, where a desktop keeps data.
INTERNAL = {"DJANGO_SETTINGS_MODULE", "GUNICORN_FD", "LISTEN_PID", "PROMETHEUS_MULTIPROC_DIR", "XDG_DATA_HOME"}
#: Prints which variables our own files read while the service is set up, everything that can be on being on.
PROGRAM = """
import os, runpy, sys
from pathlib import Path

read, names, root = os._Environ.__getitem__, set(), str(Path.cwd())

def noting(self, name):
    frame = sys._getframe(1)
    while frame.f_code.co_filename.startswith("<frozen") or frame.f_code.co_filename == os.__file__:
        frame = frame.f_back
    file = frame.f_code.co_filename
    if file.startswith(root) and "site-packages" not in file:
        names.add(name)
    return read(self, name)

os._Environ.__getitem__ = noting
runpy.run_path("gunicorn.conf.py")
print(*names)
"""


@pytest.fixture(scope="module")
def read():
    variables = {
        "METRICS": "true",
        "RATE_LIMIT": "1/second",
        "CACHE_URL": "redis://localhost:6379/0",
    }
    environment = {name: value for name, value in os.environ.items() if name not in ROWS} | variables
    said = subprocess.check_output([sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment, text=True)
    return set(said.split())


def test_each_variable_that_is_read_has_a_row(read):
    assert read - INTERNAL - set(ROWS) == set()


def test_each_row_is_a_variable_that_is_read(read):
    assert set(ROWS) - read == ELSEWHERE


@pytest.mark.parametrize(
    ("name", "default"),
    [("MAX_BODY_BYTES", DEFAULT_MAX_BODY_BYTES), ("MAX_FILE_BYTES", DEFAULT_MAX_FILE_BYTES)],
)
def test_default_of_a_limit(name, default):
    assert ROWS[name] == str(default)
