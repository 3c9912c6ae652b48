"""docs/command.md: each call that it shows prints what it shows (B12)."""

import re
import shlex
import subprocess
import sys

import pytest

from tests.command.process import ENVIRONMENT, SECONDS
from tests.service import ROOT

PAGE = (ROOT / "docs" / "command.md").read_text()
CALLS = [
    (call, output)
    for block in re.findall(r"^```console\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    for call, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]
#: What a call has that only a shell understands.
SHELL = re.compile(r"[|&>]")


def test_b12_a_call_that_needs_no_shell_prints_what_is_shown(command, subtests):
    calls = [(call, output) for call, output in CALLS if not SHELL.search(call)]
    assert calls
    for call, output in calls:
        with subtests.test(call=call):
            name, *arguments = shlex.split(call)
            outcome = command(*arguments)
            assert (name, outcome.output + outcome.errors) == ("utilitysvc", output)


@pytest.mark.parametrize(
    ("call", "output"), [pytest.param(*each, id=each[0]) for each in CALLS if SHELL.search(each[0])]
)
def test_b12_a_call_in_a_shell_prints_what_is_shown(tmp_path, call, output):
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
