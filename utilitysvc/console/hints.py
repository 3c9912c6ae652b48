"""The hints of each app for its forms, in the app's package ``console``, if it has one.

``HINTS`` has a ``Hints`` for each view, by the view's name. ``static/console.js`` shows the answers, and
``static/console.css`` styles them.
"""

from importlib import import_module
from pathlib import Path
from types import ModuleType

from django.utils.module_loading import module_has_submodule

from utilitysvc.description import catalogue
from utilitysvc.kit.console_hints import Hints

PACKAGE = "console"


def hints_of(endpoint: catalogue.Endpoint) -> Hints:
    """Return the hints for an endpoint's view, or empty ones if its app has none."""
    package = _package(endpoint.app)
    hints: Hints = package.HINTS.get(endpoint.name, Hints()) if package else Hints()
    return hints


def static_folders() -> dict[str, Path]:
    """Return the folders of scripts and styles that the apps add to the page, by the app's name."""
    packages = {endpoint.app: _package(endpoint.app) for endpoint in catalogue.functions()}
    folders = {app: Path(package.__path__[0]) / "static" for app, package in packages.items() if package}
    return {app: folder for app, folder in folders.items() if folder.is_dir()}


def _package(app: str) -> ModuleType | None:
    """Return the app's package ``console``, or None if it has none."""
    if not module_has_submodule(import_module(app), PACKAGE):
        return None
    return import_module(f"{app}.{PACKAGE}")
