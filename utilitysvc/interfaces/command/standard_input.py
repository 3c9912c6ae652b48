"""Read values, files and secrets for the command from standard input."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

import click

#: Means standard input, instead of a value or of a file's name.
STDIN = "-"
#: On a terminal, a larger file is read with a progress bar, because hashing it takes a second or more.
LARGE_BYTES = 64 * 1024 * 1024


def is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def read_values(*, whole: bool) -> list[str]:
    """Return the text of standard input as one value, or each of its lines as a value.

    Bytes that are not UTF-8 become surrogates. The parameter that takes the value refuses them with an error that names
    it, as in a request.
    """
    text = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    return [text] if whole else text.splitlines()


def read_secrets(names: Iterable[str]) -> dict[str, str]:
    """Ask for secrets on the terminal, or read each from a line of standard input. One without a line is left out."""
    if is_terminal():
        return {name: click.prompt(name.replace("_", " ").capitalize(), hide_input=True, err=True) for name in names}
    lines = sys.stdin.buffer.read().decode("utf-8", "surrogateescape").splitlines()
    return dict(zip(names, lines, strict=False))


class _FileWithProgress:
    """A file that moves a progress bar while it is read."""

    def __init__(self, file: BinaryIO, bar: Any) -> None:
        self._file, self._bar = file, bar

    def read(self, size: int = -1) -> bytes:
        chunk = self._file.read(size)
        self._bar.update(len(chunk))
        return chunk


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for ``-``. On a terminal, a progress bar is shown for a large file."""
    if name == STDIN:
        yield sys.stdin.buffer
        return
    try:
        with Path(name).open("rb") as file:
            size = Path(name).stat().st_size
            if size <= LARGE_BYTES or not sys.stderr.isatty():
                yield file
            else:
                with click.progressbar(length=size, label=Path(name).name, file=sys.stderr) as bar:
                    yield cast(BinaryIO, _FileWithProgress(file, bar))
    except OSError as exc:
        raise click.ClickException(f"Cannot read {name}: {exc.strerror}") from None
