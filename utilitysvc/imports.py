"""Import a module without the optional packages that it would import if they are installed."""

import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Any

#: Packages that Django REST framework imports if they are installed, for renderers, schemas and a test client that are
#: not used here. Most are installed because other packages need them. Importing them would take a twentieth of the
#: service's start-up time, and more of the command's.
UNUSED_BY_REST_FRAMEWORK = ("docutils", "inflection", "markdown", "pygments", "requests", "uritemplate", "yaml")


def import_rest_framework() -> None:
    import_without("rest_framework.views", UNUSED_BY_REST_FRAMEWORK)


def import_without(module: str, packages: Iterable[str]) -> None:
    """Import ``module`` while these packages seem to be missing. Later imports find them again.

    A package that is imported already stays visible.
    """
    modules: dict[str, Any] = sys.modules
    hidden = [name for name in packages if name not in modules]
    modules.update(dict.fromkeys(hidden))  # Python reports a module that is None here as not installed
    try:
        import_module(module)
    finally:
        for name in hidden:
            del modules[name]
