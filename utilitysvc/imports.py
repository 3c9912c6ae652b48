"""Import a module as where some packages are not installed, which it would import only because they are there."""

import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Any

__all__ = ["import_without"]


def import_without(module: str, packages: Iterable[str]) -> None:
    """Import ``module``, which takes these packages for missing. Whatever else asks for them later gets them.

    A package that is imported already stays.
    """
    modules: dict[str, Any] = sys.modules
    hidden = [name for name in packages if name not in modules]
    modules.update(dict.fromkeys(hidden))  # where it finds None, Python reports a module as not installed
    try:
        import_module(module)
    finally:
        for name in hidden:
            del modules[name]
