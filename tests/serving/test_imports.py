"""Importing a module as if packages were not installed."""

import sys

import pytest

from utilitysvc.imports import import_without

MODULE = """
try:
    import {package}
except ImportError:
    {package} = None
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module that uses two packages if they are installed, and that is not imported yet."""
    for package in ("large_one", "known_one"):
        (tmp_path / f"{package}.py").write_text("")
    (tmp_path / "lean_module.py").write_text(MODULE.format(package="large_one") + MODULE.format(package="known_one"))
    monkeypatch.syspath_prepend(tmp_path)
    yield "lean_module"
    for name in ("large_one", "known_one", "lean_module"):
        sys.modules.pop(name, None)


def test_a_package_is_missing_for_the_module_and_there_for_others(module):
    import known_one

    import_without(module, ["large_one", "known_one"])
    assert sys.modules[module].large_one is None
    assert sys.modules[module].known_one is known_one
    import large_one

    assert large_one is sys.modules["large_one"]


def test_a_module_that_fails_hides_no_package(module):
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        import_without("no_such_module", ["large_one"])
    assert "large_one" not in sys.modules
