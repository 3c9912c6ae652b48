"""Tables of rows that pytest runs as one test."""

import functools
import inspect
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

Test = Callable[..., None]


def rows(name: str) -> list[Any]:
    r"""Read the rows of a data file that stands beside the test: ``@each_row("input, digest", rows("vectors.tsv"))``.

    ``.tsv``: one row on each line, its cells separated by tabs. All cells are strings; a file with one column gives
    strings, any other lists of strings. What cannot stand in a cell is written as in a Python string: ``\t``, ``\n``,
    ``\r``, ``\0``, ``\x85``, ``\u2028``, ``\U0001f600``, ``\ud800`` for a lone surrogate, and ``\\`` for a backslash. A
    line that begins with ``# `` is a comment (``\x23`` begins a cell with one), and the first line is always one: it
    names the source and the date. Empty lines are skipped.

    ``.json``: a list, for values that nest or are no strings. Its first item is a string, the source and the date; each
    other item is a row.
    """
    file = Path(sys._getframe(1).f_code.co_filename).with_name(name)  # the module that asks
    text = file.read_bytes().decode()
    if file.suffix == ".json":
        source, *table = json.loads(text)
        assert isinstance(source, str), f"{name}: the first item names no source"
        return table
    lines = text.split("\n")
    assert lines[0].startswith("# "), f"{name}: the first line names no source"
    table = [line.split("\t") for line in lines if line and not line.startswith("# ")]
    assert len({len(row) for row in table}) == 1, f"{name}: rows of different lengths"
    cells = [[_unescaped(cell) for cell in row] for row in table]
    return cells if len(cells[0]) > 1 else [row[0] for row in cells]


def _unescaped(cell: str) -> str:
    return cell.encode("latin-1", "backslashreplace").decode("unicode-escape") if "\\" in cell else cell


def each_row(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test for each row, as ``pytest.mark.parametrize`` does, but as one test for pytest.

    pytest and its processes need two milliseconds for each test, several times as long as most rows. So this is for
    long tables of rows whose place in the table says enough; a row that deserves a name stays a test of its own.

    All rows run. The failure shows each that failed, with its values and what was raised. Fixtures are made once for
    all rows: a row must not change what the next one sees.
    """
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
    table = [dict(zip(names, row if len(names) > 1 else (row,), strict=True)) for row in rows]
    assert table, "a table without rows tests nothing"

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            failed = []
            for row in table:
                try:
                    test(**fixtures, **row)
                except (Exception, pytest.fail.Exception) as error:
                    failed.append(f"{_written(row)}\n{_shown(error)}")
            if failed:
                pytest.fail("\n\n".join([f"{len(failed)} of {len(table)} rows failed", *failed]), pytrace=False)

        signature = inspect.signature(test)
        fixtures = [parameter for name, parameter in signature.parameters.items() if name not in names]
        run.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined] # pytest reads it there
        return run

    return decorate


def _written(row: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value!r:.200}" for name, value in row.items())


def _shown(error: BaseException) -> str:
    return str(pytest.ExceptionInfo.from_exception(error).getrepr(style="short"))
