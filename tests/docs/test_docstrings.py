"""The examples in docstrings, of every module that has some (F5)."""

import doctest
import importlib

from tests.service import ROOT
from tests.tables import each_row

NOT_SHIPPED = {"tests", "benchmarks"}  # as in pyproject.toml
MODULES = sorted(
    ".".join(path.relative_to(folder).with_suffix("").parts)
    for folder in (ROOT, ROOT / "numbers")
    for package in folder.glob("*/__init__.py")
    if package.parent.name not in NOT_SHIPPED
    for path in package.parent.rglob("*.py")
    if ">>> " in path.read_text()
)


@each_row("name", MODULES)
def test_examples_of_docstrings_hold(name):
    result = doctest.testmod(importlib.import_module(name))
    assert (result.attempted > 0, result.failed) == (True, 0)
