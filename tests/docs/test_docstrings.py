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


def test_every_app_has_examples():
    """Each has services whose functions show themselves; so this fails if the modules are not found."""
    found = {name.removesuffix(".services") for name in MODULES if name.endswith(".services")}
    assert found >= {"hashing", "iplookup", "numbergen", "passwords", "randomgen", "textops", "uuids"}
