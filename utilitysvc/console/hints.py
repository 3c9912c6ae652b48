"""What each app adds to its forms: the package ``console`` of the app, where it has one.

``HINTS`` has a ``Hints`` for each view, by the view's name. ``static/console.js`` says how answers are shown, and
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
    """The hints of an endpoint's view; empty ones where its app has none for it."""
    package = _package(endpoint.app)
    hints: Hints = package.HINTS.get(endpoint.name, Hints()) if package else Hints()
    return hints


def static_folders() -> dict[str, Path]:
    """The folders of scripts and styles that the apps add to the page, by the app's name."""
    packages = {endpoint.app: _package(endpoint.app) for endpoint in catalogue.functions()}
    folders = {app: Path(package.__path__[0]) / "static" for app, package in packages.items() if package}
    return {app: folder for app, folder in folders.items() if folder.is_dir()}


def _package(app: str) -> ModuleType | None:
    """The app's package ``console``; None where it has none."""
    if not module_has_submodule(import_module(app), PACKAGE):
        return None
    return import_module(f"{app}.{PACKAGE}")
