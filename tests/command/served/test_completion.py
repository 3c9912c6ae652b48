"""B12: the scripts for completion, each sourced by its shell."""

import shutil
import subprocess
from functools import cache

import pytest

from tests.command.process import COMMAND, ENVIRONMENT, SECONDS, run


@cache
def script(name):
    """What a shell sources, which is the same for all its tests."""
    return run("completion", name).stdout


@pytest.fixture
def shell(tmp_path):
    """Run lines in a shell in which the command is installed and its script is at hand as ``script``."""

    def complete(name, lines):
        if shutil.which(name) is None:
            pytest.skip(f"{name} is not here")
        tool = tmp_path / "bin" / "utilitysvc"
        tool.parent.mkdir()
        tool.write_text(f'#!/bin/sh\nexec {subprocess.list2cmdline(COMMAND)} "$@"\n')
        tool.chmod(0o755)
        (tmp_path / "script").write_text(script(name))
        environment = {**ENVIRONMENT, "PATH": f"{tool.parent}:{ENVIRONMENT['PATH']}", "HOME": str(tmp_path)}
        done = subprocess.run(
            [name, "-c", lines],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.stderr == ""
        return done.stdout

    return complete


WORDS = [
    ("utilitysvc ha", {"hash", "hash-algorithms", "hash-password"}),
    ("utilitysvc hash --alg", {"--algorithm"}),
    ("utilitysvc hash --algorithm sha3-", {"sha3-224", "sha3-256", "sha3-384", "sha3-512"}),
]


@pytest.mark.parametrize(("typed", "offered"), WORDS)
def test_b12_bash(shell, typed, offered):
    words = typed.split()
    line = " ".join(words)
    said = shell(
        "bash",
        f"source ./script; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1};"
        "$(complete -p utilitysvc | sed -E 's/.*-F ([^ ]+).*/\\1/') utilitysvc; printf '%s\\n' \"${COMPREPLY[@]}\"",
    )
    assert set(said.split()) == offered


def test_b12_fish(shell):
    """The command offers each shell the same words; fish shows their descriptions beside them."""
    typed, offered = WORDS[0]
    said = shell("fish", f"source ./script; complete --do-complete '{typed}'")
    assert {line.split("\t")[0] for line in said.splitlines()} == offered


@pytest.mark.parametrize(("typed", "offered"), [WORDS[0], WORDS[2]])
def test_b12_zsh(shell, typed, offered):
    """zsh completes only what is typed, so what the script hands to it is caught there: words with descriptions go
    another way than those without."""
    said = shell(
        "zsh",
        "show() { local name=${(M)argv:#completions*}; print -l -- ${(P)name} };"
        "compdef() { }; _describe() { show $@ }; compadd() { show $@ };"
        f"source ./script; words=({typed}); CURRENT={len(typed.split())}; _utilitysvc_completion",
    )
    assert {line.partition(":")[0] for line in said.splitlines() if line} == offered
