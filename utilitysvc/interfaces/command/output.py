"""The output of the command: answers go to standard output, errors to standard error."""

import os
import sys
from collections.abc import Mapping
from typing import Any

import click

from utilitysvc.interfaces.command.statuses import BROKEN_PIPE


class Refusal(click.ClickException):
    """An error that a function has answered. ``readings``: the meanings of a value that has several (G19)."""

    def __init__(self, message: str, readings: list[Mapping[str, Any]]) -> None:
        super().__init__(message)
        self.readings = readings


def write(answer: bytes) -> None:
    """Write an answer as it is. If the reader of a pipe has gone, end silently."""
    stdout = sys.stdout.buffer
    try:
        stdout.write(answer)
        stdout.flush()
    except BrokenPipeError:
        # Python flushes standard output once more when it exits, and would report the broken pipe then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
        sys.exit(BROKEN_PIPE)


def report(exc: click.ClickException) -> None:
    """Write an error on one line, and below it what to write for each meaning of an ambiguous value."""
    click.secho("error: ", fg="red", nl=False, err=True, color=is_coloured())
    click.echo(_shown(exc.format_message()), err=True)
    for reading in getattr(exc, "readings", ()):
        parameter = reading.get("parameter")
        option = f"--{parameter.replace('_', '-')} " if parameter else ""
        click.echo(f"  {option}{_shown(reading['write'])}  for {_shown(reading['means'])}", err=True)


def is_coloured() -> bool | None:
    """Return whether to write colours. None lets Click decide, which writes them on a terminal. https://no-color.org"""
    return False if os.environ.get("NO_COLOR") else None


def _shown(text: str) -> str:
    """Return ``text`` on one line, with the characters escaped that a terminal could take for commands."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
