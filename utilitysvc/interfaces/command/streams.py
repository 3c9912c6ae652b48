"""What the command reads from standard input and files, and what it writes to standard output and standard error."""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, BinaryIO, cast

import click

#: As a shell reports a program that wrote to a pipe without a reader: 128 plus the number of SIGPIPE.
BROKEN_PIPE = 141
#: Means standard input, instead of a value or of a file's name.
STDIN = "-"
#: On a terminal, a larger file is read with a progress bar, because hashing it takes a second or more.
LARGE_BYTES = 64 * 1024 * 1024


def option_name(parameter: str) -> str:
    return f"--{parameter.replace('_', '-')}"


def is_terminal() -> bool:
    return sys.stdin.isatty()


def read_text() -> str:
    """Return standard input. Bytes that are not UTF-8 become surrogates, which the parameter refuses under its name."""
    return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")


def read_secrets(names: Iterable[str]) -> dict[str, str]:
    """Ask for secrets on the terminal, or read each from a line of standard input. One without a line is left out.

    A line ends with a line feed, as shells write it. Other signs that Python takes for ends of lines belong to it.
    """
    if is_terminal():
        return {name: click.prompt(name.replace("_", " ").capitalize(), hide_input=True, err=True) for name in names}
    text = read_text()
    return dict(zip(names, re.split(r"\r?\n", text) if text else (), strict=False))


@contextmanager
def opened(name: str | None) -> Iterator[BinaryIO | None]:
    """Open a file, if any, or standard input for ``-``. On a terminal, a progress bar is shown for a large file."""
    if name is None or name == STDIN:
        yield sys.stdin.buffer if name else None
        return
    path = Path(name)
    try:
        with path.open("rb") as file:
            size = path.stat().st_size
            if size <= LARGE_BYTES or not sys.stderr.isatty():
                yield file
                return
            with click.progressbar(length=size, label=path.name, file=sys.stderr) as bar:

                def read(size: int = -1) -> bytes:
                    chunk = file.read(size)
                    bar.update(len(chunk))
                    return chunk

                yield cast(BinaryIO, SimpleNamespace(read=read, readline=file.readline))
    except OSError as exc:
        raise click.ClickException(f"Cannot read {name}: {exc.strerror}") from None


def write(answer: bytes) -> None:
    """Write an answer as it is. If the reader of a pipe has gone, end silently."""
    stdout = sys.stdout.buffer
    try:
        stdout.write(answer)
        stdout.flush()
    except OSError as exc:
        # Python flushes standard output once more when it exits, and would report the error then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
        if isinstance(exc, BrokenPipeError):
            sys.exit(BROKEN_PIPE)
        raise click.ClickException(f"Cannot write the answer: {exc.strerror}") from None


def report(error: str, readings: Iterable[Mapping[str, Any]] = ()) -> None:
    """Write an error on one line, and below it what to write for each meaning of an ambiguous value (G19)."""
    click.echo(
        click.style("error: ", fg="red") + _shown(error),
        err=True,
        # None lets Click decide, which writes colours on a terminal. https://no-color.org
        color=False if os.environ.get("NO_COLOR") else None,
    )
    for reading in readings:
        option = f"{option_name(reading['parameter'])} " if "parameter" in reading else ""
        click.echo(f"  {option}{_shown(reading['write'])}  for {_shown(reading['means'])}", err=True)


def _shown(text: str) -> str:
    """Return ``text`` on one line, with the characters escaped that a terminal could take for commands."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
