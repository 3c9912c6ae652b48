"""Import a module without what it would import only because it is installed."""

import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Any

#: What Django REST framework imports where it is installed, for renderers, schemas and a test client that are not used
#: here. Other packages bring most of them along. They would take a twentieth of a service's start, and more of a
#: command's.
UNUSED_BY_REST_FRAMEWORK = ("docutils", "inflection", "markdown", "pygments", "requests", "uritemplate", "yaml")


def import_rest_framework() -> None:
    import_without("rest_framework.views", UNUSED_BY_REST_FRAMEWORK)


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
