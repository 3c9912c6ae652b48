"""docs/reuse.md, followed from an empty folder: the site that it shows, in an environment with the wheel alone."""

import os
import re
import subprocess
import time
import urllib.request

import pytest

from tests import wheel
from tests.service import free_port

PAGE = (wheel.ROOT / "docs" / "reuse.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
FILES = {found[1]: block for language, block in BLOCKS if (found := re.match(r"# (\w+\.py)\n", block))}
START_SECONDS = 30


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    return wheel.installed(tmp_path_factory, "hashing")


@pytest.fixture
def site(tmp_path):
    """The two files of the page, and what stands in no file: the subclass of a view."""
    for name, block in FILES.items():
        (tmp_path / name).write_text(block)
    (subclass,) = (block for language, block in BLOCKS if "permission_classes" in block)
    (tmp_path / "members.py").write_text(subclass)
    return tmp_path


def options(site):
    return {"cwd": site, "env": {"PATH": os.environ["PATH"]}}


def shown(command):
    """What the page shows below the first command that begins so."""
    return re.search(rf"^\$ {re.escape(command)}.*\n((?:(?!\$|```).*\n)*)", PAGE, re.MULTILINE)[1]


def test_check_says_what_the_page_shows(python, site):
    done = wheel.run(python, "-m", "django", "check", "--settings", "settings", **options(site))
    assert done.stdout == shown("python -m django check")


def test_answer_is_as_the_page_shows(python, site):
    port = free_port()
    command = [python, "-m", "django", "runserver", "--settings", "settings", "--noreload", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options(site))
    try:
        path = re.search(r"curl -s 'http://localhost:8000(.*)'", PAGE)[1]
        assert fetched(f"http://localhost:{port}{path}") == shown("curl")
    finally:
        server.terminate()
        server.wait(timeout=START_SECONDS)


def fetched(url):
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(url, timeout=START_SECONDS) as response:
                return response.read().decode()
        except urllib.error.URLError as refused:
            if not isinstance(refused.reason, ConnectionRefusedError) or time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def test_subclass_keeps_everything_but_the_policy(python, site):
    program = "import django; django.setup(); from members import *; print(MembersHashView.compute.__name__)"
    done = wheel.run(
        python, "-c", program, cwd=site, env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "settings"}
    )
    assert done.stdout == "hash_text\n"
