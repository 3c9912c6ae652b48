"""Tables of rows that pytest runs as one test."""

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

Test = Callable[..., None]


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
