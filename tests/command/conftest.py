"""The command within this process: quick, and with the settings of the tests."""

import io
import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from utilitysvc.interfaces.command.main import main


class Outcome(NamedTuple):
    status: int
    output: str
    errors: str

    @property
    def json(self) -> Any:
        return json.loads(self.output)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def command(capsysbinary, monkeypatch) -> Callable[..., Outcome]:
    """Run the command with arguments. ``stdin``: what standard input holds; None if it is a terminal."""

    def run(*arguments: str, stdin: bytes | str | None = None) -> Outcome:
        given = stdin.encode(errors="surrogateescape") if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", Terminal() if given is None else io.TextIOWrapper(io.BytesIO(given)))
        try:
            status = main(arguments)
        except SystemExit as exc:
            status = exc.code
        captured = capsysbinary.readouterr()
        return Outcome(status, captured.out.decode(), captured.err.decode())

    return run
