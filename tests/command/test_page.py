"""docs/command.md: each call that it shows prints what it shows (B12)."""

import re
import subprocess
import sys

import pytest

from tests.command.process import ENVIRONMENT, SECONDS
from tests.service import ROOT

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "command.md").read_text()
CALLS = [
    (call, output)
    for block in re.findall(r"^```console\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    for call, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.mark.parametrize(("call", "output"), CALLS, ids=[call for call, _ in CALLS])
def test_b12_call_prints_what_is_shown(tmp_path, call, output):
    script = f"utilitysvc() {{ '{sys.executable}' -m utilitysvc \"$@\"; }}\n{call}"
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.stdout == output
